// Judges how a page is laid out, from inside it: text and buttons that are cut off, leave the
// screen or their box, lie under or across each other, and words that are broken in the middle.

// The exceptions, each for a reason.
export const MAY = {
  // Scrolls up and down: long by nature, and with room enough to read in.
  scroll: '.sheet, .play-panel-body, .play-log, .replay-moves, .cento-words-free',
  // Scrolls sideways: a table of the rules; what many people at one device may do.
  pan: '.rules-table, .play-others',
  // Shortened with an ellipsis: names, whole in their title; the latest moves, whole in the log.
  shorten: '.play-name, .play-latest > p',
  // A window onto something larger, with its own way to see all of it; and pictures.
  window: '.iota-port, .home-picture, .kept-picture, .pictures-cover',
  // Lies over others for a while, on purpose.
  cover: '.sheet, .play-panel, .play-curtain, .play-refusal, .play-said, .iota-say, .iota-score',
  // Pieces that lie on each other as on a table.
  pieces: '.look-card, .roving-button, .taki-discard, .taki-pile, .gobblet, .iota-bar',
  // Words of names that may be wider than a line.
  names: ['Wolfeschlegelsteinhausen'],
  // An address has no words.
  address: '.invite-link, .device-text',
};

// In the page: all that is wrong with it now, as lines of text.
export function judge(may) {
  const SLACK = 1.5; // pixels
  const { innerWidth: wide, innerHeight: high } = window;
  // There must be room for this much of a shortened name, in ems: letters and the dots.
  const LETTERS = high > wide ? 1.5 : 2.5;
  const found = new Set();
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const nameOf = (element) => {
    const own = element.getAttribute?.('class')?.split(' ')[0];
    const above = element.parentElement?.closest('[class]')?.getAttribute('class').split(' ')[0];
    return own ? `.${own}` : `${above ? `.${above} ` : ''}${element.tagName.toLowerCase()}`;
  };
  const short = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
  const fault = (kind, what, by = '') => found.add(`${kind}: ${what}${by && ` (${by})`}`);

  // ---- what can be seen ----

  const dialog = document.querySelector('dialog[open]:modal');
  const root = dialog ?? document.body;

  // For ears only: a point that hides its words.
  const hidden = new Map();
  const isHeard = (element) => {
    if (!element || element === document.body) return false;
    if (!hidden.has(element)) {
      const small = element.clientWidth <= 1 && element.clientHeight <= 1;
      const style = styleOf(element);
      const clipped = small && style.overflow === 'hidden' && style.display !== 'inline';
      hidden.set(element, clipped || isHeard(element.parentElement));
    }
    return hidden.get(element);
  };
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('option, title, script, style, noscript') &&
    !isHeard(element);

  // ---- boxes around a thing ----

  const holds = ({ position, transform, filter, containerType, contain }) =>
    position !== 'static' || transform !== 'none' || filter !== 'none' ||
    (containerType ?? 'normal') !== 'normal' || /layout|paint|content|strict/.test(contain);
  const chains = new Map();
  // The boxes that cut off what is in an element, from the inside out, and whether it is fixed.
  const chainOf = (element) => {
    if (chains.has(element)) return chains.get(element);
    const boxes = [];
    let fixed = false;
    let out = null; // 'absolute' or 'fixed': leaves the boxes up to the one that holds it
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) {
      const style = styleOf(one);
      if (out === 'absolute' ? holds(style) : out === 'fixed' && style.transform !== 'none')
        out = null;
      const inSvg = one instanceof SVGElement && one.ownerSVGElement;
      if (!out && !inSvg && one !== element.ownerDocument.body) {
        const [x, y] = [style.overflowX, style.overflowY];
        if (x !== 'visible' || y !== 'visible') boxes.push({ one, x, y });
      }
      if (style.position === 'fixed') [out, fixed] = ['fixed', true];
      else if (style.position === 'absolute') out ??= 'absolute';
    }
    const chain = { boxes, fixed: fixed || !!dialog };
    chains.set(element, chain);
    return chain;
  };

  const innerBox = (element) => {
    const { left, top } = element.getBoundingClientRect();
    const [x, y] = [left + element.clientLeft, top + element.clientTop];
    const width = element.clientWidth || element.getBoundingClientRect().width;
    const height = element.clientHeight || element.getBoundingClientRect().height;
    return { left: x, top: y, right: x + width, bottom: y + height };
  };

  // What is left of a rectangle in the boxes around it; null: it can be scrolled to.
  const leftOf = (element, rect, what, slackY) => {
    const { boxes, fixed } = chainOf(element);
    let { left, top, right, bottom } = rect;
    for (const { one, x, y } of boxes) {
      if (one.matches(may.window)) return null;
      const box = innerBox(one);
      const beside = left < box.left - SLACK || right > box.right + SLACK;
      const beyond = top < box.top - slackY || bottom > box.bottom + slackY;
      const scrollsX = x === 'auto' || x === 'scroll';
      const scrollsY = y === 'auto' || y === 'scroll';
      if (beside && scrollsX && !one.matches(may.pan)) fault('scrolls', nameOf(one));
      else if (beside && !scrollsX && x !== 'visible') {
        const marked = element.closest(may.shorten) && styleOf(one).textOverflow === 'ellipsis';
        if (!marked) fault('cut', what, nameOf(one));
        const least = LETTERS * Number.parseFloat(styleOf(one).fontSize);
        if (marked && one.clientWidth < least)
          fault('hardly a letter is left', what, nameOf(one));
      }
      if (beyond && scrollsY && !one.matches(may.scroll)) fault('scrolls', nameOf(one));
      else if (beyond && !scrollsY && y !== 'visible') {
        if (!element.closest(may.shorten)) fault('cut', what, nameOf(one));
      }
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (left >= right || top >= bottom) return null;
    }
    const off = left < -SLACK || right > wide + SLACK;
    const above = (fixed ? top : top + scrollY) < -slackY;
    if (off || above || (fixed && bottom > high + slackY)) fault('off screen', what);
    return { left, top, right, bottom };
  };

  // The nearest paper that it is written on must be large enough.
  const papers = new Map();
  const paperOf = (element) => {
    if (!element || element === document.body || element instanceof SVGElement) return null;
    if (!papers.has(element)) {
      const style = styleOf(element);
      const drawn = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.borderTopWidth !== '0px';
      const own = drawn && style.display !== 'inline' && style.display !== 'contents';
      papers.set(element, own ? element : paperOf(element.parentElement));
    }
    return papers.get(element);
  };
  const overflows = (element, rect, what) => {
    const paper = paperOf(element);
    if (!paper || paper.scrollHeight > paper.clientHeight + 1 && paper.matches(may.scroll)) return;
    const box = paper.getBoundingClientRect();
    const lean = (rect.bottom - rect.top) / 4; // a line is higher than its letters
    if (rect.left < box.left - SLACK || rect.right > box.right + SLACK ||
        rect.top < box.top - lean || rect.bottom > box.bottom + lean)
      fault('out of its box', what, nameOf(paper));
  };

  // ---- words ----

  const linesOf = (rects) => {
    const lines = [];
    for (const rect of [...rects]) {
      const line = lines.find(({ top, bottom }) => rect.top < bottom - 3 && rect.bottom > top + 3);
      if (!line) lines.push({ ...rect.toJSON() });
      else {
        line.left = Math.min(line.left, rect.left);
        line.right = Math.max(line.right, rect.right);
      }
    }
    return lines;
  };

  const blockOf = (element) => {
    let one = element;
    while (styleOf(one).display.startsWith('inline') && one.parentElement) one = one.parentElement;
    return one;
  };

  // Words, and a product of two numbers as a whole.
  const WORD = /(?<!×\s)\d+\s×\s\d+(?!\s×)|[^\s\-‐־–—/·\u2066-\u2069]+/g;
  const texts = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!/\S/.test(node.data) || !isSeen(parent)) continue;
    const inSvg = parent instanceof SVGElement;
    const parts = [];
    for (const match of node.data.matchAll(WORD)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      const lines = linesOf(rects);
      const what = `“${short(match[0])}” in ${nameOf(parent)}`;
      if (lines.length > 1 && !inSvg && !parent.closest(may.address)) {
        const width = lines.reduce((sum, { left, right }) => sum + right - left, 0);
        const fits = width <= blockOf(parent).clientWidth;
        if (fits || !may.names.includes(match[0])) fault('broken', what);
      }
      for (const line of lines) {
        const lean = (line.bottom - line.top) / 4;
        const left = leftOf(inSvg ? parent.ownerSVGElement : parent, line, what, lean);
        if (left === null) continue;
        if (!inSvg && !parent.closest(may.shorten)) overflows(parent, left, what);
        parts.push(left);
      }
    }
    for (const line of linesOf(parts.map((one) => DOMRect.fromRect({
      x: one.left, y: one.top, width: one.right - one.left, height: one.bottom - one.top,
    }))))
      texts.push({ rect: line, element: parent, what: `“${short(node.data.trim())}”` });
  }

  // ---- things to touch, and pictures ----

  const TOUCHED = 'button, a[href], input:not(.heard), select, textarea, summary, [role=gridcell]';
  const touched = [];
  for (const element of root.querySelectorAll(`${TOUCHED}, svg`)) {
    if (!isSeen(element) || element.closest('label.choice, label.switch') === element) continue;
    if (element.tagName === 'svg' && element.closest('.taki-backs, [class*=ghost]')) continue;
    const rect = element.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2) continue;
    const words = element.getAttribute('aria-label') ?? element.textContent.trim();
    const what = `${nameOf(element)} ${short(words)}`;
    const left = leftOf(element, rect, what, 2 * SLACK);
    if (left === null || element.tagName === 'svg') continue;
    touched.push({ rect: left, element, what });
  }

  // ---- over each other ----

  // What lies over others, or sticks to an edge while they scroll, is judged by itself.
  const covers = new Map();
  const coverOf = (element) => {
    if (!element || element === document.body) return null;
    if (!covers.has(element)) {
      const own = element.matches(may.cover) || styleOf(element).position === 'sticky';
      covers.set(element, own ? element : coverOf(element.parentElement));
    }
    return covers.get(element);
  };
  const apart = (a, b) =>
    coverOf(a) !== coverOf(b) || (a.closest(may.pieces) && b.closest(may.pieces));
  const across = (list, kind, least, share) => {
    list.sort((a, b) => a.rect.top - b.rect.top);
    list.forEach((a, i) => {
      for (let j = i + 1; j < list.length && list[j].rect.top < a.rect.bottom; j++) {
        const b = list[j];
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const x = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
        const y = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
        const lower = Math.min(a.rect.bottom - a.rect.top, b.rect.bottom - b.rect.top);
        if (x <= least || y <= Math.max(least, lower * share) || apart(a.element, b.element))
          continue;
        fault(kind, `${a.what} and ${b.what}`);
      }
    });
  };
  across(texts, 'texts across each other', 2, 0.4);
  across(touched, 'buttons across each other', 3, 0);

  const related = (a, b) => {
    const button = a.closest('button, a, label, [role=gridcell]');
    return a.contains(b) || b.contains(a) || (button && button === b.closest(
      'button, a, label, [role=gridcell]'));
  };
  for (const { rect, element, what } of [...texts, ...touched]) {
    const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    if (x < 0 || y < 0 || x >= wide || y >= high) continue;
    if (styleOf(element).pointerEvents === 'none' || element.disabled) continue;
    const hit = document.elementFromPoint(x, y);
    if (!hit || related(element, hit) || coverOf(hit) !== coverOf(element)) continue;
    if (hit.closest(may.pieces) && element.closest(may.pieces)) continue;
    fault('covered', what, nameOf(hit));
  }

  // ---- the side that things begin at ----

  const pageWay = document.documentElement.dir || 'ltr';
  for (const field of root.querySelectorAll('input:not([dir=ltr])')) {
    if (isSeen(field) && field.value === '' && styleOf(field).direction !== pageWay)
      fault('begins at the wrong side', `${nameOf(field)} “${short(field.placeholder)}”`);
  }
  for (const element of root.querySelectorAll('bdi')) {
    if (!isSeen(element) || styleOf(element).display.startsWith('inline')) continue;
    if (element.scrollWidth > element.clientWidth) continue; // shortened: it fills its box
    if (styleOf(element).textAlign.includes('center')) continue;
    const box = element.getBoundingClientRect();
    const right = styleOf(element.parentElement).direction === 'rtl';
    range.selectNodeContents(element);
    const lines = linesOf(range.getClientRects());
    if (lines.some((line) => (right ? box.right - line.right : line.left - box.left) > 4))
      fault('begins at the wrong side', `“${short(element.textContent)}” in ${nameOf(element)}`);
  }

  // ---- the play screen ----

  // It is as high as the window, and nobody has to look for their cards below its edge.
  const play = root.querySelector('main.play');
  const told = play?.querySelector('.kept-trouble'); // until it is closed
  if (play && !told && document.documentElement.scrollHeight > high + 2)
    fault('below the window', `.play, ${document.documentElement.scrollHeight} px`);
  const seats = [...root.querySelectorAll('.play-seat')].map((one) => one.getBoundingClientRect());
  if (seats.length > 1) {
    const heights = seats.map(({ height }) => Math.round(height));
    if (Math.max(...heights) - Math.min(...heights) > 2) fault('uneven seats', heights.join(' '));
  }
  for (const body of root.querySelectorAll('.play-panel-body')) {
    const panel = body.parentElement.getBoundingClientRect();
    const end = Math.max(...[...body.children].map((one) => one.getBoundingClientRect().bottom));
    if (panel.bottom - end > Math.max(64, panel.height / 4))
      fault('half empty', `.play-panel of ${Math.round(panel.height)} px`);
    const cut = body.scrollHeight > body.clientHeight + 1;
    if (cut && panel.height < high * 0.55)
      fault('cut', `.play-panel: ${body.clientHeight} of ${body.scrollHeight} px`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) fault('off screen', `the page, ${scrollWidth} px wide`);
  return [...found];
}
