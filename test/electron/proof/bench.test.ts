import { describe, expect, it } from 'vitest';
import { createOffline, readKeptPage } from '../../../electron/engine/offline.ts';
import { callbacksOf } from '../../../electron/proof/bench-callbacks.ts';
import { effectSentence, effectsOf } from '../../../electron/proof/bench-effect.ts';
import { takePage, type TakenPage } from '../../../electron/proof/bench-take.ts';
import { judgePages, partsOf, renamedFields, type Locked } from '../../../electron/proof/bench.ts';
import type { Spider } from '../../../shared/spider/schema.ts';

const site = 'https://shop.example';

const listing = (rows: string, next = '/deck?page=2') =>
  `<ul>${rows}</ul><a class="next" href="${next}">next</a><a href="/deck">here</a>`;
const row = (name: string, price: string) =>
  `<li><a href="/p/${name}">${name}</a><b class="price">${price}</b></li>`;

const pages: Record<string, { url: string; text: string }> = {
  deck: { url: `${site}/deck`, text: listing(row('anchor', '12') + row('buoy', '')) },
  deck2: { url: `${site}/deck?page=2`, text: '<ul></ul>' },
  anchor: { url: `${site}/p/anchor`, text: '<h1>Anchor</h1><p id="sku">HC-1</p>' },
};

const spider = (changes: Partial<Spider['callbacks'] & object> = {}): Spider => ({
  name: 'shop',
  allowed_domains: ['shop.example'],
  start_urls: [`${site}/deck`],
  rules: [
    { allow: ['/deck'], callback: 'parse_deck', follow: true },
    { allow: ['/p/'], callback: 'parse_product', follow: false },
  ],
  callbacks: {
    parse_deck: {
      iterate: { selector: 'li' },
      extract: { name: { css: 'a::text' }, price: { css: '.price::text' } },
    },
    parse_product: { extract: { title: { css: 'h1::text' }, sku: { css: '#sku::text' } } },
    ...changes,
  },
});

function taken(document: Spider, names = Object.keys(pages)): Map<string, TakenPage> {
  const trial = { spider: document, offline: createOffline(document) };
  const placed = names.map((id) => {
    const { url = '', text = '' } = pages[id] ?? {};
    const facts = { kind: 'html' as const, contentType: null, fetchedAt: 0, rendered: false };
    return { id, url, known: null, read: readKeptPage({ url, text, ...facts }) };
  });
  const callbacks = callbacksOf(trial, placed);
  return new Map(placed.map(({ id, read }) => [id, takePage(trial, read, callbacks.get(id) ?? null)]));
}

/** Everything that a spider takes, locked. */
const allLocked = (document: Spider): Map<string, readonly Locked[]> =>
  new Map([...taken(document)].map(([id, { parts }]) => [id, parts]));

function judged(document: Spider, locks: ReadonlyMap<string, readonly Locked[]>) {
  const benched = [...taken(document)].map(([page, each]) => ({
    page,
    taken: each,
    locked: locks.get(page) ?? [],
  }));
  const cells = judgePages(benched);
  return { benched, cells, parts: partsOf(benched, cells) };
}

const inShort = (cells: ReturnType<typeof judged>['cells']): Record<string, string> =>
  Object.fromEntries(cells.map(({ page, name, state }) => [`${page} ${name}`, state]));

const product = (extract: NonNullable<NonNullable<Spider['callbacks']>[string]['extract']>) => ({
  parse_product: { extract },
});
const deck = (extract: NonNullable<NonNullable<Spider['callbacks']>[string]['extract']>) => ({
  parse_deck: { iterate: { selector: 'li' }, extract },
});

describe('what a spider takes', () => {
  it('is the values of each field by row, and where links lead', () => {
    const all = taken(spider());
    expect(all.get('deck')).toEqual({
      callback: 'parse_deck',
      rows: 2,
      reason: null,
      parts: [
        { kind: 'field', name: 'name', values: ['anchor', 'buoy'] },
        { kind: 'field', name: 'price', values: ['12', null] },
        { kind: 'links', name: 'next pages', values: [`${site}/deck?page=2`] },
        { kind: 'links', name: 'other links', values: [`${site}/p/anchor`, `${site}/p/buoy`] },
      ],
    });
    expect(all.get('anchor')).toMatchObject({ callback: 'parse_product', rows: null });
    expect(all.get('deck2')).toMatchObject({ rows: 0, reason: expect.stringMatching(/^No rows/) });
  });

  it('of a page that only rows lead to is that of their callback', () => {
    const { rules: _rules, ...rest } = spider();
    const led: Spider = {
      ...rest,
      rules: [{ allow: ['/deck'], callback: 'parse_deck', follow: true }],
      callbacks: {
        ...rest.callbacks,
        parse_deck: {
          iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_product' } },
        },
      },
    };
    expect(taken(led).get('anchor')?.callback).toBe('parse_product');
    expect(taken(led, ['anchor']).get('anchor')?.callback).toBe('parse_product');
    expect(taken(led).get('deck')?.parts).toContainEqual({
      kind: 'links',
      name: 'other links',
      values: [`${site}/p/anchor`, `${site}/p/buoy`],
    });
  });
});

