import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const spider = (origin: string, expected: object | null): string =>
  JSON.stringify(
    {
      name: 'prices',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/`],
      rules: [{ allow: ['/p/'], callback: 'product' }],
      callbacks: {
        product: {
          extract: {
            title: { css: 'h1::text' },
            price: { css: 'b::text', processors: [{ type: 'number' }] },
          },
        },
      },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
      ...(expected === null ? {} : { expect: expected }),
    },
    null,
    2,
  );

/** Twenty products, of which five have no price. */
const test = base.extend<{ site: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  site: async ({}, use) => {
    const server: Server = createServer(({ url = '/' }, response) => {
      if (url === '/robots.txt') {
        response.writeHead(404).end();
        return;
      }
      response.setHeader('content-type', 'text/html');
      const n = Number(url.split('/').at(-1));
      const links = Array.from({ length: 20 }, (_, i) => `<a href="/p/${i + 1}">x</a>`).join('');
      response.end(url === '/' ? links : `<h1>Product ${n}</h1><b>${n > 15 ? '' : `${n}.50`}</b>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

test('the data of a run is measured by what the spider expects, and a run proposes what to expect', async ({
  page,
  studio,
  window,
  site,
}) => {
  await studio.call('projects.create', { name: 'default' });
  const fields = {
    price: { type: 'number', required: true },
    title: { pattern: '^Product', required: true },
  };
  await studio.addSpider(spider(site, { fields }));
  const options = { project: 'default', spider: 'prices', limit: null, allowPrivate: true };
  const run = await studio.crawl(options);
  await window.go(`#/run/${run}`);
  const card = page.getByRole('region', { name: 'What is expected of the data' });
  await expect(
    card.getByText('price is filled in 15 of 20 items (75 %), expected in at least 98 %.', { exact: true }),
  ).toBeVisible();
  await expect(card.getByRole('row', { name: /^title/u })).toContainText('100 %');
  await expectNoFaults(page, 'what does not hold of the data');

  // One click, and the spider expects what this run has.
  await page.getByRole('button', { name: 'Expect this from now on' }).click();
  const toast = page.getByText(`The spider expects what run ${run} has`);
  await expect(toast).toBeVisible();
  const text = async () => {
    const { draft, text: newest } = await studio.call('spiders.get', {
      project: 'default',
      spider: 'prices',
    });
    return draft?.text ?? newest;
  };
  await expect.poll(text).toContain('"min_fill": 0.55');
  expect(await text()).toContain('"^Product"');
  await expect(page.getByText('unsaved edits').first()).toBeVisible();
});
