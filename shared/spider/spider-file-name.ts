/** Names that Windows keeps for devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;
/** Characters of a name that fit into a file name beside a mark and an ending: systems take 255. */
const maxNameLength = 180;

/**
 * Names for the files of spiders that every system accepts, by the names of the spiders: `NAME.json`, and for a few with a mark after
 * "~", which no name of a spider has. Marked are names of devices of Windows (`CON~.json`), very long names, and names that differ
 * from another one of the project in the case of their letters alone: there the mark says which letters are capitals, so that
 * the names do not depend on the order of the spiders, and the one without capitals has no mark.
 */
export function spiderFileNames(spiders: readonly string[]): ReadonlyMap<string, string> {
  const alike = new Map<string, number>();
  for (const name of spiders) alike.set(name.toLowerCase(), (alike.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(
    spiders.map((name) => [name, `${stemOf(name, (alike.get(name.toLowerCase()) ?? 0) > 1)}.json`]),
  );
}

/** Whether a file of this name can be the one of a spider. */
export function isFileNameOf(file: string, spider: string): boolean {
  return [false, true].some(
    (isClash) => file.toLowerCase() === `${stemOf(spider, isClash)}.json`.toLowerCase(),
  );
}

function stemOf(name: string, isClash: boolean): string {
  const mark = isClash ? capitals(name) : '';
  if (name.length > maxNameLength) {
    const begin = name.slice(0, maxNameLength);
    return `${begin}~${hash(name.toLowerCase())}${mark === '' ? '' : `-${hash(name)}`}`;
  }
  return mark !== '' || device.test(name) ? `${name}~${mark}` : name;
}

/** Which letters of a name are capitals, as a number with a bit for each, in hexadecimal; empty: none. */
function capitals(name: string): string {
  const bits = Array.from(name, (letter, at) => (/[A-Z]/.test(letter) ? 1n << BigInt(at) : 0n));
  const sum = bits.reduce((all, bit) => all | bit, 0n);
  return sum === 0n ? '' : sum.toString(16);
}

/** A number of a text, FNV-1a of 32 bits, which tells apart names that begin alike for 180 letters. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const letter of text.toLowerCase())
    value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}
