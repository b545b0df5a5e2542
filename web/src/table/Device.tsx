// SPDX-License-Identifier: MIT
// Continuing on another device: the link to your seat, as a QR code and to copy, and the terminal
// command that asks for it; inside the command itself, a shell would remember it. It is made in
// this page and sent nowhere.
import './Device.css';
import { useId, useMemo, useState } from 'preact/hooks';
import { engine, type Squares } from '../engine/wasm';
import { useAwaited } from '../hooks';
import { Button } from '../look/parts';
import { tableLink } from '../net/server';
import { Say, t } from '../words/words';

/** Runs of dark squares, as one path. */
function pathOf({ width, squares }: Squares): string {
  let path = '';
  for (let y = 0; y < width; y++)
    for (const run of squares.slice(y * width, (y + 1) * width).matchAll(/1+/g))
      path += `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`;
  return path;
}

const QUIET = 3; // light squares around it

export function Qr(props: {
  readonly text: string;
  readonly class: string;
  readonly label: string;
}) {
  const squares = useMemo(() => engine.qr(props.text), [props.text]);
  if (!squares) return null;
  const size = squares.width + 2 * QUIET;
  return (
    <svg
      class={`qr ${props.class}`}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label={props.label}
    >
      <path d={pathOf(squares)} />
    </svg>
  );
}

/** Browsers only have a clipboard on https and on localhost. */
export function Copy({ text, words }: { text: string; words: string }) {
  const [copied, setCopied] = useState(false);
  if (!('clipboard' in navigator)) return null;
  const copy = () =>
    void navigator.clipboard
      .writeText(text)
      .then(() => setCopied(true))
      .catch(() => undefined);
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={copy}>
      {copied ? t('web.app.copied') : words}
    </Button>
  );
}

export const isNear = (link: string) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);

/** A text to copy, even without a clipboard: a touch selects it. */
function Taken({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div class="device-row">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field device-text"
        dir="ltr"
        readOnly
        spellcheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Copy text={text} words={t('web.device.copy')} />
    </div>
  );
}

export function Device({ code, token }: { code: string; token: string }) {
  // The server may know a better address for others than this page's own.
  const known = useAwaited(code, async () => new URL(await tableLink(code)).origin);
  const link = `${known ?? location.origin}/#${code}/${token}`;
  return (
    <div class="device">
      <div class="device-words">
        <p>{t('web.device.how')}</p>
        <p class="device-secret">{t('web.device.secret')}</p>
        {isNear(link) && (
          <p class="small">
            <Say k="web.invite.near" option={{ ltr: '--lan' }} />
          </p>
        )}
      </div>
      <Qr text={link} class="device-qr" label={t('web.device.qr')} />
      <Taken label={t('web.device.link')} text={link} />
      <Taken label={t('web.device.terminal')} text="kufsa join -" />
    </div>
  );
}
