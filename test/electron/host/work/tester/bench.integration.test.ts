import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallValue } from '../../../../../shared/contract/index.ts';
import { given } from '../../../../given.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

const shop = { project: 'default', spider: 'shop' };
const deck = `<ul><li><a href="/p/1">Anchor</a><b class="price">12</b></li><li><a href="/p/2">Buoy</a></li></ul>
<a class="next" href="/deck?page=2">next</a>`;

interface Shop {
  allow: string[];
  callback?: string;
  name?: string;
  price?: string;
}

const spider = ({ allow, callback = 'parse_deck', name = 'name', price = '.price' }: Shop): string =>
  JSON.stringify({
    name: 'shop',
    allowed_domains: ['shop.example'],
    start_urls: ['https://shop.example/'],
    rules: [{ allow, callback }],
    callbacks: {
      [callback]: {
        iterate: { selector: 'li' },
        extract: { [name]: { css: 'a::text' }, price: { css: `${price}::text` } },
      },
    },
  });

let studio: OpenHost;
let page: string;
beforeEach(async () => {
  studio = await openHost();
  const text = spider({ allow: ['/deck'] });
  await studio.call('spiders.save', { project: 'default', spider: null, text, base: null });
  const { upload } = await studio.call('uploads.begin', { name: 'deck.html', bytes: deck.length });
  await studio.call('uploads.append', { upload, offset: 0, data: Buffer.from(deck).toString('base64') });
  page = (await studio.call('pages.addFile', { ...shop, upload, url: 'https://shop.example/deck' })).id;
});
afterEach(() => studio.close());

type Tested = CallValue<'tests.run'>;

const run = (text?: string): Promise<Tested> =>
  studio.call('tests.run', { ...shop, ...(text === undefined ? {} : { text }), rows: true });
const states = ({ grid }: Tested): Record<string, string> =>
  Object.fromEntries(grid.cells.map(({ name, state }) => [name, state]));
const cellOf = ({ grid }: Tested, name: string) => given(grid.cells.find((cell) => cell.name === name));

it('locks cells, fields, pages and everything, and unlocks them', async () => {
  const part = { kind: 'field', name: 'name' } as const;
  expect(await run()).toMatchObject({ locked: 0, passed: false, edit: null });
  expect(await studio.call('tests.lock', { ...shop, page, part })).toEqual({ locked: 1 });
  expect(await run()).toMatchObject({ locked: 1, passed: true });
  expect(await studio.call('tests.lock', { ...shop })).toEqual({ locked: 3 });
  expect(await studio.call('tests.list', shop)).toHaveLength(3);
  expect(await studio.call('tests.unlock', { ...shop, part })).toEqual({ unlocked: 1 });
  expect(await studio.call('tests.unlock', { ...shop, page })).toEqual({ unlocked: 2 });
  const gone = await studio.ask('tests.lock', { ...shop, page: '999' });
  expect(gone).toMatchObject({ ok: false, error: { code: 'unknown-page' } });
});

it('gives the reason where a field is empty, and where nothing takes the page or its links any more', async () => {
  await studio.call('tests.lock', { ...shop });
  const empty = await run(spider({ allow: ['/deck'], price: '.prce' }));
  expect(states(empty)).toEqual({ name: 'same', price: 'empty', 'next pages': 'same' });
  expect(cellOf(empty, 'price').why).toMatch(/prce/u);
  expect(cellOf(empty, 'price').rows).toEqual([
    { state: 'empty', expected: '12', got: null },
    { state: 'same', expected: null, got: null },
  ]);
  expect(empty.edit?.sentence).toBe('This edit breaks price on 1 page.');

  const dead = await run(spider({ allow: ['/p/'] }));
  expect(states(dead)).toEqual({
    name: 'missing',
    price: 'missing',
    'next pages': 'empty',
    'other links': 'new',
  });
  expect(given(dead.grid.pages[0]).reason).toMatch(/No rule accepts it/u);
  expect(cellOf(dead, 'name').why).toMatch(/No rule accepts it/u);
  expect(cellOf(dead, 'next pages').why).toMatch(/No rule accepts it/u);
});

it('keeps what is locked through a new name of the callback, and moves it to that of a field', async () => {
  await studio.call('tests.lock', { ...shop });
  const text = spider({ allow: ['/deck'], callback: 'parse_list', name: 'title' });
  const renamed = await run(text);
  expect(states(renamed)).toEqual({ title: 'new', price: 'same', 'next pages': 'same', name: 'missing' });
  expect(renamed.grid.renamed).toEqual([{ from: 'name', to: 'title', pages: 1 }]);
  expect(await studio.call('tests.rename', { ...shop, from: 'name', to: 'title' })).toEqual({ pages: 1 });
  expect(await run(text)).toMatchObject({ passed: true });
});

it('tests no text that is not valid, and has no newer copy to keep before there is one', async () => {
  const invalid = await studio.ask('tests.run', { ...shop, text: '{}' });
  expect(invalid).toMatchObject({ ok: false, error: { code: 'invalid-spider' } });
  const none = await studio.ask('tests.keep', { page, copy: 'newer' });
  expect(none).toMatchObject({ ok: false, error: { code: 'unknown-page' } });
  const unsampled = await studio.ask('tests.sample', shop);
  expect(unsampled).toMatchObject({ ok: false, error: { code: 'no-run' } });
  expect(await studio.call('tests.drift', shop)).toMatchObject({ changes: [], grid: { cells: [] } });
});
