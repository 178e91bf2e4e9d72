import type { Node } from 'jsonc-parser';
import type { Problem } from './problems.ts';
import type { TextEdit } from './text-edits.ts';
import { TextPositions } from './text-positions.ts';

/** A change that fixes a problem and leaves everything else as it is. */
export interface QuickFix {
  /** The label of its button. */
  title: string;
  /** In text order; edits never overlap. */
  edits: TextEdit[];
  /** Whether this is the most likely fix. */
  preferred: boolean;
}

/** Returns the first group of a pattern in a hint; null if the hint does not match. */
export function said(hint: string | null, pattern: RegExp): string | null {
  return pattern.exec(hint ?? '')?.[1] ?? null;
}

/** Moves the edits of a fix by a number of UTF-16 units. */
export function shifted(fix: QuickFix, by: number): QuickFix {
  return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, offset: edit.offset + by })) };
}

const fix = (title: string, ...edits: TextEdit[]): QuickFix => ({ title, edits, preferred: true });

/**
 * Returns the fixes of a syntax problem, whose code starts with "json-".
 * @param node the value with the problem, if it is about a value
 */
export function syntaxFixes(text: string, problem: Problem, node: Node | undefined): QuickFix[] {
  const { code, line, column } = problem;
  if (node !== undefined && (code === 'json-number-precision' || code === 'json-number')) {
    const { offset, length } = node;
    return [fix('Put it in quotes', { offset, length, text: `"${text.slice(offset, offset + length)}"` })];
  }
  if (line === null || column === null) return [];
  const offset = new TextPositions(text, null).offsetAt(line, column);
  switch (code) {
    case 'json-trailing-comma':
      return [fix('Remove the comma', { offset, length: 1, text: '' })];
    case 'json-comment': {
      const comment = /^\/\/[^\r\n]*|^\/\*[^]*?(?:\*\/|$)/.exec(text.slice(offset))?.[0] ?? '';
      const one = fix('Remove the comment', withItsLine(text, offset, comment.length));
      return comment === '' ? [] : [one, ...allComments(text)];
    }
    case 'json-syntax':
    case 'json-number':
      return wordFixes(text, offset, problem);
    default:
      return [];
  }
}

/** Fixes a word that is not JSON, or a missing comma before one. */
function wordFixes(text: string, offset: number, { message, hint }: Problem): QuickFix[] {
  const rest = text.slice(offset, offset + 10_000);
  if (hint === 'Put a comma between the two.') {
    return [fix('Add the comma', { offset: text.slice(0, offset).trimEnd().length, length: 0, text: ',' })];
  }
  if (!/ is not (?:JSON|a number that JSON knows)$/.test(message)) return [];
  const single = hint === 'Use double quotes.' ? /^'((?:[^'\\\r\n]|\\.)*)'/.exec(rest) : null;
  if (single !== null) {
    const quoted = JSON.stringify((single[1] ?? '').replaceAll("\\'", "'"));
    return [fix('Use double quotes', { offset, length: single[0].length, text: quoted })];
  }
  const word = /^[^\s,:[\]{}"]+/.exec(rest)?.[0] ?? '';
  if (word === '') return [];
  const meant = said(hint, /^Write (.+)\.$/);
  if (meant !== null) return [fix(`Write ${meant}`, { offset, length: word.length, text: meant })];
  return hint === 'Put text and keys in double quotes.'
    ? [fix('Put it in double quotes', { offset, length: word.length, text: JSON.stringify(word) })]
    : [];
}

/** A fix that removes all comments, if there are several. */
function allComments(text: string): QuickFix[] {
  const edits: TextEdit[] = [];
  for (const { 0: found, index } of text.matchAll(
    /"(?:[^"\\\r\n]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g,
  )) {
    if (!found.startsWith('"')) edits.push(withItsLine(text, index, found.length));
  }
  return edits.length < 2 ? [] : [{ ...fix('Remove all comments', ...edits), preferred: false }];
}

/** Removes a range of text, including its line if nothing else is on it. */
function withItsLine(text: string, offset: number, length: number): TextEdit {
  const before = /[ \t]*$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[0].length ?? 0;
  const begin = offset - before;
  const after = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(offset + length, offset + length + 1000));
  if (after === null) return { offset, length, text: '' };
  const isAlone = begin === 0 || text[begin - 1] === '\n';
  return { offset: begin, length: before + length + (isAlone ? after[0].length : 0), text: '' };
}
