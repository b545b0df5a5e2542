// SPDX-License-Identifier: MIT
// A terminal's cells as a picture: an SVG with each cell's ground and sign, by Chromium. Signs
// stand in their cells whatever font they come from, so that Hebrew needs no font of one width, and
// lines and blocks are drawn as terminals do it, so that they meet.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './program.mjs';

const W = 10;
const H = 20;
const SIZE = 16;
const BASE = 15; // of the letters, from the top of a cell
const PAPER = '#1b1d1e';
const INK = '#d8d6cf';
const FONTS = "'DejaVu Sans Mono','DejaVu Sans',monospace";

// ---- colours ----

const SIXTEEN = [
  '#000000',
  '#c0392b',
  '#2f8f4e',
  '#b08a1e',
  '#2c62b5',
  '#9b4f96',
  '#2a9d9d',
  '#c8c8c0',
  '#6b6f70',
  '#f0655a',
  '#5fc97e',
  '#f2cf5b',
  '#6fa0ee',
  '#d38fd0',
  '#6fd6d6',
  '#ffffff',
];

const hex = (red, green, blue) =>
  `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`;

/** A colour of the palette that all terminals with 256 share. */
function colour(name, usual) {
  if (name === '-') return usual;
  if (name.length === 6) return `#${name}`;
  const index = Number(name);
  if (index < 16) return SIXTEEN[index];
  if (index >= 232) {
    const grey = 8 + 10 * (index - 232);
    return hex(grey, grey, grey);
  }
  const level = (step) => (step ? 55 + 40 * step : 0);
  const at = index - 16;
  return hex(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6));
}

/** Ink, ground and weight of a cell, from its word in "looks". */
function lookOf(word = '-/-') {
  const [, ink, ground, marks] = /^([^/]+)\/([0-9a-f]{6}|\d{1,3}|-)(\D*)$/.exec(word);
  const look = {
    ink: colour(ink, INK),
    ground: colour(ground, PAPER),
    bold: marks.includes('b'),
    underlined: marks.includes('u'),
  };
  return marks.includes('r') ? { ...look, ink: look.ground, ground: look.ink } : look;
}

// ---- signs that terminals draw ----

// Arms of a line to the top, right, bottom and left: 1 thin, 2 heavy, 3 double.
const LINES = {
  '─': '0101',
  '│': '1010',
  '┌': '0110',
  '┐': '0011',
  '└': '1100',
  '┘': '1001',
  '├': '1110',
  '┤': '1011',
  '┬': '0111',
  '┴': '1101',
  '┼': '1111',
  '╭': '0110',
  '╮': '0011',
  '╰': '1100',
  '╯': '1001',
  '━': '0202',
  '┃': '2020',
  '┏': '0220',
  '┓': '0022',
  '┗': '2200',
  '┛': '2002',
  '═': '0303',
  '║': '3030',
  '╔': '0330',
  '╗': '0033',
  '╚': '3300',
  '╝': '3003',
  '╶': '0100',
  '╴': '0001',
};

// A part of the cell: from which column and line, how wide and high, how dense.
const BLOCKS = {
  '▀': [0, 0, 1, 0.5, 1],
  '▄': [0, 0.5, 1, 0.5, 1],
  '█': [0, 0, 1, 1, 1],
  '▌': [0, 0, 0.5, 1, 1],
  '▐': [0.5, 0, 0.5, 1, 1],
  '░': [0, 0, 1, 1, 0.25],
  '▒': [0, 0, 1, 1, 0.5],
};

const ENDS = [
  [0.5, 0],
  [1, 0.5],
  [0.5, 1],
  [0, 0.5],
];

function lineSign(arms, x, y, ink) {
  const paths = [...arms].map((weight, i) => {
    if (weight === '0') return '';
    const [toX, toY] = ENDS[i];
    const sides = weight === '3' ? [-1.5, 1.5] : [0];
    return sides
      .map((side) => {
        const [sideX, sideY] = i % 2 ? [0, side] : [side, 0];
        const from = `${x + W / 2 + sideX},${y + H / 2 + sideY}`;
        return `M${from}L${x + W * toX + sideX},${y + H * toY + sideY}`;
      })
      .join('');
  });
  const width = arms.includes('2') ? 3 : 1.2;
  const pen = `stroke="${ink}" stroke-width="${width}" stroke-linecap="square"`;
  return `<path d="${paths.join('')}" ${pen}/>`;
}

function blockSign([left, top, wide, high, dense], x, y, ink) {
  const box = `x="${x + left * W}" y="${y + top * H}" width="${wide * W}" height="${high * H}"`;
  return `<rect ${box} fill="${ink}" fill-opacity="${dense}"/>`;
}

const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function letterSign(sign, x, y, { ink, bold }) {
  const weight = bold ? ' font-weight="700"' : '';
  const hebrew = /[\u0590-\u05ff]/.test(sign) ? ` font-size="${SIZE - 1}"` : '';
  const text = ESCAPED[sign] ?? sign;
  return `<text x="${x + W / 2}" y="${y + BASE}" fill="${ink}"${weight}${hebrew}>${text}</text>`;
}

// ---- the picture ----

function cellOf(sign, look, x, y) {
  const parts = [];
  if (look.ground !== PAPER)
    parts.push(`<rect x="${x}" y="${y}" width="${W}" height="${H}" fill="${look.ground}"/>`);
  if (LINES[sign]) parts.push(lineSign(LINES[sign], x, y, look.ink));
  else if (BLOCKS[sign]) parts.push(blockSign(BLOCKS[sign], x, y, look.ink));
  else if (sign !== ' ') parts.push(letterSign(sign, x, y, look));
  return parts.join('');
}

/** The screen that tests/vt_cells.c tells of, as SVG. */
export function svgOf({ rows, looks }) {
  const columns = Math.max(...rows.map((row) => [...row].length));
  const cells = rows.flatMap((row, line) =>
    [...row].map((sign, column) =>
      cellOf(sign, lookOf(looks[`${column},${line}`]), column * W, line * H),
    ),
  );
  const [width, height] = [columns * W, rows.length * H];
  return {
    width,
    height,
    text:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `font-family="${FONTS}" font-size="${SIZE}" text-anchor="middle" ` +
      `shape-rendering="crispEdges">` +
      `<rect width="${width}" height="${height}" fill="${PAPER}"/>${cells.join('')}</svg>`,
  };
}

/** Draws screens into files; close it at the end. */
export class Painter {
  static async open() {
    const painter = new Painter();
    const { chromium } = createRequire(join(root, 'web/package.json'))('playwright-core');
    const args = ['--no-sandbox', '--disable-gpu'];
    painter.browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
    painter.page = await painter.browser.newPage();
    return painter;
  }

  async paint(screen, path) {
    const { width, height, text } = svgOf(screen);
    await this.page.setViewportSize({ width, height });
    await this.page.setContent(`<style>body{margin:0}svg{display:block}</style>${text}`);
    await this.page.screenshot({ path });
  }

  close() {
    return this.browser.close();
  }
}
