import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost, type Host } from '../../../electron/host/serving/host.ts';
import { openWebDoor, type WebDoor } from '../../../electron/web/door.ts';
import { launchChromium } from './chromium.ts';
import { GatedShop } from './gated-shop.ts';
import { unseen } from './unseen.ts';

const products = 30;

let folder: string;
let host: Host;
let door: WebDoor;
let browser: Browser;
let page: Page;
const shop = new GatedShop({ products, odd: true });
const complaints: string[] = [];

beforeAll(async () => {
  await shop.listen();
  folder = await mkdtemp(join(tmpdir(), 'runs-window-'));
  host = createHost({
    dataDir: folder,
    checkAnswers: true,
    onFault: (what, error) => complaints.push(`${what}: ${String(error)}`),
  });
  const text = JSON.stringify({
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${shop.origin}/`],
    rules: [{ allow: ['/product/'], callback: 'parse_product', follow: false }, { allow: ['/private/'] }],
    callbacks: {
      parse_product: {
        extract: {
          title: { css: 'h1::text' },
          price: { css: '.price::text' },
          stock: { css: '.stock::text' },
        },
      },
    },
    settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 2, RETRY_TIMES: 0, AUTOTHROTTLE_ENABLED: false },
  });
  const context = {
    client: 'web',
    window: null,
    takePath: null,
    signal: new AbortController().signal,
  } as const;
  const saved = await host.dispatch(
    'spiders.import',
    { project: 'default', text, file: 'shop.json', dryRun: false },
    context,
  );
  if (!saved.ok) throw new Error(saved.error.message);
  const windowFolder = fileURLToPath(new URL('../../../dist/renderer', import.meta.url));
  door = await openWebDoor({ host, folder: windowFolder, port: 0 });
  browser = await launchChromium();
  const opened = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  page = await opened.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(door.newTicket());
  await page.waitForSelector('[data-app-state="loaded"]');
});

afterAll(async () => {
  await browser?.close();
  await door?.close();
  await host?.close();
  await shop.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

const goTo = (hash: string) =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
/** The longest that a journey may take on a machine that is busy otherwise, in milliseconds. */
const journeyMs = 300_000;

const state = (name: string) => page.locator('.runs-head h2', { hasText: name }).waitFor();
const legend = (name: string) =>
  page.getByRole('list', { name: 'Requests by state' }).getByRole('link', { name }).waitFor();

/** Nothing out of sight in what this feature shows, and nothing that axe finds in both themes. */
async function expectNoFaults(within: 'main' | '[role="dialog"]' = 'main'): Promise<void> {
  expect(await unseen(page, within)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    const { violations } = await new AxeBuilder({ page }).include(within).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }
}

describe('a run in the window', () => {
  it(
    'is started by the keyboard, watched, paused, resumed, and stopped',
    { timeout: journeyMs },
    async () => {
      await goTo('#/spider/default/shop/runs');
      await page.getByText('shop has never run').waitFor();
      await expectNoFaults();
      await page.keyboard.press('F5');
      await page.getByText('a private address: without this').waitFor();
      const settings = page.getByRole('combobox', { name: 'Settings for this run' });
      await settings.fill('user_ag');
      await page.getByRole('option', { name: /USER_AGENT/u }).waitFor();
      await settings.press('Tab');
      await settings.pressSequentially('Tester');
      await settings.press('Enter');
      await page.getByLabel('Value of USER_AGENT').waitFor();
      await page.getByRole('spinbutton', { name: 'Maximum items' }).fill('8');
      await page.getByRole('switch', { name: 'Allow private addresses' }).press('Space');
      await expectNoFaults('[role="dialog"]');
      await page.getByRole('spinbutton', { name: 'Maximum items' }).press('Enter');
      await state('Running');
      expect(await page.evaluate(() => window.location.hash)).toBe('#/run/1');

      // It is watched while it goes.
      shop.let(3);
      await page.getByText('3 of at most 8 items').waitFor();
      await legend('Done 4');
      await page.getByText(/of 33 pages done/u).waitFor();
      await page.getByRole('button', { name: /shop.*3 items/u }).waitFor();
      await expectNoFaults();

      // It is paused and resumed by the keyboard.
      await page.locator('.runs-head').click();
      await page.keyboard.press('r');
      await page.keyboard.press('p');
      await page.getByText(/^Pausing: requests in flight are finished first/u).waitFor();
      shop.let(2);
      await state('Paused');
      await legend('Active 0');
      await page.getByText('5 of at most 8 items').waitFor();
      await page.keyboard.press('r');
      await page.keyboard.press('r');
      await state('Running');
      shop.let(10);
      await state('Stopped');
      await page.getByText('It reached its limit of 8 items.').waitFor();
      await page.getByText('8 of at most 8 items').waitFor();
      shop.hold();

      // It tells how well the fields were filled.
      await page.getByText('The field “stock” was never filled').waitFor();
      await page
        .getByRole('region', { name: 'Fields' })
        .getByRole('row', { name: /title.*100 %/u })
        .waitFor();
      await page.getByRole('region', { name: 'Start options' }).getByText('USER_AGENT=Tester').waitFor();
      await expectNoFaults();

      // It is stopped after a question.
      await page.getByRole('button', { name: 'Start again…' }).click();
      await page.getByRole('radio', { name: /Full run/u }).check({ force: true });
      await page.getByRole('button', { name: 'Start the full run' }).click();
      await state('Running');
      shop.let(4);
      await legend('Done 5');
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByRole('button', { name: 'Stop the run' }).click();
      await state('Stopped');
      shop.hold();
    },
  );

  it('lists its requests, shows one in full, has a log, and is deleted', { timeout: journeyMs }, async () => {
    await goTo('#/spider/default/shop/runs');
    await page.getByRole('button', { name: 'Start a run…' }).click();
    await page.getByRole('radio', { name: /Full run/u }).check({ force: true });
    await page.getByRole('switch', { name: 'Allow private addresses' }).setChecked(true);
    shop.let(products);
    await page.getByRole('button', { name: 'Start the full run' }).click();
    await state('Completed');
    const run = (await page.evaluate(() => window.location.hash)).replace('#/run/', '');
    await page.getByRole('link', { name: /The server answered 404/u }).click();
    const table = page.getByRole('grid', { name: `Requests of run ${run}` });
    await page.getByText('1 request', { exact: true }).waitFor();
    await table.getByRole('gridcell', { name: `${shop.origin}/product/gone` }).click();
    const inspector = page.locator('.runs-inspector');
    await inspector.getByText('404 Not found').waitFor();
    await inspector.getByText(/The pages are gone/u).waitFor();
    await inspector.getByText(/Rule 0 accepts it/u).waitFor();
    await expectNoFaults();
    await inspector.getByRole('button', { name: `${shop.origin}/`, exact: true }).click();
    await inspector.getByRole('tab', { name: /Links/u }).click();
    await inspector.getByText(`${shop.origin}/product/7`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByText('33 requests', { exact: true }).waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('product/2');
    await page.getByText('11 requests', { exact: true }).waitFor();
    await table.getByRole('columnheader', { name: 'URL' }).click();
    await table.getByRole('gridcell', { name: `${shop.origin}/product/20` }).click();
    await inspector.getByRole('tab', { name: /Items/u }).click();
    await inspector.getByRole('link', { name: /Product 20/u }).waitFor();
    expect(await inspector.getByRole('button', { name: 'Open in the tester' }).isEnabled()).toBe(true);

    // It has a log that is filtered and exported.
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    const lines = page.getByRole('list', { name: `Log of run ${run}` }).getByRole('listitem');
    await lines.getByText('Completed', { exact: true }).waitFor();
    await expectNoFaults();
    await page.getByRole('searchbox', { name: 'Filter the log by text' }).fill('robots.txt');
    await lines
      .getByText(/robots\.txt/u)
      .first()
      .waitFor();
    expect(await lines.count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as JSON lines' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`run-${run}-log.jsonl`);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    const exported = Buffer.concat(chunks).toString().trimEnd().split('\n');
    expect(exported.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'skipped', url: `${shop.origin}/private/a` },
    ]);

    // It is deleted after a question, and the list of runs is up to date.
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Delete the run/u }).click();
    await page.getByRole('button', { name: 'Delete the run' }).click();
    const list = page.getByRole('grid', { name: 'Runs of shop' });
    await list.getByRole('gridcell', { name: 'Stopped' }).first().waitFor();
    expect(await list.getByRole('link', { name: run, exact: true }).count()).toBe(0);
    await expectNoFaults();
    expect(complaints).toEqual([]);
  });
});
