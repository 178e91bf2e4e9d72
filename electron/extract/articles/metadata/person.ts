import { alternatives, fold, months } from '../../datetime/names.ts';
import { relativeWords } from '../../datetime/relative-words.ts';
import { readFreeForm } from '../../datetime/free-form.ts';
import { normalizeSpace } from '../../text.ts';
import {
  ambiguousPrefix,
  bareRole,
  bylineEnd,
  bylinePrefix,
  deskRole,
  notAnAuthor,
  role,
} from './byline-words.ts';

const month = `(?:${alternatives(months.keys())})`;
/** Matches a date without a year next to a name: "Mar 14", "Thursday, 9 November". */
const shortDate = new RegExp(
  `,?\\s*(?:${month}\\.?\\s*\\d{1,2}(?!\\d)|\\d{1,2}\\.?\\s*${month}(?!\\p{L})|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\\s+(?=${month}|\\d))`,
  'u',
);

/** Folds a text if that keeps its length, so that offsets stay valid; else returns null. */
function foldInPlace(text: string): string {
  return text.replaceAll(/[^\s\d]/gu, (char) => {
    const small = fold(char);
    return small.length === char.length ? small : char;
  });
}

function withoutPrefix(text: string): string {
  let rest = text;
  for (let round = 0; round < 3; round += 1) {
    const match =
      ambiguousPrefix.exec(rest) ?? bylinePrefix.exec(foldInPlace(rest)) ?? /^By(?=\p{Lu}\p{Ll})/u.exec(rest);
    if (match === null || match[0].length >= rest.length) break;
    rest = rest.slice(match[0].length).replace(/^[\s:|–—-]+/u, '');
  }
  return rest;
}

/** Particles in names that are not capitalized. */
const particles =
  /^(?:van|von|vom|zu|zur|de|der|den|des|del|della|di|da|dos|das|do|du|la|le|el|al|bin|ibn|ter|ten|te|y|e|i|und|and|et|av|af|och|og|the|of|for|&|\+|for|to|in|at|st|d'|l'|jr|sr|phd|md)\.?$/iu;

/** Whether a text may be the name of a person, group or account: few words, most of them capitalized. */
function isNameLike(text: string): boolean {
  const words = text.split(/[\s,]+/u).filter((word) => word !== '');
  if (words.length === 0 || words.length > 14) return false;
  const cased = words.filter((word) => /^\p{L}/u.test(word) && !particles.test(word));
  const capital = cased.filter((word) => !/^\p{Ll}/u.test(word)).length;
  if (words.length === 1) return true;
  return capital >= cased.length * 0.6 || (words.length <= 3 && capital === 0);
}

/** Leaves out the roles among what follows a name after commas, and the place of work after a role: "Chief Editor, Harbour Post". */
function withoutRoles(parts: readonly string[]): string[] {
  const kept: string[] = [];
  let afterRole = false;
  for (const part of parts) {
    if (isRole(part) || /^\p{Ll}{4,}/u.test(part)) afterRole = true;
    else if (!afterRole || /^(?:and|und|et|y|e|og|och|en|i)\s/u.test(part)) {
      kept.push(part);
      afterRole = false;
    }
  }
  return kept;
}

/** Cuts a role that follows a name without a comma, as in text that was put together from two lines: "Ada Bell Senior Reporter". */
function withoutRole(text: string): string {
  const words = text.split(' ');
  for (let count = 2; count < Math.min(words.length - 1, 5); count += 1)
    if (bareRole.test(fold(words.slice(count).join(' ')))) return words.slice(0, count).join(' ');
  return text;
}

let weekdays: ReadonlySet<string> | null = null;

/** Whether a text is a day of the week in a language that dates are read in. */
function isWeekday(key: string): boolean {
  weekdays ??= new Set(
    [...Object.keys(relativeWords), 'ar', 'fa', 'he', 'hu', 'hi'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
        return [4, 5, 6, 7, 8, 9, 10].map((day) => fold(format.format(Date.UTC(2024, 2, day))));
      }),
    ),
  );
  return weekdays.has(key);
}

const isRole = (text: string): boolean => role.test(fold(text)) || deskRole.test(fold(text));

/**
 * Cleans the names in a byline or author field: removes "By", roles, dates, URLs and accounts. Returns null if there is no
 * name but a date, a URL, a sentence or a placeholder.
 */
export function cleanNames(source: string): string | null {
  let text = normalizeSpace(source.replaceAll(/<[^<>]{0,200}>|[\u200E\u200F]/g, ' '));
  if (text.length < 2 || text.length > 300) return null;
  text = withoutPrefix(text.replace(/^[\s"“”'*•|·:–—-]+/u, ''));
  const folded = foldInPlace(text);
  const ends = [bylineEnd, shortDate].map((pattern) => pattern.exec(folded.slice(1))?.index ?? text.length);
  text = text.slice(0, Math.min(...ends) + 1);
  const [head = '', ...tail] = text.split(/,\s*/u);
  text = withoutRole([head, ...withoutRoles(tail)].join(', '));
  text = text.replaceAll(/^[\s,;|•·–—:"“”*-]+|[\s,;|•·–—:"“”*-]+$/gu, '').replace(/(?<=\p{Ll}{2})\.$/u, '');
  const key = fold(text);
  if (
    text.length < 2 ||
    text.length > 120 ||
    shortDate.exec(key)?.index === 0 ||
    notAnAuthor.test(key) ||
    isWeekday(key) ||
    role.test(key) ||
    bareRole.test(key)
  )
    return null;
  if (/https?:|www\.|^@?\S+@\S+\.\S+$|[{}<>=_]{2}|^\S+\.\S+\.\S+$|[!?%€$]/u.test(text)) return null;
  if (
    !/\p{L}{2}/u.test(text) ||
    readFreeForm(text) !== null ||
    (/^\d+\s/u.test(text) && !/^\d+ \p{Lu}/u.test(text))
  )
    return null;
  return isNameLike(text) ? text : null;
}

/** Matches account names, such as "andrew.keaveney" and "akeaveney". */
export const isAccount = (name: string): boolean =>
  !/\s/.test(name) && (/[._\d]/.test(name) || !/^[\p{Lu}\p{Lo}]/u.test(name));

/** Matches two to four words, the first of them capitalized. */
export const isFullName = (name: string): boolean =>
  /^\p{Lu}[\p{L}.'’-]*(?:\s+\p{L}[\p{L}.'’-]*){1,3}$/u.test(name);

/** Splits a text with several names. */
export function splitNames(text: string): string[] {
  return text
    .split(/\s*[;/]\s*|\s+(?:and|und|et|y|e|och|og|en|i|és|ve|и|та|&|\+)\s+|\s*,\s*(?:and\s+|und\s+)?|、/iu)
    .map((name) => name.trim())
    .filter((name) => name.length > 1);
}
