import { expect, it } from 'vitest';
import type { Callback, FieldExtract } from '../../../../shared/spider/schema.ts';
import { heal } from '../../../../electron/authoring/repair/heal.ts';
import { valueAt, type HealPage, type Pair } from '../../../../electron/authoring/repair/places.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import { scopeOf } from '../../../../electron/extract/scope.ts';

interface Lamp {
  readonly name: string;
  readonly price: string;
  readonly stock: number;
  readonly makers: readonly string[];
}

const lamps: readonly Lamp[] = [
  { name: 'Aurora', price: '1,249.50', stock: 3, makers: ['Ann Lee', 'Bo Dahl'] },
  { name: 'Boreal', price: '89.00', stock: 14, makers: ['Cleo Fox'] },
  { name: 'Corona', price: '310.75', stock: 7, makers: ['Dan Roe', 'Eva Sand', 'Finn Ek'] },
  { name: 'Dawn Light', price: '45.20', stock: 0, makers: ['Gil Moss', 'Hans Ott'] },
  { name: 'Ember', price: '720.00', stock: 21, makers: ['Ida Berg'] },
];

const before = ({
  name,
  price,
  stock,
  makers,
}: Lamp): string => `<html><body><ul class="menu"><li>Home</li></ul>
  <div class="lamp"><h1 class="lamp-name">${name}</h1><img class="photo" src="/img/${name.length}/${stock}.jpg" alt="">
  <p class="price">Now only EUR ${price} incl. tax</p><p class="stock">${stock} in stock</p>
  <ul class="makers">${makers.map((maker) => `<li class="maker"><b>${maker}</b></li>`).join('')}</ul>
  <a class="sheet" href="/sheets/${name.toLowerCase().replace(' ', '-')}.pdf">Data sheet</a></div></body></html>`;

/** The same lamp after the redesign, when its price and stock may be others. */
const after = ({
  name,
  price,
  stock,
  makers,
}: Lamp): string => `<html><body><ul class="nav"><li>Home</li></ul>
  <main class="m1"><div class="m2"><h2 class="m3">${name}</h2></div><figure><img class="m4" src="/img/${name.length}/${stock}.jpg" alt=""></figure>
  <div class="m5"><span class="m6">Now only EUR ${price} incl. tax</span></div><div class="m7">${stock} in stock</div>
  <ol class="m8">${makers.map((maker) => `<li class="m9"><i>${maker}</i></li>`).join('')}</ol>
  <p><a class="m10" href="/sheets/${name.toLowerCase().replace(' ', '-')}.pdf">Data sheet</a></p></main></body></html>`;

const open = (url: string, html: string): HealPage => {
  const read = parsePageAs('html', html);
  if (!read.ok) throw new Error(read.problem);
  return { url, page: read.page, context: new PageContext(read.page, { url, fetchedAt: 0 }) };
};

function pairs(change: (lamp: Lamp, at: number) => Lamp = (lamp) => lamp): Pair[] {
  return lamps.map((lamp, at) => {
    const url = `https://lamps.example/${at}`;
    const [old, fresh] = [open(url, before(lamp)), open(url, after(change(lamp, at)))];
    return {
      old: { scope: scopeOf(old.page), on: old },
      fresh: { scope: scopeOf(fresh.page), on: fresh },
      isSame: true,
    };
  });
}

const dearer = (lamp: Lamp, at: number): Lamp => (at === 1 ? { ...lamp, price: '95.00' } : lamp);

const fields: [
  string,
  FieldExtract,
  (lamp: Lamp) => unknown,
  found: number,
  change?: (lamp: Lamp, at: number) => Lamp,
][] = [
  ['a text by CSS', { css: '.lamp-name::text' }, ({ name }) => name, 5],
  ['a text by XPath', { xpath: '//h1[@class="lamp-name"]/text()' }, ({ name }) => name, 5],
  [
    'a text by a function of XPath',
    { xpath: 'normalize-space(//h1[@class="lamp-name"])' },
    ({ name }) => name,
    5,
  ],
  [
    'an attribute by CSS',
    { css: 'a.sheet::attr(href)' },
    ({ name }) => `/sheets/${name.toLowerCase().replace(' ', '-')}.pdf`,
    5,
  ],
  [
    'an attribute by XPath',
    { xpath: '//img[@class="photo"]/@src' },
    ({ name, stock }) => `/img/${name.length}/${stock}.jpg`,
    5,
  ],
  [
    'a number out of a text',
    { css: '.price::text', processors: [{ type: 'regex', pattern: '([\\d,.]+)' }, { type: 'number' }] },
    ({ price }) => Number(price.replace(',', '')),
    5,
  ],
  [
    'a number of which one has changed',
    { css: '.price::text', processors: [{ type: 'regex', pattern: '([\\d,.]+)' }, { type: 'number' }] },
    ({ price }) => Number(price.replace(',', '')),
    4,
    dearer,
  ],
  ['a whole number', { css: '.stock::text', processors: [{ type: 'number' }] }, ({ stock }) => stock, 5],
  ['all of several', { css: '.maker b::text', get_all: true }, ({ makers }) => makers, 5],
];

it.each(fields)('finds %s again', (_what, field, expected, found, change) => {
  const tried = pairs(change);
  const [healed] = heal({ extract: { field } }, tried);
  expect(healed).toMatchObject({
    verdict: 'sure',
    repairs: [{ proof: { old: 5, found, changed: 5 - found } }],
  });
  const replacement = healed?.repairs[0]?.replacement;
  if (typeof replacement !== 'object') throw new Error('A field is replaced by a definition.');
  expect(replacement.processors).toEqual(field.processors);
  const now = lamps.map((lamp, at) => expected(change?.(lamp, at) ?? lamp));
  expect(tried.map(({ fresh }) => valueAt(fresh, replacement))).toEqual(now);
});

it('finds the entries of a nested list again, and what is nested in them', () => {
  const nested: Callback = {
    extract: {
      makers: { type: 'nested_list', selector: '.maker', extract: { who: { css: 'b::text' } } },
    },
  };
  const healed = heal(nested, pairs());
  expect(healed.map(({ slot, verdict }) => [slot.name, verdict])).toEqual([
    ['makers', 'sure'],
    ['makers.who', 'sure'],
  ]);
});

it('leaves fields alone whose page has only other values', () => {
  const same = lamps.map((lamp, at): Pair => {
    const url = `https://lamps.example/${at}`;
    const [old, fresh] = [open(url, before(lamp)), open(url, before(dearer(lamp, at)))];
    return {
      old: { scope: scopeOf(old.page), on: old },
      fresh: { scope: scopeOf(fresh.page), on: fresh },
      isSame: true,
    };
  });
  const callback: Callback = {
    extract: { name: { css: '.lamp-name::text' }, price: { css: '.price::text' } },
  };
  expect(heal(callback, same).map(({ verdict }) => verdict)).toEqual(['fine', 'fine']);
});
