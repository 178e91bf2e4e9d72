import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startProgram } from '../program.ts';
import { expect, test as base, type AtEnd } from './fixtures.ts';
import { GatedShop } from './gated-shop.ts';
import type { Studio } from './studio.ts';

const entry = fileURLToPath(new URL('../../../bin/spider-studio.mjs', import.meta.url));

const shopText = (origin: string): string =>
  JSON.stringify({
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    rules: [{ allow: ['/product/'], callback: 'parse_product' }],
    callbacks: { parse_product: { extract: { title: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
  });

const test = base.extend<{ shop: GatedShop }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  shop: async ({}, use) => {
    const shop = new GatedShop({ products: 2 });
    await shop.listen();
    await use(shop);
    await shop.close();
  },
});

const carrier = (page: Page) => page.locator('.queue-head').getByRole('status');
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Crawls by state' }).getByRole('button', { name, exact: true });
const byWindow = 'Carried out by this application while it is open.';

/** Starts a daemon, and waits until the window shows it. @returns its process, whose entries are told by `done` */
async function startDaemon(page: Page, { dataDir }: Studio, atEnd: AtEnd) {
  const child = startProgram([entry, 'daemon'], { env: { SPIDER_STUDIO_HOME: dataDir } });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await expect(carrier(page)).toHaveText(/^Carried out by the daemon \(process \d+\)/u, { timeout: 30_000 });
  return { child, ended, said: () => said };
}

const add = (studio: Studio) =>
  studio.call('queue.add', { project: 'default', spider: 'shop', allowPrivate: true });

test('a window leaves the queue to a daemon, and takes over when it ends or is killed', async ({
  page,
  studio,
  window,
  shop,
  atEnd,
}) => {
  await studio.addSpider(shopText(shop.origin));
  const first = await add(studio);
  await window.go('#/queue');
  await expect(carrier(page)).toHaveText(byWindow);
  shop.let(100);
  await expect(chip(page, 'Completed 1')).toBeVisible({ timeout: 30_000 });

  const ending = await startDaemon(page, studio, atEnd);
  const second = await add(studio);
  await expect(chip(page, 'Completed 2')).toBeVisible({ timeout: 30_000 });
  ending.child.kill('SIGINT');
  await ending.ended;
  expect(ending.said()).toContain(`Queue entry ${second.id}:`);
  expect(ending.said()).not.toContain(`Queue entry ${first.id}:`);
  await expect(carrier(page)).toHaveText(byWindow, { timeout: 30_000 });
  await add(studio);
  await expect(chip(page, 'Completed 3')).toBeVisible({ timeout: 30_000 });

  const killed = await startDaemon(page, studio, atEnd);
  shop.hold();
  const asked = shop.asked.get('/product/1') ?? 0;
  const last = await add(studio);
  await expect.poll(() => shop.asked.get('/product/1') ?? 0, { timeout: 30_000 }).toBe(asked + 1);
  const [running] = (await studio.call('queue.list', { states: ['running'] })).entries;
  expect(running).toMatchObject({ id: last.id, worker: { kind: 'daemon' } });
  killed.child.kill('SIGKILL');
  await killed.ended;
  await expect(carrier(page)).toHaveText(byWindow, { timeout: 30_000 });
  shop.let(100);
  await expect(chip(page, 'Completed 4')).toBeVisible({ timeout: 30_000 });
  // The window went on with the run that the daemon had begun.
  const done = (await studio.call('queue.list', { states: ['completed'] })).entries;
  expect(done.find(({ id }) => id === last.id)).toMatchObject({ run: running?.run });
});
