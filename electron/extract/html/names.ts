/**
 * Names of tags and attributes as strings made once: a page writes `class` a thousand times, and here that costs a
 * comparison with the text of the page, not a string. Names come lowercased (ASCII only), as the standard asks.
 */

const slotCount = 16_384;
/** What pages add is kept up to this many names of at most this length, so that odd pages cannot fill the memory. */
const nameLimit = 8000;
const lengthLimit = 48;

/** The step of the hash that `NameTable` expects: fold the codes of the name into 0, one after the other. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 32)) | 0;
}

/** Names under numbers from 0, in the order in which they were first met. */
export class NameTable {
  readonly names: string[] = [];
  private readonly hashes: number[] = [];
  private readonly slots = new Int32Array(slotCount).fill(-1);

  constructor(known: readonly string[]) {
    this.forget(known);
  }

  get isFull(): boolean {
    return this.names.length >= nameLimit;
  }

  /** Forgets all names but these, which get the numbers from 0. */
  forget(known: readonly string[]): void {
    this.names.length = 0;
    this.hashes.length = 0;
    this.slots.fill(-1);
    for (const name of known) {
      let hash = 0;
      for (let at = 0; at < name.length; at++) hash = hashStep(hash, name.charCodeAt(at));
      this.find(name, 0, name.length, hash);
    }
  }

  /** The number of the name at `start` to before `end` whose hash is `hash`, and -1 when it is not kept here. */
  find(html: string, start: number, end: number, hash: number): number {
    let slot = (hash ^ (hash >>> 15)) & (slotCount - 1);
    for (;;) {
      const index = this.slots[slot] ?? -1;
      if (index === -1) break;
      if (this.hashes[index] === hash && sameName(this.names[index] ?? '', html, start, end)) return index;
      slot = (slot + 1) & (slotCount - 1);
    }
    if (this.names.length >= nameLimit || end - start > lengthLimit) return -1;
    this.slots[slot] = this.names.length;
    this.hashes.push(hash);
    this.names.push(lowercased(html, start, end));
    return this.names.length - 1;
  }
}

function sameName(name: string, html: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at++) {
    let code = html.charCodeAt(start + at);
    if (code >= 65 && code <= 90) code += 32;
    if (code !== name.charCodeAt(at)) return false;
  }
  return true;
}

/** The name in lower case, in memory of its own: a slice would keep the whole page alive. */
export function lowercased(html: string, start: number, end: number): string {
  const name = html.slice(start, end).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return ` ${name}`.slice(1);
}
