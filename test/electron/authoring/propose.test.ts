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

function read(kind: 'html' | 'json', text: string) {
  const reading = parsePageAs(kind, text);
  if (!reading.ok) throw new Error(reading.problem);
  return propose(reading.page, { url, fetchedAt, rendered: false });
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

  it('gives the entries of a JSON page', () => {
    const { lists, state } = read('json', '{"items":[{"name":"a","price":1},{"name":"b","price":null}]}');
    expect(state.kind).toBe('json');
    expect(lists[0]).toMatchObject({ selector: '$.items[*]', language: 'json', count: 2, elements: [] });
    expect(lists[0]?.fields.map(({ name, filled }) => [name, filled])).toEqual([
      ['name', 2],
      ['price', 1],
    ]);
  });

  it('proposes nothing where nothing repeats', () => {
    const { lists, state } = read('html', '<p>One sentence.</p>');
    expect(lists).toEqual([]);
    expect(state.kind).toBe('nothing');
  });
});
