// SPDX-License-Identifier: MIT
// A picture of a table as the page shows it: the same elements and style sheets inside an SVG,
// which the browser draws on a canvas. So it needs no drawing of its own, and no server.

const WIDTH_MIN = 1200; // pixels, so that it is sharp on a large screen

const rulesOf = ({ cssRules }: CSSStyleSheet) => [...cssRules].map(({ cssText }) => cssText);

/** A file of this page as the letters of an address: pictures may load nothing. */
async function inlined(path: string): Promise<string> {
  const file = await (await fetch(path)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** All rules of the page, with its fonts. */
async function styles(): Promise<string> {
  let text = [...document.styleSheets].flatMap(rulesOf).join('\n');
  for (const [whole, path = ''] of text.matchAll(/url\("?(\/[^")]+)"?\)/g))
    text = text.replace(whole, `url("${await inlined(path)}")`);
  return text;
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

const textOf = (element: Element) => new XMLSerializer().serializeToString(element);

/** The element in a picture as wide as the screen, so that the same rules hold. As a text: the page
 * itself may have no styles but its own. */
async function drawingOf(element: HTMLElement, width: number, height: number): Promise<string> {
  const parts = [...document.querySelectorAll('.look-defs'), element]; // patterns are shared
  const { dir, lang, dataset } = document.documentElement;
  const { fontSize } = getComputedStyle(document.documentElement);
  const size = `width="${Math.max(innerWidth, width)}" height="${Math.max(innerHeight, height)}"`;
  const root = `dir="${dir}" lang="${lang}" data-theme="${dataset.theme}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${root} style="font-size: ${fontSize}">
<style><![CDATA[${await styles()}]]></style>
<foreignObject width="${width}" height="${height}">
<div xmlns="http://www.w3.org/1999/xhtml" dir="${dir}">${parts.map(textOf).join('')}</div>
</foreignObject></svg>`;
}

/** Draws an element as it is shown now, as PNG. Rejects where browsers do not allow that. */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const image = await imageOf(await drawingOf(element, width, height));
  const scale = Math.max(2, WIDTH_MIN / width);
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  pen?.scale(scale, scale);
  pen?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty'))), 'image/png');
  });
}
