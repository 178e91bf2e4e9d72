import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page } from '../servers/routes.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { call } from './call.ts';

/** What the site serves; a test changes it. */
const shop = { price: '12.50', className: 'price', names: ['Anchor', 'Buoy', 'Cleat'] };

const listing = (): string => {
  const rows = shop.names.map(
    (name) => `<li><a href="/p/${name}">${name}</a> <b class="${shop.className}">${shop.price}</b></li>`,
  );
  return `<!doctype html><title>Deck</title><ul>${rows.join('')}</ul>`;
};

let site: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-test-'));
  site = await startServer({
    '/': (visit) => page(listing())(visit),
    ...Object.fromEntries(
      shop.names.map((name) => [
        `/p/${name}`,
        page(`<!doctype html><h1>${name}</h1><i id="sku">HC-${name}</i>`),
      ]),
    ),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site.close();
});

const studio = (...args: string[]) => call([...args, '--data-dir', folder]);

function spiderFile(price: string, sku = '#sku::text'): string {
  const file = join(folder, 'shop.json');
  const spider = {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url('/')],
    rules: [
      { allow: ['/$'], callback: 'parse_deck', follow: true },
      { allow: ['/p/'], callback: 'parse_product', follow: false },
    ],
    callbacks: {
      parse_deck: {
        iterate: { selector: 'li' },
        extract: { name: { css: 'a::text' }, price: { css: price } },
      },
      parse_product: { extract: { title: { css: 'h1::text' }, sku: { css: sku } } },
    },
    settings: { ROBOTSTXT_OBEY: false },
  };
  writeFileSync(file, JSON.stringify(spider));
  return file;
}

interface Tested {
  passed: boolean;
  fields: { page: string; field: string; state: string; expected: unknown; got: unknown }[];
}

it('tests a spider, from the first sample to a page that has changed', async () => {
  await studio('import', spiderFile('.price::text'));
  const none = await studio('test', 'shop', '--json');
  expect(none.code).toBe(1);
  expect(none.json<{ error: { code: string; hint: string } }>().error).toMatchObject({
    code: 'no-tests',
    hint: expect.stringContaining('--sample'),
  });

  await studio('crawl', 'shop', '--allow-private');
  const locked = await studio('test', 'shop', '--sample', '--lock', '--json');
  expect(locked.stderr).toContain('Saved 4 pages of run 1.');
  expect(locked.code).toBe(0);
  const first = locked.json<Tested>();
  expect(first.passed).toBe(true);
  expect(first.fields).toContainEqual({
    page: site.url('/'),
    field: 'price',
    state: 'same',
    expected: ['12.50', '12.50', '12.50'],
    got: ['12.50', '12.50', '12.50'],
  });
  expect(first.fields).toContainEqual({
    page: site.url('/p/Buoy'),
    field: 'sku',
    state: 'same',
    expected: 'HC-Buoy',
    got: 'HC-Buoy',
  });

  const junit = join(folder, 'results.xml');
  const broken = spiderFile('.prce::text', 'h1::text');
  const edit = await studio('test', 'shop', '--file', broken, '--junit', junit);
  expect(edit.code).toBe(1);
  expect(edit.stdout).toContain('This edit breaks price on 1 page and sku on 3.');
  expect(edit.stdout).toMatch(/^sku +changed +"HC-Buoy" +"Buoy" +http/mu);
  expect(edit.stdout).toMatch(/^price +empty +"12\.50" .*prce.*http/mu);
  expect(edit.stdout).toMatch(/^Failed: \d+ of \d+ locked values on 4 pages are as locked\./mu);
  expect(readFileSync(junit, 'utf8')).toMatch(
    /<testsuite name="shop" tests="\d+" failures="4" errors="0" skipped="0">/u,
  );

  // The stored spider is as it was.
  expect((await studio('test', 'shop', '--json')).code).toBe(0);

  shop.price = '13.00';
  shop.className = 'amount';
  const drift = await studio('test', 'shop', '--drift', '--allow-private', '--json');
  expect(drift.code).toBe(1);
  const drifted = drift.json<Tested & { pages: { page: string; change: string }[] }>();
  expect(drifted.fields.filter(({ state }) => state !== 'same')).toEqual([
    {
      page: site.url('/'),
      field: 'price',
      state: 'empty',
      expected: ['12.50', '12.50', '12.50'],
      got: [null, null, null],
    },
  ]);
  expect(drifted.pages.find(({ page }) => page === site.url('/'))?.change).toContain('Class .price is gone');
  expect((await studio('test', 'shop', '--json')).code).toBe(0);
  await studio('test', 'shop', '--keep', 'newer');
  const kept = await studio('test', 'shop', '--file', spiderFile('.amount::text'), '--json');
  expect(kept.json<Tested>().fields.find(({ field }) => field === 'price')).toMatchObject({
    state: 'changed',
    expected: ['12.50', '12.50', '12.50'],
    got: ['13.00', '13.00', '13.00'],
  });
});

it('refuses what cannot be tested', async () => {
  expect((await studio('test', 'nobody')).code).toBe(1);
  expect((await studio('test', 'shop', '--drift', '--lock')).code).toBe(2);
  const bad = join(folder, 'bad.json');
  writeFileSync(bad, '{"name": "shop"}');
  const invalid = await studio('test', 'shop', '--file', bad, '--json');
  expect(invalid.code).toBe(1);
  expect(invalid.json<{ error: { code: string } }>().error.code).toBe('invalid-spider');
});
