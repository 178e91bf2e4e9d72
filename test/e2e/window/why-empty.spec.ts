import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

/** A page of lamps, and two lamps. The spider of `spiderOf` misses the rows and the price by a letter. */
const test = base.extend<{ site: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  site: async ({}, use) => {
    const pages: Readonly<Record<string, string>> = {
      '/lamps':
        '<ul class="lamps"><li><a href="/lamp/1">Brass</a></li><li><a href="/lamp/2">Oil</a></li></ul>',
      '/lamp/1': '<h1>Brass lamp</h1><p class="price">12</p>',
      '/lamp/2': '<h1>Oil lamp</h1><p class="price">8</p>',
    };
    const server: Server = createServer(({ url = '/' }, response) => {
      const page = pages[url];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

const spiderOf = (origin: string): string =>
  JSON.stringify(
    {
      name: 'lamps',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/lamps`],
      rules: [
        { allow: ['/lamps'], callback: 'list' },
        { allow: ['/lamp/'], callback: 'lamp' },
      ],
      callbacks: {
        list: { iterate: { selector: '.lamp > li' }, extract: { name: { css: 'a::text' } } },
        lamp: { extract: { title: { css: 'h1::text' }, price: { css: '.prce::text' } } },
      },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    },
    null,
    2,
  );

test('a run says why a field is empty and why there are no rows, and one click mends the spider', async ({
  page,
  studio,
  window,
  site,
}) => {
  await studio.call('projects.create', { name: 'default' });
  await studio.addSpider(spiderOf(site));
  const run = await studio.crawl({ project: 'default', spider: 'lamps', limit: null, allowPrivate: true });
  await window.go(`#/run/${run}`);
  const rows = page.getByRole('region', { name: 'Why pages gave no items' });
  await expect(rows.getByText('list finds no rows on 1 page')).toBeVisible();
  await expect(rows.getByText('".lamp" is not on the page; ".lamps" is, 2 matches.')).toBeVisible();
  const price = page.getByRole('note', { name: 'Why price is empty' });
  await expect(price).toContainText('".prce" is not on the page; ".price" is, 1 match.');
  await expectNoFaults(page, 'why something is empty in a run');

  await price.getByRole('button', { name: 'Use ".price"' }).click();
  await expect(page.getByText('price of lamp took another selector')).toBeVisible();
  const draft = async () => (await studio.call('spiders.get', { project: 'default', spider: 'lamps' })).draft;
  await expect.poll(async () => (await draft())?.text).toContain('".price::text"');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();

  await window.go(`#/run/${run}`);
  await rows.getByRole('button').click();
  await expect.poll(async () => (await draft())?.text).toContain('".lamps > li"');
  expect((await draft())?.text).toContain('".prce::text"');
});
