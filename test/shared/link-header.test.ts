import { expect, it } from 'vitest';
import { headerLinks } from '../../shared/link-header.ts';

it.each<[string, [string, string[]][]]>([
  [
    '</p/2>; rel="next", </p/9>; rel="last"',
    [
      ['/p/2', ['next']],
      ['/p/9', ['last']],
    ],
  ],
  ['<?after=zz>; title="a, b"; rel=NEXT', [['?after=zz', ['next']]]],
  [
    '</a>; rel="prev start", </b>',
    [
      ['/a', ['prev', 'start']],
      ['/b', []],
    ],
  ],
  ['', []],
])('reads %o', (header, links) => {
  expect(headerLinks(header).map(({ target, relations }) => [target, relations])).toEqual(links);
});
