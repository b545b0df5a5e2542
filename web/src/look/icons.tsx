// SPDX-License-Identifier: MIT
// The small icons on buttons, drawn with one pen width in a 24×24 square.
import './icons.css';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  first: 'M18 5l-7 7 7 7M7 5v14',
  last: 'M6 5l7 7-7 7M17 5v14',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  rules: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13',
  learn: 'M3 9.5L12 5l9 4.5-9 4.5zM7 11.5V16c3 2.5 7 2.5 10 0v-4.5M21 9.5V15',
  undo: 'M8 5L4 9l4 4M4 9h9a5.5 5.5 0 0 1 0 11H8',
  hint: 'M9 18h6M10 21h4M9 15c-2-1.3-3-3-3-5a6 6 0 0 1 12 0c0 2-1 3.7-3 5z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M7 11H5v9h14v-9h-2',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 16v4h14v-4',
  open: 'M4 19V6h6l2 2.5h8V19z',
  code: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2h-2M14 20h2v-2M20 19v1h-1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.5-3.5 3-5 6.5-5s6 1.5 6.5 5M15.5 5a3.5 3.5 0 0 1 0 6M18 15c2 .7 3.2 2 3.5 4.5',
  bot: 'M5 9h14v10H5zM12 9V5M12 5h.01M9 13.5h.01M15 13.5h.01M9.5 16.5h5M2.5 12.5v3M21.5 12.5v3',
  host: 'M4 18h16M4 15l-1-8 5 4 4-6 4 6 5-4-1 8z',
  eye: 'M2.5 12C5 7.5 8 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.5 6.5-9.5 6.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  hide: 'M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 4 0 7 2 9.5 6.5-.8 1.5-1.8 2.7-2.8 3.7M6 8c-1.3 1-2.5 2.3-3.5 4 2.5 4.5 5.5 6.5 9.5 6.5 1.3 0 2.5-.2 3.5-.6M10 10a3 3 0 0 0 4 4',
  clock: 'M12 21a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 8v4.5l3 2',
  flag: 'M6 21V4M6 5c4-2 8 2 12 0v8c-4 2-8-2-12 0',
  draw: 'M3 9.5h5l4 3 2-1 4 4M21 9.5h-5l-3-2.5-4.5 3M8 15l2 2M11 14l2.5 2.5',
  chat: 'M4 5h16v11h-9l-4 4v-4H4z',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 12h17M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18z',
  trophy:
    'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3.5 1.5 5 3.7 5M16 6h3.5c0 3.5-1.5 5-3.7 5M12 14v3M8 20h8M9.5 20c0-2 1-3 2.5-3s2.5 1 2.5 3',
  again: 'M19 8a8 8 0 1 0 1 6M20 4v4.5h-4.5',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  phone: 'M7 3h10v18H7zM11 18h2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  warn: 'M12 4l9 16H3zM12 10v4.5M12 17.5h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5h.01',
  offline:
    'M4 4l16 16M3 10.5c1.5-1.5 3-2.5 5-3.2M11 6.6c3.5-.3 7 1 10 3.9M6.5 14c1-1 2-1.6 3-2M15 12.7c.9.3 1.7.8 2.5 1.5M12 18h.01',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  'zoom-in': 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5M11 8v6M8 11h6',
  'zoom-out': 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5M8 11h6',
  centre: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M12 12h.01',
  text: 'M4 6h16M4 10h10M4 14h16M4 18h7',
  box: 'M3 10l2.5-4h13L21 10v9H3zM3 10h18M9.5 13.5h5',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z',
  chart: 'M4 4v16h16M8 15.5l3.5-4 3 2.5L20 7',
  log: 'M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h11',
} as const;

export type IconName = keyof typeof PATHS;

/** These point in the reading direction, and flip with it. */
const FLIP = new Set('back forward first last undo play text log chat chart'.split(' '));

export function Icon({ name, class: extra }: { name: IconName; class?: string }) {
  const flip = FLIP.has(name) ? ' icon-flip' : '';
  return (
    <svg
      class={`icon${flip}${extra ? ` ${extra}` : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
