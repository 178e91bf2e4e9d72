import { describe, expect, it } from 'vitest';
import { printable, renderTable, shorten } from '../../../electron/cli/output.ts';

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

  it('is cut to one line of a width', () => {
    expect(shorten('  two\n  words  ', 20)).toBe('two words');
    expect(shorten('abcdefghij', 5)).toBe('abcd…');
  });
});

describe('a table', () => {
  it('has a header and one line per row, and fits the width', () => {
    const text = renderTable(
      ['name', 'value'],
      [
        ['a', 'x'.repeat(200)],
        ['b', 'y'],
      ],
      60,
    );
    const lines = text.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^name\s+value$/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines[1]).toContain('…');
  });
});
