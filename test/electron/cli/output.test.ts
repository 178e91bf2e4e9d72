import { describe, expect, it } from 'vitest';
import { printable } from '../../../electron/cli/output.ts';

describe('text for a terminal', () => {
  it.each([
    ['colours and cursor moves', 'a\u001b[31mred\u001b[2Jb', 'a\ufffd[31mred\ufffd[2Jb'],
    ['the title bar', '\u001b]0;owned\u0007', '\ufffd]0;owned\ufffd'],
    ['carriage returns that overwrite a line', 'good\rbad', 'good\ufffdbad'],
    ['text that runs backwards', 'a\u202eb', 'a\ufffdb'],
    ['line breaks and tabs, which stay', 'a\n\tb', 'a\n\tb'],
  ])('cannot drive it: %s', (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});
