import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { given } from '../../given.ts';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const listing = `<!doctype html><title>Ranking</title><h1>Watches</h1><table>
<tr><td class="rank">1</td><td class="note">new</td><td><a href="/watch/1">Alba</a></td></tr>
<tr><td class="rank">2</td><td class="note"></td><td>Berg</td></tr>
<tr><td class="rank">3</td><td class="note">old</td><td><a href="https://elsewhere.example/3">Coda</a></td></tr>
<tr><td class="rank">4</td><td class="note">new</td><td><a href="/watch/1">Alba</a></td></tr></table>`;

const spider = (origin: string): string =>
  JSON.stringify({
    name: 'ranking',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/ranking`],
    rules: [{ allow: ['/ranking'], callback: 'parse_ranking' }],
    callbacks: {
      parse_ranking: {
        iterate: { selector: 'tr', follow: { url: { css: 'a::attr(href)' }, callback: 'parse_watch' } },
        extract: {
          rank: { css: '.rank::text' },
          note: { css: '.note::text' },
          address: { css: 'a::attr(href)' },
        },
      },
      parse_watch: { extract: { title: { css: 'h1::text' } } },
    },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
  });

const test = base.extend<{ site: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  site: async ({}, use) => {
    const server: Server = createServer(({ url }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else {
        response.setHeader('content-type', 'text/html');
        response.end(url === '/ranking' ? listing : `<title>Watch</title><h1>Watch ${url}</h1>`);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

test(
  'rows that travel are shown at both ends, and rows that lead nowhere with the reason',
  {
    tag: '@look',
  },
  async ({ page, studio, window, site }) => {
    await studio.call('projects.create', { name: 'default' });
    await studio.addSpider(spider(site));
    const run = await studio.crawl({
      project: 'default',
      spider: 'ranking',

      limit: null,
      allowPrivate: true,
    });
    await window.go(`#/run/${run}`);
    await expect(page.getByText('Some rows gave no item')).toBeVisible();

    await window.go(`#/run/${run}/requests`);
    const requests = page.getByRole('grid', { name: `Requests of run ${run}` });
    await requests.getByText('/ranking', { exact: false }).first().click();
    const inspector = page.getByRole('region', { name: /^Request http/u });
    await inspector.getByRole('tab', { name: /^Rows/u }).click();
    const own = inspector.getByRole('table', { name: 'Rows of this page' });
    await expect(own.getByRole('row')).toHaveCount(5);
    await expect(own.getByRole('row').nth(2)).toContainText('Nowhere. "a::attr(href)" matches nothing');
    await expect(own.getByRole('row').nth(3)).toContainText('Nowhere. Its URL is outside allowed_domains.');
    await expect(own.getByRole('link', { name: 'elsewhere.example/3' })).toBeVisible();
    await expectNoFaults(page, 'the rows of a page');

    // To the page that two of them lead to: their values are there.
    await own
      .getByRole('button', { name: `${site}/watch/1` })
      .first()
      .click();
    await expect(page.getByRole('region', { name: `Request ${site}/watch/1` })).toBeVisible();
    await inspector.getByRole('tab', { name: /^Rows/u }).click();
    const leading = inspector.getByRole('table', { name: 'Values that travel to this page' });
    await expect(leading.getByRole('row')).toHaveText([/rank/u, /1.*\/ranking1new/u, /4.*\/ranking4new/u]);
    await expectNoFaults(page, 'the rows that lead to a page');
    await inspector.getByRole('tab', { name: /^Items/u }).click();
    await expect(inspector.getByRole('listitem')).toHaveCount(2);

    // Both items have the URL of one page, and a key of their own.
    const { items } = await studio.call('results.items', {
      source: { project: 'default', spider: 'ranking', run },
      offset: 0,
      limit: 10,
    });
    expect(new Set(items.map(({ url }) => url)).size).toBe(1);
    await window.go(`#/item/${given(items[1]).id}`);
    await page.getByRole('tab', { name: 'Where it comes from' }).click();
    await expect(page.getByText('Key', { exact: true })).toBeVisible();
  },
);
