import { describe, expect, it } from 'vitest';
import { readLabel } from '../../../../electron/authoring/pagination/label.ts';

describe('labels of controls', () => {
  it.each([
    ['Next', null, 'next'],
    ['Next »', null, 'next'],
    ['Go to next page', null, 'next'],
    ['Weiter ›', 'de', 'next'],
    ['Nächste Seite', 'de', 'next'],
    ['Page suivante', 'fr', 'next'],
    ['Siguiente →', 'es', 'next'],
    ['Volgende', 'nl', 'next'],
    ['Další', 'cs', 'next'],
    ['Следующая', 'ru', 'next'],
    ['Επόμενη', 'el', 'next'],
    ['التالي', 'ar', 'next'],
    ['下一頁', 'zh', 'next'],
    ['次のページへ', 'ja', 'next'],
    ['다음', 'ko', 'next'],
    ['Older posts', 'en', 'older'],
    ['Newer Entries »', 'en', 'newer'],
    ['‹ 上頁', 'zh-tw', 'previous'],
    ['Zurück', 'de', 'previous'],
    ['Load more', 'en', 'load'],
    ['Show more', 'en', 'more'],
    ['加载更多', 'zh', 'load'],
    ['Mehr anzeigen', 'de', 'more'],
    ['もっと見る', 'ja', 'more'],
    ['Last »', 'en', 'last'],
    ['最新', 'zh', 'newest'],
    ['Contact', 'en', null],
    ['A long sentence that happens to hold the word next and goes on for a while', 'en', null],
  ])('reads %s (%s) as %s', (text, language, direction) => {
    expect(readLabel(text, language).direction).toBe(direction);
  });

  it('reads a word in the language of the page where languages disagree', () => {
    expect(readLabel('Prima', 'it').direction).toBe('first');
    expect(readLabel('Precedenti', 'it').direction).toBe('older');
  });

  it.each([
    ['3', 3],
    ['[3]', 3],
    ['1,598', 1598],
    ['Page 4', 4],
    ['Go to page 12', 12],
    ['1 (current)', 1],
    ['第3頁', 3],
    ['٣', 3],
    ['3 comments', null],
    ['2021-04', null],
    ['Next 3', null],
  ])('reads %s as the number %s', (text, number) => {
    expect(readLabel(text, null).number).toBe(number);
  });

  it.each([
    ['›', 'right', false],
    ['»', 'right', true],
    ['chevron_right', 'right', false],
    ['←', 'left', false],
    ['↔', null, false],
  ])('reads the arrow %s', (text, arrow, double) => {
    expect(readLabel(text, null)).toMatchObject({ arrow, double });
  });
});
