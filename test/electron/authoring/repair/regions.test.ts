import { expect, it } from 'vitest';
import { healRegion, regionSlots } from '../../../../electron/authoring/repair/regions.ts';
import type { HealPage, Pair } from '../../../../electron/authoring/repair/places.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import { scopeOf } from '../../../../electron/extract/scope.ts';

const open = (url: string, html: string): HealPage => {
  const read = parsePageAs('html', html);
  if (!read.ok) throw new Error(read.problem);
  return { url, page: read.page, context: new PageContext(read.page, { url, fetchedAt: 0 }) };
};

const link = (path: string): string => `<a href="/${path}">${path}</a>`;
const items = (page: number, from = 0): string[] =>
  Array.from({ length: 6 }, (_, at) => `item/${10 * page + from + at}`);
const around = (content: string): string =>
  `<html><body><nav>${link('')}${link('help')}</nav>${content}<aside>${link('item/900')}${link('item/901')}</aside></body></html>`;

type Design = (links: readonly string[]) => string;
const list: Design = (links) =>
  around(`<ul class="goods">${links.map((each) => `<li>${link(each)}</li>`).join('')}</ul>`);
const grid: Design = (links) =>
  around(
    `<main><h1>Shop</h1><div id="all">${links.map((each) => `<div class="c">${link(each)}</div>`).join('')}</div></main>`,
  );
const none: Design = () => around('<div id="root"></div>');

function pairs(before: Design, after: Design, from = 0): Pair[] {
  return [1, 2, 3].map((page) => {
    const url = `https://shop.example/list/${page}`;
    const [old, fresh] = [open(url, before(items(page))), open(url, after(items(page, from)))];
    return {
      old: { scope: scopeOf(old.page), on: old },
      fresh: { scope: scopeOf(fresh.page), on: fresh },
      isSame: true,
    };
  });
}

const [css] = regionSlots({ allow: ['/item/'], restrict_css: ['ul.goods'] }, 0);
const [xpath] = regionSlots({ allow: ['/item/'], restrict_xpaths: ['//ul[@class="goods"]'] }, 0);
const takes = (url: string): boolean => url.includes('/item/');

it.each([
  ['by CSS', css],
  ['by XPath', xpath],
])('finds a region again %s, without the links beside it', (_what, slot) => {
  const healed = slot === undefined ? null : healRegion(slot, slot.present, pairs(list, grid), takes);
  expect(healed).toMatchObject({
    verdict: 'sure',
    repairs: [{ proof: { old: 18, found: 18, missing: 0, filled: 3, places: 3 } }],
  });
  const [best] = healed?.repairs ?? [];
  expect(best?.score).toBe(1);
});

it('finds a region again where a part of its links is new', () => {
  const healed = css === undefined ? null : healRegion(css, css.present, pairs(list, grid, 2), takes);
  expect(healed).toMatchObject({ verdict: 'sure', repairs: [{ proof: { old: 18, found: 12 } }] });
});

it.each([
  ['leaves a region alone that gives its links', list, 'fine'],
  ['says that a region is lost whose links are gone', none, 'lost'],
] as const)('%s', (_what, after, verdict) => {
  expect(css === undefined ? null : healRegion(css, css.present, pairs(list, after), takes)?.verdict).toBe(
    verdict,
  );
});
