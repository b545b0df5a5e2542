// SPDX-License-Identifier: MIT
// What a piece does, for people who hold it, right-click it, or press a key on it.
import './About.css';
import { useRef, useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Sheet } from '../look/parts';
import type { Skin } from '../skins/skin';
import { exactKey, type Rules } from '../words/exact';
import { t } from '../words/words';

const HOLD_MS = 500;
const FAR = 10; // pixels: a finger that moves is dragging

const pieceAt = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target.closest('[data-about]')?.getAttribute('data-about') ?? null)
    : null;

/** Does this key ask? The same key in every layout. */
const asks = (event: KeyboardEvent) =>
  (event.key === '?' || event.code === 'KeyI') &&
  !(event.ctrlKey || event.altKey || event.metaKey) &&
  !(event.target instanceof HTMLInputElement);

/** The piece that is asked about, and what to listen to. A long press is not a touch. */
export function useAbout(skin: Skin) {
  const [piece, setPiece] = useState<string | null>(null);
  const timer = useRef(0);
  const start = useRef({ x: 0, y: 0 });
  const held = useRef(false);
  const stop = () => clearTimeout(timer.current);
  const askOf = (target: EventTarget | null): boolean => {
    const found = skin.about ? pieceAt(target) : null;
    if (found !== null) setPiece(found);
    return found !== null;
  };
  const on = {
    onContextMenu(event: MouseEvent) {
      if (askOf(event.target)) event.preventDefault();
    },
    onPointerDown(event: PointerEvent) {
      stop();
      held.current = false;
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      start.current = { x: event.clientX, y: event.clientY };
      const { target } = event;
      timer.current = window.setTimeout(() => {
        held.current = askOf(target);
      }, HOLD_MS);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > FAR) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture(event: MouseEvent) {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDown(event: KeyboardEvent) {
      if (asks(event) && askOf(event.target)) event.preventDefault();
    },
  };
  return { piece, on, close: () => setPiece(null) };
}

interface AboutProps {
  readonly game: string;
  readonly skin: Skin;
  readonly piece: string;
  readonly played: Rules;
}

export function AboutPiece({ game, skin, piece, played }: AboutProps) {
  const { about } = skin;
  if (!about) return null;
  const key = `web.about.${game}.`;
  const rows = engine.game(game)?.options ?? [];
  const found = exactKey(key + about.name(piece), rows, played);
  const rules = about.rules[found.slice(key.length)] ?? [];
  return (
    <div class={`about about-${game}`}>
      <span class="about-face" aria-hidden="true">
        <skin.Face piece={piece} />
      </span>
      <div class="about-words">
        <p>{t(found)}</p>
        <p class="about-rules">
          {rules.map((rule) => (
            <a key={rule} href={`#rules/${game}/${rule}`}>
              {rule}
            </a>
          ))}
        </p>
      </div>
    </div>
  );
}

export function AboutSheet(props: AboutProps & { readonly onClose: () => void }) {
  return (
    <Sheet title={props.skin.nameOf(props.piece)} onClose={props.onClose}>
      <AboutPiece {...props} />
    </Sheet>
  );
}
