import { readPattern } from '../../shared/patterns/read.ts';
import { nearNames } from '../extract/why/near-names.ts';
import { compilePattern } from '../patterns/compile.ts';
import type { PatternMatch } from '../patterns/compile.ts';

/** Why a pattern does not match a URL. */
export interface WhyUnmatched {
  /** A clause: `"/prodcut/" is not in the URL, "/product/" is`. */
  reason: string;
  /** A pattern that matches and differs little; null: none is known. */
  better: string | null;
}

/** A change of a pattern that may make it match. */
interface Change {
  pattern: string;
  reason: (match: PatternMatch) => string;
}

/** Beginnings of a pattern that are tried. */
const maxBeginnings = 300;
/** Characters of a URL that are quoted. */
const maxQuoted = 40;

/**
 * Says where in a URL a pattern stops matching: a slip that can be mended, or how far it gets.
 * @param pattern a valid pattern that does not match
 */
export const whyUnmatched = (pattern: string, url: string): WhyUnmatched =>
  slipIn(pattern, url) ?? { reason: howFar(pattern, url), better: null };

/** The slip that keeps a pattern from matching a URL, and the pattern without it; null: none is known. */
export function slipIn(pattern: string, url: string): (WhyUnmatched & { better: string }) | null {
  for (const change of changesOf(pattern, url)) {
    const match = change.pattern === pattern ? null : search(change.pattern, url);
    if (match !== null && match.end > match.index) {
      return { reason: change.reason(match), better: change.pattern };
    }
  }
  return null;
}

/** The match of a pattern; null: there is none, or the pattern cannot be used. */
function search(pattern: string, url: string): PatternMatch | null {
  const read = readPattern(pattern);
  if (!read.ok) return null;
  try {
    return compilePattern(read.pattern).search(url);
  } catch {
    // It takes too long on this URL.
    return null;
  }
}

/** The changes that are tried, likeliest first. */
function changesOf(pattern: string, url: string): Change[] {
  const fixed = (wrong: RegExp, right: string, reason: Change['reason']): Change => ({
    pattern: pattern.replace(wrong, right),
    reason,
  });
  const scheme = URL.parse(url)?.protocol ?? '';
  return [
    { pattern: `(?i)${pattern}`, reason: () => 'capitals differ' },
    fixed(/(?<=[\w/)\]])\?(?=[\w[(\\])/g, '\\?', () => 'a "?" of the URL must be written "\\?"'),
    fixed(/https?:/, scheme, () => `the URL begins with "${scheme}"`),
    fixed(/www\\?\./, '', () => 'the URL has no "www."'),
    fixed(/(?<=:\/\/)/, 'www\\.', () => 'the URL has "www." before the host'),
    fixed(/\\?\/(?=\$?$)/, '', () => 'the URL has no "/" at the end'),
    fixed(
      /\$$/,
      '',
      ({ end }) => `"$" wants the end there, but the URL goes on with ${shown(url.slice(end))}`,
    ),
    fixed(
      /^\^/,
      '',
      ({ index }) => `"^" wants it at the beginning, but it is at position ${index + 1} of the whole URL`,
    ),
    fixed(/^\^(.*)\$$/, '$1', () => '"^" and "$" want the whole URL, but it has more before and after'),
    fixed(/(?<![.)\]}\\])\*/g, '.*', () => '"*" only repeats the character before it; any text is ".*"'),
    ...nearLiterals(pattern, url),
  ];
}

/** Literal parts of a pattern that the URL has not, with the nearest parts of the URL in their place. */
function nearLiterals(pattern: string, url: string): Change[] {
  const words = [...url.matchAll(/[\p{L}\d_%-]+/gu)].map(([word]) => word);
  const known = new Map(words.flatMap((word) => [word, ...word.split(/[-_]/)]).map((word) => [word, 1]));
  const literals = [...pattern.matchAll(/(?<![\\[(?\p{L}\d])[\p{L}][\p{L}\d_-]{2,}(?![^[]*\])/gu)];
  return literals.flatMap((literal): Change[] => {
    const [word] = literal;
    if (url.includes(word)) return [];
    return nearNames(word, known, 3).map(({ name }) => ({
      pattern: pattern.slice(0, literal.index) + name + pattern.slice(literal.index + word.length),
      reason: () => `"${word}" is not in the URL, "${name}" is`,
    }));
  });
}

/** How far a pattern gets, by its longest beginning that matches. */
function howFar(pattern: string, url: string): string {
  for (const end of beginningsOf(pattern)) {
    const match = search(pattern.slice(0, end), url);
    if (match === null || match.end - match.index < 2) continue;
    const rest = pattern.slice(end);
    const then = match.end === url.length ? 'the URL ends' : `the URL has ${shown(url.slice(match.end))}`;
    return `it matches ${shown(match.groups[0] ?? '')} at position ${match.index + 1}; then "${rest}" is wanted, but ${then}`;
  }
  return 'nothing of it is in the URL';
}

/** The ends of beginnings of a pattern that do not cut a repetition, longest first. None of a pattern with alternatives. */
function beginningsOf(pattern: string): number[] {
  const ends: number[] = [];
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return [];
    if (depth === 0 && !inClass && !/[*+?{]/.test(pattern.charAt(at + 1))) ends.push(at + 1);
  }
  return ends
    .filter((end) => end < pattern.length)
    .toReversed()
    .slice(0, maxBeginnings);
}

const shown = (text: string): string =>
  `"${text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted)}…`}"`;
