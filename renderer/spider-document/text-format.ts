import { format } from 'jsonc-parser';
import type { TextEdit } from '../../shared/spider/text-edits.ts';

/**
 * What lays a text out: indentation and spaces. Lines stay as the author has broken them, so that what was put on one line
 * on purpose stays there; only a text without any line break is broken into lines. Text that is no JSON yet is laid out as
 * far as it can be read.
 *
 * @returns edits in the order of the text
 */
export function formatEdits(text: string): TextEdit[] {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const insertSpaces = !indent.startsWith('\t');
  const edits = format(text, undefined, {
    tabSize: insertSpaces ? Math.min(indent.length, 8) : 2,
    insertSpaces,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    keepLines: text.trim().includes('\n'),
    insertFinalNewline: true,
  })
    .map(({ offset, length, content }) => ({ offset, length, text: content }))
    .filter((edit) => text.slice(edit.offset, edit.offset + edit.length) !== edit.text)
    .sort((a, b) => a.offset - b.offset);
  return edits;
}