describe('the grid', () => {
  it('is new until something is locked, and the same after', () => {
    const { cells } = judged(spider(), new Map());
    expect(new Set(cells.map(({ state }) => state))).toEqual(new Set(['new']));
    const again = judged(spider(), allLocked(spider()));
    expect(new Set(again.cells.map(({ state }) => state))).toEqual(new Set(['same']));
    expect(again.parts.map(({ name }) => name)).toEqual([
      'name',
      'price',
      'title',
      'sku',
      'next pages',
      'other links',
    ]);
  });

  it.each([
    [
      'another value',
      product({ title: { css: '#sku::text' }, sku: { css: '#sku::text' } }),
      'anchor title',
      'changed',
    ],
    ['nothing', product({ title: { css: 'h1::text' }, sku: { css: '#nope::text' } }), 'anchor sku', 'empty'],
    ['no field', product({ title: { css: 'h1::text' } }), 'anchor sku', 'missing'],
    [
      'a value where none was',
      deck({
        name: { css: 'a::text' },
        price: { css: '.price::text', processors: [{ type: 'default', default: '0' }] },
      }),
      'deck price',
      'new',
    ],
    ['all values gone', deck({ name: { css: 'i' }, price: { css: '.price::text' } }), 'deck name', 'empty'],
    ['an empty list, as locked', deck({ name: { css: 'a::text' } }), 'deck2 name', 'same'],
  ])('tells %s', (_what, changes, cell, state) => {
    const { cells } = judged(spider(changes), allLocked(spider()));
    expect(inShort(cells)[cell]).toBe(state);
  });

  it('tells that the next page is gone', () => {
    const { rules: _rules, ...rest } = spider();
    const dead: Spider = { ...rest, rules: [{ allow: ['/p/'], callback: 'parse_product', follow: false }] };
    const { cells } = judged(dead, allLocked(spider()));
    expect(inShort(cells)).toMatchObject({ 'deck next pages': 'empty', 'deck name': 'missing' });
  });

  it('keeps what is locked when a callback gets another name', () => {
    const { callbacks, rules, ...rest } = spider();
    const renamed: Spider = {
      ...rest,
      rules:
        rules?.map((rule) => ({
          ...rule,
          callback: rule.callback === 'parse_product' ? 'parse_item' : (rule.callback ?? null),
        })) ?? [],
      callbacks: {
        parse_deck: callbacks?.['parse_deck'] ?? {},
        parse_item: callbacks?.['parse_product'] ?? {},
      },
    };
    const { cells } = judged(renamed, allLocked(spider()));
    expect(new Set(cells.map(({ state }) => state))).toEqual(new Set(['same']));
  });

  it('finds the new name of a field', () => {
    const changed = spider(product({ headline: { css: 'h1::text' }, sku: { css: '#sku::text' } }));
    const { benched, cells } = judged(changed, allLocked(spider()));
    expect(inShort(cells)).toMatchObject({ 'anchor title': 'missing', 'anchor headline': 'new' });
    expect(renamedFields(benched, cells)).toEqual([{ from: 'title', to: 'headline', pages: 1 }]);
    const gone = judged(spider(product({ sku: { css: '#sku::text' } })), allLocked(spider()));
    expect(renamedFields(gone.benched, gone.cells)).toEqual([]);
  });
});

describe('what an edit does', () => {
  const sentence = (edited: Spider, locks: ReadonlyMap<string, readonly Locked[]>): string | null =>
    effectSentence(effectsOf(judged(spider(), locks).cells, judged(edited, locks).cells));
  const filling = deck({
    name: { css: 'a::text' },
    price: { css: '.price::text', processors: [{ type: 'default', default: '0' }] },
  });
  const breaking = product({ title: { css: 'h1::text' }, sku: { css: '#nope::text' } });

  it.each([
    ['nothing', spider(), null],
    ['fills', spider(filling), 'This edit fills price on 1 more page.'],
    ['breaks', spider(breaking), 'This edit breaks sku on 1 page.'],
    [
      'both',
      spider({ ...filling, ...breaking }),
      'This edit fills price on 1 more page and breaks sku on 1.',
    ],
    [
      'a new name',
      spider(product({ headline: { css: 'h1::text' }, sku: { css: '#sku::text' } })),
      'This edit adds headline on 1 page and breaks title on 1.',
    ],
  ])('is said in one sentence: %s', (_what, edited, expected) => {
    expect(sentence(edited, allLocked(spider()))).toBe(expected);
  });

  it.each([
    ['empties', spider(breaking), 'This edit empties sku on 1 page.'],
    [
      'changes',
      spider(product({ title: { css: '#sku::text' }, sku: { css: '#sku::text' } })),
      'This edit changes title on 1 page.',
    ],
    ['drops', spider(product({ title: { css: 'h1::text' } })), 'This edit drops sku on 1 page.'],
  ])('is said without locked values, too: %s', (_what, edited, expected) => {
    expect(sentence(edited, new Map())).toBe(expected);
  });

  it('names at most four effects', () => {
    const effects = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
      verb: 'breaks' as const,
      name,
      pages: 2,
    }));
    expect(effectSentence(effects)).toBe(
      'This edit breaks a on 2 pages, b on 2, c on 2, d on 2 and affects 2 more fields.',
    );
    expect(
      effectSentence([
        { verb: 'fills', name: 'price', pages: 2 },
        { verb: 'changes', name: 'price', pages: 1 },
      ]),
    ).toBe('This edit fills price on 2 more pages and changes it on 1.');
  });
});
