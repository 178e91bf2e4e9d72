import type { CaseFolding } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { refusal } from './cursor.ts';

/** Flags of a pattern or of a part of it. */
export interface Flags {
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
  verbose: boolean;
  ascii: boolean;
}

const flagLetters = new Map<string, keyof Flags>([
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['x', 'verbose'],
  ['a', 'ascii'],
  ['u', 'ascii'],
]);

/** White space and comments that verbose patterns ignore. An escaped line feed does not end a comment. */
export const verboseGap = /(?:[ \t\n\r\v\f]+|#(?:[^\n\\]|\\[^])*\n?)+/y;

const openingComment = /\(\?#(?:[^)\\]|\\[^])*\)/y;

/** The rest of a comment after `(?#`, with its closing parenthesis; an escaped one does not close it. */
export const commentRest = /(?:[^)\\]|\\[^])*\)/y;

/** Returns the case folding that the flags `i` and `a` select. */
export function foldingOf(flags: Flags): CaseFolding {
  if (!flags.ignoreCase) return 'none';
  return flags.ascii ? 'ascii' : 'unicode';
}

/**
 * Reads the flags at the start of a pattern, such as `(?i)` or `(?s)(?x)`, with comments between them. They apply to the
 * whole pattern; Python 3.11 rejects them anywhere else.
 */
export function readGlobalFlags(cursor: Cursor): Flags {
  const flags: Flags = { ignoreCase: false, multiline: false, dotAll: false, verbose: false, ascii: false };
  let unicode = false;
  for (;;) {
    const start = cursor.offset;
    if (flags.verbose && cursor.takeMatch(verboseGap)) continue;
    if (cursor.takeMatch(openingComment)) continue;
    const letters = cursor.takeMatch(/\(\?([imsxau]+)\)/y)?.[1];
    if (letters === undefined) return flags;
    for (const letter of letters) {
      if (letter === 'u') unicode = true;
      else setFlag(flags, letter, true);
    }
    if (unicode && flags.ascii) throw incompatible(start);
  }
}

/**
 * Reads the flags of a scoped group, after `(?` up to and including its colon. @returns the flags that apply inside
 */
export function readScopedFlags(cursor: Cursor, outer: Flags): Flags {
  const open = cursor.offset - 2;
  const flags = { ...outer };
  const added = new Set<string>();
  const removed = new Set<string>();
  let target = added;
  for (;;) {
    const at = cursor.offset;
    const letter = cursor.next();
    if (letter === ':') break;
    if (letter === '-' && target === added) {
      target = removed;
      continue;
    }
    if (letter === ')' && target === added) {
      throw refusal(
        'Flags for the whole pattern are only allowed at its very start.',
        open,
        `Move (?${[...added].join('')}) to the front, or write (?${[...added].join('')}:…) around the part it is for.`,
      );
    }
    if (!flagLetters.has(letter)) throw notAFlag(letter, at);
    target.add(letter);
  }
  if (target === removed && removed.size === 0) {
    throw refusal('A flag is missing after the minus sign.', open, 'Write for example (?-i:…).');
  }
  if (added.has('a') && added.has('u')) throw incompatible(open);
  for (const letter of removed) {
    if (letter === 'a' || letter === 'u') throw refusal(`The flag "${letter}" cannot be turned off.`, open);
    if (added.has(letter)) throw refusal(`The flag "${letter}" is turned on and off at once.`, open);
  }
  for (const letter of added) setFlag(flags, letter, true);
  for (const letter of removed) setFlag(flags, letter, false);
  return flags;
}

function setFlag(flags: Flags, letter: string, on: boolean): void {
  const name = flagLetters.get(letter);
  if (name !== undefined) flags[name] = letter === 'u' ? false : on;
}

function incompatible(offset: number) {
  return refusal('The flags "a" and "u" exclude each other.', offset, 'Keep one of them.');
}

function notAFlag(letter: string, offset: number) {
  if (letter === 'L') {
    return refusal('The flag "L" only works on bytes, not on text.', offset, 'Remove it.');
  }
  if (letter === '' || letter === ')')
    return refusal('These flags are not finished.', offset, 'Write for example (?i:…).');
  return refusal(`"${letter}" is not a flag.`, offset, 'The flags are a, i, m, s, u and x.');
}
