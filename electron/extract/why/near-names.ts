import { editDistance, plainName } from '../../../shared/spider/nearest.ts';

/** A name that may be meant in place of another one. */
export interface NearName {
  name: string;
  /** How often the page has it. */
  count: number;
  /** How unlikely it is that this one is meant: from 1, the same but for case and separators, to 8. */
  cost: number;
}

/** Names that differ in this many characters, by length, may be meant; as `nearest` counts them. */
const maxSlips = 3;
/** Tokens of a name that two names must share have at least so many characters. */
const minToken = 3;
/** Names and values longer than this are not compared, which takes the square of their length. */
const maxLength = 200;

/**
 * The names that a misspelt one may mean, likeliest first: the same but for case and separators, a few edits away, the same words in
 * another order, and names that share words with it. Takes time linear in the known names.
 *
 * @param known the names on the page with their counts, without the wanted one
 */
export function nearNames(wanted: string, known: ReadonlyMap<string, number>, limit = 6): NearName[] {
  if (wanted === '' || wanted.length > maxLength) return [];
  const plain = plainName(wanted);
  const letters = lettersOf(plain);
  const tokens = tokensOf(wanted);
  const most = plain.length < 3 ? 0 : Math.min(maxSlips, Math.floor(plain.length / 3));
  const near: NearName[] = [];
  for (const [name, count] of known) {
    if (name === wanted || name === '' || name.length > maxLength) continue;
    const cost = spelling({ plain, letters, most }, name) ?? wording(tokens, name);
    if (cost !== null) near.push({ name, count, cost });
  }
  return near.toSorted((a, b) => a.cost - b.cost || b.count - a.count).slice(0, limit);
}

/** What a name costs as a spelling of the wanted one; null: it is too far from it. */
function spelling(
  { plain, letters, most }: { plain: string; letters: number; most: number },
  name: string,
): number | null {
  const other = plainName(name);
  if (other === plain) return 1;
  // Of two letters, only the order may be wrong.
  if (plain.length === 2 && other === plain.charAt(1) + plain.charAt(0)) return 2;
  if (Math.abs(other.length - plain.length) > most) return null;
  if (bits(letters ^ lettersOf(other)) > 2 * most) return null;
  const slips = editDistance(plain, other);
  if (slips > most) return null;
  // A first letter is rarely wrong.
  return 2 * slips + (other.charAt(0) === plain.charAt(0) ? 0 : 0.5);
}

/** What a name costs that shares words with the wanted one; null: it shares none that counts. */
function wording(tokens: readonly string[], name: string): number | null {
  const others = tokensOf(name);
  const shared = tokens.filter((token) => others.includes(token));
  if (!shared.some((token) => token.length >= minToken)) return null;
  const extra = tokens.length + others.length - 2 * shared.length;
  if (extra === 0) return 3;
  if (shared.length === tokens.length || shared.length === others.length) return 5 + Math.min(extra, 4) / 4;
  return 2 * shared.length >= Math.min(tokens.length, others.length) ? 7 + Math.min(extra, 4) / 4 : null;
}

/** The words of a name: "productPrice-now" is made of product, price and now. */
const tokensOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token !== '');

/** The letters of a text as bits, to tell quickly that two texts have little in common. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function bits(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count += 1;
  return count;
}
