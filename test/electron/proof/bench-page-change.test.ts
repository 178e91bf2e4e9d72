import { expect, it } from 'vitest';
import { parsePageAs, type Page } from '../../../electron/extract/page.ts';
import { pageChange } from '../../../electron/proof/bench-page-change.ts';
import type { PageKind } from '../../../shared/page-kind.ts';

function read(kind: PageKind, text: string): Page | null {
  const reading = parsePageAs(kind, text);
  return reading.ok ? reading.page : null;
}

const copy = (text: string, names: readonly string[] | null = null, kind: PageKind = 'html') => ({
  page: read(kind, text),
  taken: {
    callback: 'parse',
    rows: names?.length ?? null,
    reason: null,
    parts: names === null ? [] : [{ kind: 'field' as const, name: 'name', values: names }],
  },
});
const none = new Set<string>();

it.each([
  ['nothing', copy('<p>a'), copy('<p>a<script>1</script>'), none, 'Nothing that can be seen has changed.'],
  ['a text', copy('<p>a<p>b'), copy('<p>a<p>c'), none, '1 of 2 texts is new.'],
  ['a text that is gone', copy('<p>a<p>b'), copy('<p>a'), none, '1 of 2 texts is gone.'],
  [
    'records',
    copy('<li>a<li>b<li>c', ['a', 'b', 'c']),
    copy('<li>b<li>c<li>d', ['b', 'c', 'd']),
    none,
    '1 of 3 records is new, 1 of 3 records is gone, 1 of 3 texts is new.',
  ],
  [
    'a class that the spider uses, before others',
    copy('<p class="a b price">1'),
    copy('<p class="amount">1'),
    new Set(['price']),
    'Class .price, class .a and class .b are gone.',
  ],
  [
    'many names',
    copy('<p class="a b c d e">1'),
    copy('<p>1'),
    none,
    'Class .a, class .b, class .c and 2 more are gone.',
  ],
  [
    'a key',
    copy('{"a": 1, "b": 2}', null, 'json'),
    copy('{"a": 1}', null, 'json'),
    none,
    'Key b is gone, 1 of 2 texts is gone.',
  ],
  [
    'a page that cannot be read',
    copy('{}', null, 'json'),
    copy('{', null, 'json'),
    none,
    'The page can no longer be read.',
  ],
])('says what has changed on a page: %s', (_what, before, after, used, sentence) => {
  expect(pageChange(before, after, used)).toBe(sentence);
});
