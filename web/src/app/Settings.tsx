// SPDX-License-Identifier: MIT
// What each player sets for themselves; kept in this browser.
import './Setup.css';
import { useEffect } from 'preact/hooks';
import { useRedraw } from '../hooks';
import { Choice, Sheet, Switch, setTheme } from '../look';
import { CHOICES, changeSettings, onSettings, settings } from '../net/kept';
import { language, setLanguage, t } from '../words/words';

const LANGUAGES = CHOICES.language.filter((one) => one !== null);
const SWITCHES = ['sound', 'lights', 'quick', 'bigCards', 'hideHand'] as const;
const WORDS = {
  sound: 'web.settings.sound',
  lights: 'web.settings.lights',
  quick: 'web.settings.quick',
  bigCards: 'web.settings.big_cards',
  hideHand: 'web.settings.hide_hand',
} as const;

export function SettingsSheet({ onClose }: { onClose: () => void }) {
  const redraw = useRedraw();
  useEffect(() => onSettings(redraw), [redraw]);
  const now = settings();
  return (
    <Sheet title={t('web.settings.title')} onClose={onClose}>
      <fieldset class="settings-row">
        <legend>{t('web.settings.language')}</legend>
        <Choice
          label={t('web.settings.language')}
          value={language()}
          values={LANGUAGES.map((one) => [one, t(`web.app.language.${one}`)] as const)}
          onChange={(one) => void setLanguage(one)}
        />
      </fieldset>
      <fieldset class="settings-row">
        <legend>{t('web.settings.theme')}</legend>
        <Choice
          label={t('web.settings.theme')}
          value={now.theme}
          values={CHOICES.theme.map((one) => [one, t(`web.settings.theme.${one}`)] as const)}
          onChange={(theme) => {
            changeSettings({ theme });
            setTheme(theme);
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
      {!isSecureContext && (
        <p>
          {t('web.secure.settings')} <a href="#secure">{t('web.secure.settings.how')}</a>
        </p>
      )}
    </Sheet>
  );
}
