// SPDX-License-Identifier: MIT
// A record inside a link: after the #, so that no server sees it. Packed (deflate) and written in
// the letters of addresses (base64url).

/** Messengers cut longer links, or leave them unmarked. */
const LINK_MAX = 4000;
/** Maximum size of a record in bytes, as in src/table/table.h. */
export const RECORD_MAX = 1 << 18;

type Packer = CompressionStream | DecompressionStream;

/** The bytes after packing or unpacking; rejects as soon as they are more than `most`. */
async function through(bytes: Uint8Array<ArrayBuffer>, packer: Packer, most: number) {
  const reader = new Blob([bytes]).stream().pipeThrough(packer).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => {});
      throw new Error('long');
    }
    parts.push(value);
  }
}

/** A link to a game; null: it is too long for one, or this browser cannot pack. */
export async function gameLink(record: string): Promise<string | null> {
  try {
    const bytes = new TextEncoder().encode(record);
    const packed = await through(bytes, new CompressionStream('deflate-raw'), LINK_MAX);
    const letters = btoa(String.fromCharCode(...packed))
      .replace(/\+/g, '-')
      .replace(/\//g, '_');
    const link = `${location.origin}${location.pathname}#game/${letters.replace(/=+$/, '')}`;
    return link.length > LINK_MAX ? null : link;
  } catch {
    return null;
  }
}

/** The record in such a link; rejects if there is none. */
export async function recordIn(letters: string): Promise<string> {
  const packed = atob(letters.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const record = await through(bytes, new DecompressionStream('deflate-raw'), RECORD_MAX);
  return new TextDecoder('utf-8', { fatal: true }).decode(record);
}
