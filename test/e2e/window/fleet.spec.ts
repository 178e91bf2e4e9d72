import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Store } from '../../../electron/store/open.ts';
import { chooseDatabase } from '../../../electron/postgres/chosen-database.ts';
import { openFleetStore, putHosts, putSessions } from '../../electron/store/fleet/fleet-server.ts';
import { savedVersion } from '../../electron/store/saved-version.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { startProgram } from '../program.ts';
import { expect, test as base } from './fixtures.ts';
import { GatedShop } from './gated-shop.ts';
import { expectNoFaults } from './looks.ts';
import { Studio } from './studio.ts';

const entry = fileURLToPath(new URL('../../../bin/spider-studio.mjs', import.meta.url));

const addressOf = ({ url, password }: PostgresServer): string =>
  url().replace('@', `:${encodeURIComponent(password)}@`);

/** Chooses the database of the hosts that are opened from now on. @param url null: SQLite */
function choose(url: string | null): void {
  process.env['SPIDER_STUDIO_DATABASE'] = url ?? '';
  chooseDatabase({ url: null, passwordFile: null });
}

/** A test of a window whose workspace is on a server. */
const test = base.extend<{ server: PostgresServer; store: Store }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  server: async ({}, use) => {
    const server = await startPostgres();
    await use(server);
    await server.close();
  },
  store: async ({ server }, use) => {
    const store = openFleetStore(server);
    await use(store);
    store.close();
  },
  studio: async ({ server }, use) => {
    choose(addressOf(server));
    const studio = await Studio.start();
    await use(studio);
    await studio.close();
    choose(null);
  },
});
test.skip(noPostgres !== null, 'PostgreSQL is not installed');

const worker = { pid: 71, version: '0.1.0', slots: 8, classes: ['http'] as const };

/** A run under way that three workers carry out, one of whom is gone, with hosts in every state. */
async function fill(server: PostgresServer, store: Store): Promise<string> {
  const { fleet, runs } = store.queries;
  const versionId = await savedVersion(store, {
    name: 'lamps',
    allowed_domains: ['lamps.example'],
    start_urls: ['https://lamps.example/'],
  });
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const owner = { pid: process.pid, lock: null };
  const { id } = await runs.create({ versionId, kind: 'full', options, appVersion: '0.1.0', owner });
  const { control } = store.crawlPorts(id);
  await control.begin();
  const names = ['crawler-1', 'crawler-2', 'crawler-3', 'browser-1'];
  for (const [index, name] of names.entries()) {
    const own = await fleet.register({ ...worker, name, machine: `rack-${index + 1}.example` });
    await fleet.beat(own ?? '', { busy: 7 - 2 * index, pages: 900 * (4 - index), items: 700 });
  }
  // As after half a minute of work; two go on to be there, and one was killed.
  await server.query(
    `UPDATE spider_studio.fleet_workers SET before_at = before_at - 30000,
      beat_at = beat_at + CASE WHEN name = 'crawler-3' THEN -20000 ELSE 600000 END`,
  );
  await putSessions(server, id, ['crawler-1', 'crawler-2']);
  await putHosts(server, [
    { host: 'lamps.example', worker: 'crawler-1', taken: -12, lease: 3600 },
    { host: 'shop.example', worker: 'crawler-1', taken: -4, lease: 3600 },
    { host: 'news.example:8443', worker: 'crawler-2', taken: -2, lease: 3600 },
    { host: 'ready.example', next: -3 },
    { host: 'later.example', next: 3600 },
    { host: 'heavy.example', setAside: -300, losses: 4 },
  ]);
  return id;
}

const rowOf = (page: Page, grid: string, name: string) =>
  page.getByRole('grid', { name: grid, exact: true }).getByRole('row', { name: new RegExp(name, 'u') });

