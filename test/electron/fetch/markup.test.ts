import { describe, expect, it } from 'vitest';
import { cutMarkup, hasMoreText } from '../../../electron/fetch/markup.ts';

describe('a look at the beginning of a page', () => {
  const cases: [string, number, boolean][] = [
    ['abc', 2, true],
    ['abc', 3, false],
    ['a b \n\t c', 3, false],
    ['<p>ab<b>cd</b></p>', 3, true],
    ['<p title="long long long">ab</p>', 3, false],
    ['<script>one two three</script>ab', 3, false],
    ['<SCRIPT>if (a < b) {}</Script >abcd', 3, true],
    ['<style>p {}</style><noscript>one two</noscript>ab', 3, false],
    ['<script>never closed', 0, false],
    ['<!-- a comment --><p>ab', 1, true],
    ['<!-- a comment', 0, false],
    ['ab<p', 3, false],
    ['', 0, false],
  ];
  it.each(cases)('%j has more than %d characters: %s', (html, most, more) => {
    expect(hasMoreText(html, most)).toBe(more);
  });

  it('sees what cutting the whole page up sees, whatever the order of the pieces', () => {
    const pieces = [
      '<p>',
      '<',
      '>',
      '<script>',
      '</SCRIPT>',
      '<!--',
      '-->',
      ' ',
      'word ',
      '<svg><g>',
      '</svg>',
      '\u00a0',
    ];
    const pages = (length: number): string[] =>
      length === 0 ? [''] : pages(length - 1).flatMap((rest) => pieces.map((piece) => piece + rest));
    const wrong = pages(4).filter((html) => {
      const seen = cutMarkup(html).text.replaceAll(/\s/g, '').length;
      return hasMoreText(html, seen) || (seen > 0 && !hasMoreText(html, seen - 1));
    });
    expect(wrong).toEqual([]);
  });

  it('says of a beginning nothing that does not hold for the whole', () => {
    const html =
      '<title>A page</title><p>one <b>two</b><!-- three > --><SCRIPT>if (a < b) { four }</script> five <svg><text>six</text></svg>seven';
    const all = Array.from({ length: html.length }, (_, length) => html.slice(0, length));
    const wrong = [0, 3, 6, 10, 14].flatMap((most) =>
      all.filter((beginning) => hasMoreText(beginning, most) && !hasMoreText(html, most)),
    );
    expect(wrong).toEqual([]);
    expect(hasMoreText(html, 14)).toBe(true);
    expect(hasMoreText(html, 15)).toBe(false);
  });
});
