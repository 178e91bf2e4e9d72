import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { renderTable, shorten, terminalWidth } from '../../../electron/cli/table.ts';

describe('a text cut to columns of a terminal', () => {
  it.each([
    ['a text that fits', '  two\n  words  ', 20, 'two words'],
    ['a long text', 'abcdefghij', 5, 'abcd…'],
    ['Chinese, two columns a character', '新闻标题很长', 7, '新闻标…'],
    ['Chinese that fits exactly', '新闻标', 6, '新闻标'],
    ['a character that would need half a column more', '新闻标题', 6, '新闻…'],
    ['accents, which need no column', 'e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301e\u0301'],
    ['an emoji of several code points, which is not cut in two', 'ab👩‍👩‍👧‍👦cd', 4, 'ab…'],
    ['a flag', '🇩🇪🇫🇷🇯🇵', 5, '🇩🇪🇫🇷…'],
    ['a letter under a thousand accents', `a${'\u0301'.repeat(1000)}`, 20, '…'],
    ['what would drive the terminal', 'a\u001b[31mred', 20, 'a\ufffd[31mred'],
  ])('%s', (_, text, width, expected) => {
    expect(shorten(text, width)).toBe(expected);
  });
});

describe('a table', () => {
  const widest = (text: string): number => Math.max(...text.split('\n').map((line) => stringWidth(line)));

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
    expect(lines).toEqual(['name  value', `a     ${'x'.repeat(53)}…`, 'b     y']);
    expect(widest(text)).toBeLessThanOrEqual(60);
  });

  it.each([
    ['Chinese', '日本語のニュースの見出しはとても長いことがあります', '东京'],
    ['Korean', '한국어 뉴스 제목은 매우 길 수 있습니다. 정말로 그렇습니다.', '서울'],
    ['emoji', '🎉👩‍👩‍👧‍👦🇩🇪👍🏽❤️'.repeat(8), '🎉'],
    ['full-width forms', 'ＡＢＣＤＥＦＧ'.repeat(6), 'Ａ'],
    ['accents of their own', 'e\u0301'.repeat(80), 'e\u0301'],
  ])('of %s fits the width, and its columns stand below each other', (_, long, short) => {
    const text = renderTable(
      ['title', 'city', 'n'],
      [
        [long, short, '1'],
        ['plain', 'Bonn', '2'],
        [long, long, '3'],
      ],
      60,
    );
    expect(widest(text)).toBeLessThanOrEqual(60);
    const places = text
      .split('\n')
      .slice(1)
      .map((line) => stringWidth(line.slice(0, -1)));
    expect(new Set(places).size).toBe(1);
  });

  it('gives wide columns what narrow ones leave', () => {
    const text = renderTable(['a', 'b', 'c'], [['1', 'x'.repeat(20), 'y'.repeat(100)]], 60);
    expect(text.split('\n')[1]).toBe(`1  ${'x'.repeat(20)}  ${'y'.repeat(34)}…`);
  });

  it('cuts names of columns too', () => {
    const text = renderTable(['字'.repeat(50), 'b'], [['1', '2']], 40);
    expect(text.split('\n')[0]).toBe(`${'字'.repeat(18)}…  b`);
  });

  it('keeps every column readable where there are too many', () => {
    const names = Array.from({ length: 9 }, (_, n) => `column-${n}-with-a-long-name`);
    expect(renderTable(names, [], 30)).toBe(names.map(() => 'column-…').join('  '));
  });

  it('is not cut to a width where the output is no terminal, but holds no whole articles', () => {
    const text = renderTable(['id', 'title'], [['x'.repeat(150), 'y'.repeat(1000)]], null);
    expect(text.split('\n')[1]).toBe(`${'x'.repeat(150)}  ${'y'.repeat(199)}…`);
  });

  it('has only a header without rows, and an empty cell for what is missing', () => {
    expect(renderTable(['a', 'b'], [], 60)).toBe('a  b');
    expect(renderTable(['a', 'b', 'c'], [['1']], 60)).toBe('a  b  c\n1');
  });
});

describe('the width of a terminal', () => {
  it('is what the stream says; a pipe has none, nor a terminal that does not know its own', () => {
    expect(terminalWidth({ columns: 132 })).toBe(132);
    expect(terminalWidth({})).toBeNull();
    expect(terminalWidth({ columns: 0 })).toBeNull();
  });
});
