/**
 * Interned names of tags and attributes. A page contains `class` a thousand times; here each costs a comparison with the
 * text of the page instead of a new string. Names are lower-cased (ASCII only), as the standard requires.
 */

const slotCount = 16_384;
/** Limits for names added by pages, so that unusual pages cannot fill the memory: number of names and their length. */
const nameLimit = 8000;
const lengthLimit = 48;

/** One step of the hash for `NameTable`: starts with 0 and folds in the character codes of the name. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code | 32)) | 0;
}

/** Assigns numbers to names, from 0 in order of first occurrence. */
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

  /** Removes all names except these, which get the numbers from 0. */
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

  /** Returns the number of the name from `start` to `end` (exclusive) with this hash, or -1 if the table has no room for it. */
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

/** Returns the name in lower case as a copy: a slice would keep the whole page in memory. */
export function lowercased(html: string, start: number, end: number): string {
  const name = html.slice(start, end).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return ` ${name}`.slice(1);
}
