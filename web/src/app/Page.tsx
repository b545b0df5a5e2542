// SPDX-License-Identifier: MIT
// What the screens around a game share: a header with the way home, and a place for the rest.
import './Page.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Icon, Logo } from '../look';
import { language, setLanguage, t } from '../words/words';
import { SettingsSheet } from './Settings';

/** The other language, written in itself, so that people who cannot read this one find it. */
export function LanguageButton() {
  const other = language() === 'he' ? 'en' : 'he';
  return (
    <button
      type="button"
      class="button-quiet page-language"
      lang={other}
      onClick={() => void setLanguage(other)}
    >
      <Icon name="globe" />
      {t(`web.app.language.${other}`)}
    </button>
  );
}

export function SettingsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        icon="settings"
        label={t('web.settings.title')}
        onClick={() => setOpen(true)}
      />
      {open && <SettingsSheet onClose={() => setOpen(false)} />}
    </>
  );
}

interface PageProps {
  readonly title: string;
  readonly class?: string;
  /** Where the back link leads; by default the home page. */
  readonly back?: string;
  readonly children?: ComponentChildren;
}

/** A screen with a title. The title gets the focus, so that screen readers announce the new
 * screen. */
export function Page({ title, class: name, back = '#/', children }: PageProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t('web.app.name')}`;
  }, [title]);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  return (
    <div class={name ? `page ${name}` : 'page'}>
      <header class="page-head">
        <a class="button-quiet button-icon" href={back} aria-label={t('web.app.back')}>
          <Icon name="back" />
        </a>
        <a class="page-home" href="#/" aria-label={t('web.app.home')}>
          <Logo />
        </a>
        <h1 ref={head} tabIndex={-1}>
          {title}
        </h1>
        <LanguageButton />
        <SettingsButton />
      </header>
      <main class="column-wide page-body">{children}</main>
    </div>
  );
}
