// SPDX-License-Identifier: MIT
// What each player sets for himself; kept in this browser.
import './Setup.css';
import { useEffect, useState } from 'preact/hooks';
import { Choice, Sheet, Switch, setTheme, type Theme } from '../look';
import { changeSettings, onSettings, type Settings, settings } from '../net/kept';
import { type Language, language, setLanguage, t } from '../words/words';

/** The settings, with a new rendering whenever one changes. */
export function useSettings(): Settings {
  const [now, setNow] = useState(settings());
  useEffect(() => onSettings(() => setNow(settings())), []);
  return now;
}

const SWITCHES = ['sound', 'lights', 'quick', 'bigCards', 'hideHand'] as const;
const WORDS = {
  sound: 'web.settings.sound',
  lights: 'web.settings.lights',
  quick: 'web.settings.quick',
  bigCards: 'web.settings.big_cards',
  hideHand: 'web.settings.hide_hand',
} as const;

const LANGUAGES: readonly Language[] = ['en', 'he'];
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

export function SettingsSheet({ onClose }: { onClose: () => void }) {
  const now = useSettings();
  return (
    <Sheet title={t('web.settings.title')} onClose={onClose}>
      <fieldset class="settings-row">
        <legend>{t('web.settings.language')}</legend>
        <Choice
          label={t('web.settings.language')}
          value={language()}
          values={LANGUAGES.map((one) => [one, t(`web.app.language.${one}`)])}
          onChange={(one) => void setLanguage(one as Language)}
        />
      </fieldset>
      <fieldset class="settings-row">
        <legend>{t('web.settings.theme')}</legend>
        <Choice
          label={t('web.settings.theme')}
          value={now.theme}
          values={THEMES.map((one) => [one, t(`web.settings.theme.${one}`)])}
          onChange={(one) => {
            changeSettings({ theme: one as Theme });
            setTheme(one as Theme);
          }}
        />
      </fieldset>
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          on={now[name]}
          label={t(WORDS[name])}
          help={t(`${WORDS[name]}.help`)}
          onChange={(on) => changeSettings({ [name]: on })}
        />
      ))}
    </Sheet>
  );
}