test(
  'the fleet tells who works on what, and keeps up with it',
  { tag: '@look' },
  async ({ page, window, server, store }) => {
    const run = await fill(server, store);
    await window.go('#/fleet');
    await expect(page.getByRole('status').filter({ hasText: 'workers' })).toHaveText(
      /^3 workers, 1 gone, 24 slots, 1 host ready, oldest \d+ (?:s|min)$/u,
    );
    await expect(
      page.getByRole('list', { name: 'Places' }).getByRole('link', { name: /^Fleet/u }),
    ).toBeVisible();
    await expect(rowOf(page, 'Workers', 'crawler-1')).toContainText('7 of 8');
    await expect(rowOf(page, 'Workers', 'crawler-3')).toContainText('Gone');
    await expect(rowOf(page, 'Hosts', 'heavy.example')).toContainText('4 workers in a row died of it');
    await expect(rowOf(page, 'Hosts', 'shop.example')).toContainText('crawler-1');
    await expectNoFaults(page, 'a fleet');

    await page.getByRole('button', { name: 'Take it again' }).click();
    await expect(rowOf(page, 'Hosts', 'heavy.example')).toContainText('Ready');

    await rowOf(page, 'Workers', 'crawler-2').click();
    await window.button('End worker…').click();
    const question = page.getByRole('dialog', { name: 'End the worker “crawler-2”?' });
    await question.getByRole('button', { name: 'End it' }).click();
    await expect(rowOf(page, 'Workers', 'crawler-2')).toContainText('Ending');

    // What others do is told without a hand.
    await server.query(
      `UPDATE spider_studio.fleet_workers SET beat_at = beat_at - 700000 WHERE name = 'crawler-1'`,
    );
    await expect(rowOf(page, 'Workers', 'crawler-1')).toContainText('Gone');

    await window.go(`#/run/${run}`);
    await expect(page.getByRole('link', { name: 'crawler-1, crawler-2' })).toBeVisible();
  },
);

test('a run that others carry out shows its progress and who they are, in a window that did not start it', async ({
  page,
  studio,
  window,
  server,
  atEnd,
}) => {
  const shop = new GatedShop({ products: 6 });
  await shop.listen();
  atEnd(() => shop.close());
  await studio.addSpider(
    JSON.stringify({
      name: 'shop',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${shop.origin}/`],
      rules: [{ allow: ['/product/'], callback: 'parse_product' }],
      callbacks: { parse_product: { extract: { title: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    }),
  );
  const env = { SPIDER_STUDIO_DATABASE: addressOf(server), SPIDER_STUDIO_HOME: `${studio.dataDir}-other` };
  const start = (...args: string[]): void => {
    const child = startProgram([entry, ...args], { env });
    const ended = once(child, 'exit');
    atEnd(async () => {
      child.kill('SIGKILL');
      await ended;
    });
  };
  start('worker', '--name', 'crawler-1', '--class', 'http', '--no-queue');
  start('crawl', 'shop', '--allow-private');
  const patient = { timeout: 60_000 };
  await expect(page.getByRole('link', { name: /^Running shop/u })).toBeVisible(patient);
  await window.go('#/run/1');
  const legend = page.getByRole('list', { name: 'Requests by state' });
  await expect(page.getByRole('link', { name: 'by 2 workers' })).toBeVisible(patient);
  await expect(page.getByText('run by another program')).toBeHidden();
  for (const pages of [2, 5]) {
    shop.let(pages - Number(pages > 2) * 2);
    await expect(legend.getByRole('link', { name: `Done ${pages + 1}` })).toBeVisible(patient);
  }
  shop.let(1);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible(patient);
  await expect(page.getByRole('link', { name: /by \d worker/u })).toBeHidden();
});

test('a fleet without workers says how to start one', { tag: '@look' }, async ({ page, window }) => {
  await window.go('#/fleet');
  await expect(page.getByText('No worker is here.')).toBeVisible();
  await expect(page.getByText('spider-studio worker --database')).toBeVisible();
  await expectNoFaults(page, 'a fleet without workers');
});

base('a workspace on one machine says what a fleet is', { tag: '@look' }, async ({ page, window }) => {
  await window.go('#/');
  await expect(page.getByRole('link', { name: 'Queue' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Fleet/u })).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('who works on what');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'This workspace is on this computer' })).toBeVisible();
  await expect(page.getByText('spider-studio migrate --to')).toBeVisible();
  await expectNoFaults(page, 'no fleet');
  await window.button('Read the guide').click();
  await expect(
    page.getByRole('heading', { name: 'A fleet: several computers, one workspace' }),
  ).toBeVisible();
});
