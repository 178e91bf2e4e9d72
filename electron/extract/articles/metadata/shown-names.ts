import { keyOf, wordsOf } from './site-name.ts';
import type { Places } from './places.ts';
import type { PageScan } from './scan.ts';

/** Where the visible text of a page has a name: in its own text, only in comments, menus and parts about other pages, or nowhere. */
export type Shown = 'own' | 'foreign' | 'nowhere';

/** Names with fewer letters have to stand alone: "jd" is in many words. */
const minLetters = 5;

/** Returns a function that tells where the lines of a page have a name. Reads each line at most once per name. */
export function createShown(scan: PageScan, places: Places): (name: string) => Shown {
  let lower: readonly string[] | null = null;
  const known = new Map<string, Shown>();
  const find = (name: string): Shown => {
    lower ??= scan.lines.map(({ text }) => text.toLowerCase());
    const words = wordsOf(name);
    const key = words.join('');
    const last =
      name
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.at(-1) ?? '';
    let shown: Shown = 'nowhere';
    for (const [index, line] of scan.lines.entries()) {
      if (lower[index]?.includes(last) !== true) continue;
      const isThere =
        key.length >= minLetters
          ? keyOf(line.text).includes(key)
          : ` ${wordsOf(line.text).join(' ')} `.includes(` ${words.join(' ')} `);
      if (!isThere) continue;
      if (!places.isForeign(line)) return 'own';
      shown = 'foreign';
    }
    return shown;
  };
  return (name) => {
    const shown = known.get(name) ?? find(name);
    known.set(name, shown);
    return shown;
  };
}
