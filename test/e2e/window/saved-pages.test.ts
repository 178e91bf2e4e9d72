import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testBrowser } from '../../electron/browser/support.ts';
import { twinSite } from '../../servers/script-site.ts';
import { startServer } from '../../servers/server.ts';
import { TesterWindow } from './tester-window.ts';

let shop: TesterWindow;
let page: Page;

beforeAll(async () => {
  shop = await TesterWindow.open();
  page = shop.page;
});
afterAll(() => shop?.close());

/** Colour and weight of the first price, as the page shows it. */
const priceStyle = () =>
  shop.preview
    .locator('.price')
    .first()
    .evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).fontWeight]);

describe('saved pages', () => {
  it('are added by their address, looked at, renamed, fetched again and deleted', async () => {
    await shop.author('shop', null);
    await page.getByText('A page to try the spider on').waitFor();
    await page.getByText('The tester needs a page').waitFor();
    await page.keyboard.press('Control+Shift+U');
    const address = page.getByLabel('Address', { exact: true });
    expect(await address.inputValue()).toBe(`${shop.origin}/`);
    await address.press('Enter');
    await page.getByText('Allow private addresses for this page, if it is yours.').waitFor();
    await page.getByRole('switch', { name: /Reach private addresses/u }).click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await shop.preview.locator('h1').waitFor();
    // By its own style and by the sheet that was fetched with it.
    expect(await priceStyle()).toEqual(['rgb(0, 128, 0)', '900']);

    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await page.getByText('Fetched from its address').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+M');
    await page.locator('.tester-page .view-line', { hasText: '<!doctype html>' }).first().waitFor();
    await page.keyboard.press('Alt+M');

    shop.edition = 'two';
    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Fetch it again' }).click();
    await page.getByRole('button', { name: 'Fetch it', exact: true }).click();
    await page.getByText('The page was fetched again').waitFor();
    await page
      .getByRole('combobox', { name: 'Page', exact: true })
      .getByText('Shop two')
      .waitFor({ state: 'attached' });

    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Title and address…' }).click();
    await page.getByLabel('Title', { exact: true }).fill('The shop');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await page
      .getByRole('combobox', { name: 'Page', exact: true })
      .getByText('The shop')
      .waitFor({ state: 'attached' });
    const [saved] = await shop.window.open.call('pages.list', { project: 'default', spider: 'shop' });
    expect(saved).toMatchObject({ title: 'The shop', url: `${shop.origin}/`, source: 'url' });

    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Delete the page…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('A page to try the spider on').waitFor();
    expect(await shop.window.open.call('pages.list', { project: 'default', spider: 'shop' })).toEqual([]);
    expect(shop.window.complaints).toEqual([]);
  });

  it('are added from files, chosen or dropped', async () => {
    await shop.author('filed', null);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'From a file', exact: true }).click(),
    ]);
    await chooser.setFiles({
      name: 'chosen.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<h1>Chosen</h1>'),
    });
    await shop.preview.getByText('Chosen').waitFor();

    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['<h1>Dropped</h1>'], 'dropped.html', { type: 'text/html' }));
      data.items.add(new File(['%PDF'], 'paper.pdf', { type: 'application/pdf' }));
      return data;
    });
    await page.locator('.tester-page').dispatchEvent('dragenter', { dataTransfer: dropped });
    const overlay = page.getByText('Drop pages here to try the spider on them');
    await overlay.waitFor();
    await overlay.dispatchEvent('drop', { dataTransfer: dropped });
    await shop.preview.getByText('Dropped').waitFor();
    await overlay.waitFor({ state: 'detached' });
    await page.getByText('“paper.pdf” is not a page').waitFor();

    // From one to the other by the keyboard.
    await page.keyboard.press('Alt+Shift+PageDown');
    await shop.preview.getByText('Chosen').waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('come from runs: from the dialog, from a request, from an item; and once only', async () => {
    await shop.author('crawled', null);
    const { run } = await shop.window.open.call('runs.start', {
      project: 'default',
      spider: 'crawled',
      limit: 3,
      allowPrivate: true,
    });
    const state = async () => (await shop.window.open.call('runs.get', { run: run.id })).state;
    await expect.poll(state).toMatch(/completed|stopped/u);

    await page.getByRole('button', { name: 'From a run', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Part of the address' }).fill('/p/');
    await page
      .getByRole('listitem')
      .filter({ hasText: `${shop.origin}/p/0` })
      .getByRole('button')
      .click();
    await shop.preview.locator('h1').waitFor();
    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await page.getByRole('dialog', { name: 'About the page' }).getByText(`Run ${run.id}`).waitFor();
    await page.keyboard.press('Escape');

    // A run keeps no style sheets; they come by one click, and by a question where they are on this computer.
    await page.getByText('1 style sheet of the page is not kept.').waitFor();
    expect(await priceStyle()).toEqual(['rgb(0, 128, 0)', '400']);
    await page.getByRole('button', { name: 'Fetch the styles' }).click();
    await page.getByRole('button', { name: 'Fetch it', exact: true }).click();
    await page.getByText('1 style sheet of the page is not kept.').waitFor({ state: 'detached' });
    await expect.poll(priceStyle).toEqual(['rgb(0, 128, 0)', '900']);

    await shop.window.go(`#/run/${run.id}/requests`);
    await page
      .getByRole('gridcell', { name: `${shop.origin}/p/0` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Open in the tester' }).click();
    await shop.preview.locator('h1').waitFor();
    await shop.window.go('#/spider/default/crawled/results');
    await page
      .getByRole('gridcell', { name: `${shop.origin}/p/0` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Open its page' }).click();
    await shop.preview.locator('h1').waitFor();
    const pages = await shop.window.open.call('pages.list', { project: 'default', spider: 'crawled' });
    expect(pages.map(({ url, source }) => [url, source])).toEqual([[`${shop.origin}/p/0`, 'run']]);
    expect(shop.window.complaints).toEqual([]);
  });
});

describe('a page that scripts make', () => {
  it('is told, and added again as a browser shows it; without a browser, what to do is said', async () => {
    const site = await startServer(twinSite(2));
    onTestFinished(() => site.close());
    vi.stubEnv('SPIDER_STUDIO_BROWSER', testBrowser());
    onTestFinished(() => void vi.unstubAllEnvs());
    await shop.author('scripted', null);
    await page.keyboard.press('Control+Shift+U');
    const address = page.getByLabel('Address', { exact: true });
    await address.fill(site.url('/script/0'));
    const shown = page.getByRole('switch', { name: 'As a browser shows it' });
    expect(await shown.isChecked()).toBe(false);
    await page.getByRole('switch', { name: /Reach private addresses/u }).click();
    await address.press('Enter');
    await page.getByText('The page seems to be made by script', { exact: false }).waitFor();

    // Loopback is asked about again: nothing is reached that nobody has allowed for this.
    await page.getByRole('button', { name: 'Add again as a browser shows it' }).click();
    await page.getByText('Allow private addresses for this page, if it is yours.').waitFor();
    expect(await shown.isChecked()).toBe(true);
    await page.getByRole('switch', { name: /Reach private addresses/u }).click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await page.getByText('A browser shows it, until its scripts have come to rest').waitFor();
    await shop.preview.getByRole('heading', { name: 'Story number 0 of the harbour' }).waitFor();
    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await page.getByText('Rendered in a browser').waitFor();
    await page.keyboard.press('Escape');

    vi.stubEnv('SPIDER_STUDIO_BROWSER', 'none');
    await page.keyboard.press('Control+Shift+U');
    await shown.click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await page.getByText('Install Chrome, Edge or Chromium: it is found by itself.').waitFor();
    await page.getByRole('button', { name: 'Download Chromium' }).waitFor();
    await page.getByRole('switch', { name: /Reach private addresses/u }).click();
    await page.getByRole('button', { name: 'Add it without' }).click();
    await shop.preview.getByRole('heading', { name: 'Things' }).waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('is given up when a person stops it', async () => {
    const site = await startServer({ '/never': () => undefined });
    onTestFinished(() => site.close());
    await shop.author('patient', null);
    await page.keyboard.press('Control+Shift+U');
    await page.getByLabel('Address', { exact: true }).fill(site.url('/never'));
    await page.getByRole('switch', { name: /Reach private addresses/u }).click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await page.getByRole('progressbar', { name: 'How far it is' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('progressbar', { name: 'How far it is' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('A page to try the spider on').waitFor();
    expect(shop.window.complaints).toEqual([]);
  });
});

describe('large pages', () => {
  const product = (n: number) =>
    `<article class="product"><h2><a href="/p/${n}">Thing ${n}</a></h2><p class="price">EUR ${n}.50</p><p>${'lorem ipsum '.repeat(12)}</p></article>`;

  it.each([
    [
      'of 20 MB',
      'large',
      () => `<h1>Large</h1>${Array.from({ length: 72_000 }, (_, n) => product(n)).join('')}`,
      '72,000 matches',
    ],
    [
      'with 50,000 matches',
      'many',
      () => `<h1>Many</h1>${'<p class="price">EUR 1</p>'.repeat(50_000)}`,
      '50,000 matches',
    ],
    [
      'of 100,000 nested tags',
      'deep',
      () => `<h1>Deep</h1>${'<div>'.repeat(100_000)}<p class="price">EUR 1</p>`,
      '1 match',
    ],
  ])('%s leave the window usable, with true counts', async (_, spider, html, matches) => {
    let largest = 0;
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        largest = Math.max(largest, payload.length);
      }),
    );
    await shop.author(spider, html());
    await page.reload();
    await shop.preview.locator('h1').first().waitFor();
    await shop.caretAt('.price::text');
    await shop.field('price').getByText(matches, { exact: true }).waitFor();
    await shop.field('price').locator('.tester-step-name', { hasText: 'cast' }).waitFor();
    // The window answers: another tab, and back.
    await shop.tab('Links');
    await shop.tester.getByRole('combobox', { name: 'Links' }).waitFor();
    await shop.tab('Fields');
    await shop.field('price').getByText(matches, { exact: true }).waitFor();
    // What came to the window in one piece is far less than the page.
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThan(3_000_000);
    expect(shop.window.complaints).toEqual([]);
  });
});
