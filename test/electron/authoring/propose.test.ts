import { describe, expect, it } from 'vitest';
import { propose } from '../../../electron/authoring/propose.ts';
import { parsePageAs } from '../../../electron/extract/page.ts';

const url = 'https://harbour.example/shop/deck';
const fetchedAt = Date.UTC(2026, 10, 23);

const card = (name: string, at: number): string =>
  `<article class="card"><h3><a href="/item/${at}">${name}</a></h3>
   <p class="text">Made in the harbour, number ${at}, and sold by the piece.</p></article>`;
const names = ['Brass lamp', 'Hemp rope', 'Folding grapnel', 'Oilskin coat', 'Jumper'];
const shop = `<!doctype html><title>Deck</title><body><main>${names.map(card).join('\n')}</main>`;

function read(kind: 'html' | 'json', text: string, of: string | null = url) {
  const reading = parsePageAs(kind, text);
  if (!reading.ok) throw new Error(reading.problem);
  return propose(reading.page, { url: of, fetchedAt, rendered: false });
}

describe('propose', () => {
  it('gives the rows of a list as a crawl would store them', () => {
    const { lists, state, title } = read('html', shop);
    const [list] = lists;
    expect(title).toBe('Deck');
    expect(state.kind).toBe('list');
    expect(list?.count).toBe(names.length);
    expect(list?.rows.map((row) => row['title'])).toEqual(names);
    expect(list?.elements).toHaveLength(names.length);
    const link = list?.fields.find(({ name }) => name === 'link');
    expect(link).toMatchObject({
      type: 'url',
      filled: 5,
      raw: '/item/0',
      samples: [0, 1, 2, 3, 4].map((at) => `https://harbour.example/item/${at}`),
    });
  });

  it.each([null, '', 'shop/deck', 'file:///deck.html'])('offers no spider for a page from %s', (of) => {
    const { lists, choices } = read('html', `${shop}<a rel="next" href="?page=2">Next</a>`, of);
    expect(lists[0]?.count).toBe(names.length);
    expect(choices).toEqual([]);
  });

  it('gives the entries of a JSON page', () => {
    const { lists, state } = read('json', '{"items":[{"name":"a","price":1},{"name":"b","price":null}]}');
    expect(state.kind).toBe('json');
    expect(lists[0]).toMatchObject({ selector: '$.items[*]', language: 'json', count: 2, elements: [] });
    expect(lists[0]?.fields.map(({ name, filled }) => [name, filled])).toEqual([
      ['name', 2],
      ['price', 1],
    ]);
  });

  it('reads what the values of JSON are, and where the next page is', () => {
    const rows = [1, 2].map((at) => ({ name: `Lamp ${at}`, href: `/item/${at}`, price: '€ 1.249,00' }));
    const { lists, next, choices } = read(
      'json',
      JSON.stringify({ data: { products: rows }, next: '/api?offset=20' }),
    );
    expect(lists[0]).toMatchObject({ label: 'products', rows: [{ name: 'Lamp 1', price: 1249 }, {}] });
    expect(next).toMatchObject([{ url: 'https://harbour.example/api?offset=20', selector: '$.next' }]);
    expect(choices.find(({ id }) => id === 'list-0-all')?.parts.rules.at(-1)).toMatchObject({
      restrict_json: ['$.next'],
      follow: true,
    });
  });

  it('takes entries that are members of an object, by their ids', () => {
    const lamp = (name: string, at: number) => ({ name, kg: at });
    const stock = {
      a1: lamp('Brass', 1),
      b2: lamp('Hemp', 2),
      'c-3': { name: 'Oilskin', kg: 3, sale: true },
    };
    const { lists } = read(
      'json',
      JSON.stringify({ stock, frame: { head: { a: 1 }, foot: { b: 2 }, x: {} } }),
    );
    expect(lists).toMatchObject([
      {
        selector: '$.stock.*',
        label: 'entries',
        count: 3,
        rows: [{ name: 'Brass' }, { name: 'Hemp' }, { sale: true }],
      },
    ]);
  });

  it('takes all of a list in an entry, and the members of objects in it', () => {
    const rows = [
      {
        name: 'Lamp',
        tags: ['sea', 'rope'],
        size: { mm: 7 },
        reviews: [{ by: 'Ada', stars: 5, at: { x: 1 } }],
      },
      { name: 'Rope', tags: [], size: { mm: 9 }, reviews: [] },
    ];
    const [list] = read('json', JSON.stringify({ rows })).lists;
    expect(list?.fields.map(({ name, definition }) => [name, definition])).toEqual([
      ['name', { json_path: '$.name' }],
      ['tags', { json_path: '$.tags[*]', get_all: true }],
      ['mm', { json_path: '$.size.mm' }],
      [
        'reviews',
        {
          type: 'nested_list',
          selector: '$.reviews[*]',
          extract: { by: { json_path: '$.by' }, stars: { json_path: '$.stars' } },
        },
      ],
    ]);
    expect(list?.rows[0]).toEqual({
      name: 'Lamp',
      tags: ['sea', 'rope'],
      mm: 7,
      reviews: [{ by: 'Ada', stars: 5 }],
    });
  });

  it('reads the one thing that a page is about', () => {
    const data = { '@type': 'Product', name: 'Brass lamp', offers: { price: '12.50', priceCurrency: 'EUR' } };
    const { state, structured, choices } = read(
      'html',
      `<title>Lamp</title><script type="application/ld+json">${JSON.stringify(data)}</script><h1>Brass lamp</h1>`,
    );
    expect(state.kind).toBe('product');
    expect(structured?.fields.map(({ name }) => name)).toContain('price');
    expect(choices[0]).toMatchObject({ id: 'product', scope: 'single' });
  });

  it('proposes nothing where nothing repeats', () => {
    const { lists, state } = read('html', '<p>One sentence.</p>');
    expect(lists).toEqual([]);
    expect(state.kind).toBe('nothing');
  });
});
