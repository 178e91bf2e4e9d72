import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { zip } from '../../electron/evidence/zip.ts';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { scratchFolder, studio } from './command-line.ts';

const fixtures = join(import.meta.dirname, '../fixtures/converters');
const ships = [
  ['Argo', '20'],
  ['Vasa', '69'],
  ['Cutty Sark', '85'],
];
const list = (from: number, next: string): string =>
  `<h1>Ships</h1><ul>${ships
    .slice(from, from + 2)
    .map(
      ([name], index) => `<li class="ship"><b>${name}</b> <a href="/ship/${from + index + 1}">more</a></li>`,
    )
    .join('')}</ul>${next}`;

/** Two pages of a list of ships, and a page of each ship. */
async function shipsSite(): Promise<string> {
  const page = (body: string) => routes.page(`<!doctype html><title>Ships</title><body>${body}`);
  const server = await startServer({
    '/robots.txt': routes.status(404),
    '/list': page(list(0, '<a class="next" href="/list/2">next</a>')),
    '/list/2': page(list(2, '')),
    ...Object.fromEntries(
      ships.map(([name, length], index) => [
        `/ship/${index + 1}`,
        page(`<div class="ship"><h1>${name}</h1><dl><dt>Length<dd class="length">${length} m</dl></div>`),
      ]),
    ),
  });
  onTestFinished(() => server.close());
  return server.url('');
}

const sources = {
  scrapai: {
    file: 'ships.json',
    text: (site: string) =>
      JSON.stringify({
        name: 'ships',
        allowed_domains: ['127.0.0.1'],
        start_urls: [`${site}/list`],
        sections: [
          { match: '/ship/', extract: { name: 'h1::text', length: '.length::text' } },
          { match: '/list/' },
        ],
        settings: { ROBOTSTXT_OBEY: true, DELTAFETCH_ENABLED: false, DOWNLOAD_DELAY: 0 },
      }),
    rows: ships.map(([name, length]) => ({ name, length: `${length} m` })),
  },
  webscraper: {
    file: 'sitemap.json',
    text: (site: string) =>
      JSON.stringify({
        _id: 'ships',
        startUrl: [`${site}/list`],
        selectors: [
          {
            id: 'next',
            type: 'SelectorLink',
            selector: 'a.next',
            parentSelectors: ['_root'],
            multiple: true,
          },
          { id: 'link', type: 'SelectorLink', selector: 'li a', parentSelectors: ['_root'], multiple: true },
          { id: 'name', type: 'SelectorText', selector: 'h1', parentSelectors: ['link'] },
          {
            id: 'length',
            type: 'SelectorText',
            selector: '.length',
            parentSelectors: ['link'],
            regex: '[0-9]+',
          },
        ],
      }),
    rows: ships.map(([name, length]) => ({ name, length })),
  },
  scrapy: {
    file: 'ships.py',
    text: (site: string) => `
import scrapy

class ShipsSpider(scrapy.Spider):
    name = 'ships'
    start_urls = ['${site}/list']
    custom_settings = {'DOWNLOAD_DELAY': 0}

    def parse(self, response):
        for ship in response.css('li.ship'):
            yield response.follow(ship.css('a')[0], self.parse_ship, meta={'listed': ship.css('b::text').get()})
        next_page = response.css('a.next::attr(href)').get()
        if next_page:
            yield response.follow(next_page, self.parse)

    def parse_ship(self, response):
        yield {
            'name': response.css('h1::text').get(),
            'length': int(response.css('.length::text').re_first(r'\\d+')),
            'listed': response.meta['listed'],
        }
`,
    rows: ships.map(([name, length]) => ({ name, length: Number(length), listed: name })),
  },
} as const;

const sorted = (rows: readonly { name?: unknown }[]) =>
  rows.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));

/** Crawls a spider to its end. @returns the values of its items */
async function rowsOf(call: ReturnType<typeof studio>['call'], spider: string, keys: readonly string[]) {
  const crawled = await call(['crawl', spider, '--allow-private']);
  expect(crawled.code, crawled.stderr).toBe(0);
  const { stdout } = await call(['export', spider, '--format', 'json']);
  const items = JSON.parse(stdout) as Record<string, unknown>[];
  return sorted(items.map((item) => Object.fromEntries(keys.map((key) => [key, item[key]]))));
}

describe('a spider of another tool', () => {
  it.each(Object.entries(sources))(
    'of %s is converted, and its crawl gives the rows',
    async (from, source) => {
      const site = await shipsSite();
      const { call, folder } = studio();
      const path = join(folder, source.file);
      writeFileSync(path, source.text(site));
      const refused = await call(['import', path]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(`--from ${from}`);
      const imported = await call(['import', path, '--from', from, '--json']);
      expect(imported.code, imported.stderr).toBe(0);
      expect(imported.json()).toMatchObject({
        from,
        spiders: [{ stored: { spider: 'ships', created: true } }],
      });
      expect(await rowsOf(call, 'ships', Object.keys(source.rows[0] ?? {}))).toEqual(sorted(source.rows));
    },
  );

  it.each(['folder', 'archive'])(
    'of Portia is converted from its %s, and its crawl gives the rows',
    async (kind) => {
      const site = await shipsSite();
      const { call } = studio();
      const scratch = scratchFolder();
      const folder = join(scratch, 'ships');
      cpSync(join(fixtures, 'portia/ships'), folder, { recursive: true });
      const spider = join(folder, 'spiders/ships.json');
      const atHome = readFileSync(spider, 'utf8').replaceAll('http://ships.example', site);
      writeFileSync(spider, atHome.replace('"ships.example"', '"127.0.0.1"'));
      const sample = join(folder, 'spiders/ships/ship.json');
      writeFileSync(sample, readFileSync(sample, 'utf8').replaceAll('http://ships.example', site));
      const archive = join(scratch, 'ships.zip');
      const names = [
        'project.json',
        'items.json',
        'extractors.json',
        'spiders/ships.json',
        'spiders/ships/ship.json',
      ];
      const files = [...names, 'spiders/ships/ship/annotated_body.html'];
      writeFileSync(archive, zip(files.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))));
      const path = kind === 'folder' ? folder : archive;
      expect((await call(['import', path])).stderr).toContain(`is a project of Portia.`);
      const imported = await call(['import', path, '--from', 'portia']);
      expect(imported.code, imported.stderr).toBe(0);
      expect(await rowsOf(call, 'ships', ['name'])).toEqual(sorted(ships.map(([name]) => ({ name }))));
    },
  );
});
