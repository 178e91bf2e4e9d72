import { twinSite } from '../../servers/script-site.ts';
import { startServer } from '../../servers/server.ts';
import { chromiumPath } from './chromium.ts';
import { expect } from './fixtures.ts';
import { test, type TesterScreen } from './tester-screen.ts';

/** Colour and weight of the first price, as the page shows it. */
const priceStyle = (tester: TesterScreen) =>
  tester.preview
    .locator('.price')
    .first()
    .evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).fontWeight]);

test.describe('saved pages', () => {
  test('are added by their address, looked at, renamed, fetched again and deleted', async ({
    page,
    studio,
    tester,
    shop,
  }) => {
    await tester.author('shop', null);
    await expect(page.getByText('The tester needs a page')).toBeVisible();
    await page.keyboard.press('Control+Shift+U');
    const address = page.getByLabel('Address', { exact: true });
    await expect(address).toHaveValue(`${shop.origin}/`);
    await address.press('Enter');
    await expect(page.getByText('Allow private addresses for this page, if it is yours.')).toBeVisible();
    await page.getByRole('switch', { name: /Allow private addresses/u }).click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await expect(tester.preview.locator('h1')).toBeVisible();
    // By its own style and by the sheet that was fetched with it.
    expect(await priceStyle(tester)).toEqual(['rgb(0, 128, 0)', '900']);

    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await expect(page.getByText('Fetched from its address')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+M');
    await expect(
      page.locator('.tester-page .view-line', { hasText: '<!doctype html>' }).first(),
    ).toBeVisible();
    await page.keyboard.press('Alt+M');

    shop.edition = 'two';
    await page.getByRole('button', { name: 'Fetch again', exact: true }).click();
    await page.getByRole('button', { name: 'Fetch it', exact: true }).click();
    await expect(page.getByText('The page was fetched again')).toBeVisible();
    await expect(
      page.getByRole('combobox', { name: 'Page', exact: true }).getByText('Shop two'),
    ).toBeAttached();

    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Title and address…' }).click();
    await page.getByLabel('Title', { exact: true }).fill('The shop');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await expect(
      page.getByRole('combobox', { name: 'Page', exact: true }).getByText('The shop'),
    ).toBeAttached();
    const [saved] = await studio.call('pages.list', { project: 'default', spider: 'shop' });
    expect(saved).toMatchObject({ title: 'The shop', url: `${shop.origin}/`, source: 'url' });

    await page.getByRole('button', { name: 'More about the page' }).click();
    await page.getByRole('menuitem', { name: 'Delete the page…' }).click();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await expect(page.getByText('Add a page to test the spider')).toBeVisible();
    expect(await studio.call('pages.list', { project: 'default', spider: 'shop' })).toEqual([]);
  });

  test('are added from files, chosen or dropped', async ({ page, tester }) => {
    await tester.author('filed', null);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'From a file', exact: true }).click(),
    ]);
    await chooser.setFiles({
      name: 'chosen.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<h1>Chosen</h1>'),
    });
    await expect(tester.preview.getByText('Chosen')).toBeVisible();

    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['<h1>Dropped</h1>'], 'dropped.html', { type: 'text/html' }));
      data.items.add(new File(['%PDF'], 'paper.pdf', { type: 'application/pdf' }));
      return data;
    });
    await page.locator('.tester-page').dispatchEvent('dragenter', { dataTransfer: dropped });
    const overlay = page.getByText('Drop pages here to try the spider on them');
    await expect(overlay).toBeVisible();
    await overlay.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(tester.preview.getByText('Dropped')).toBeVisible();
    await expect(overlay).toHaveCount(0);
    await expect(page.getByText('“paper.pdf” is not a page')).toBeVisible();

    // From one to the other by the keyboard.
    await page.keyboard.press('Alt+Shift+PageDown');
    await expect(tester.preview.getByText('Chosen')).toBeVisible();
  });

  test('come from runs: from the dialog, from a request, from an item; and once only', async ({
    window,
    page,
    studio,
    tester,
    shop,
  }) => {
    await tester.author('crawled', null);
    const { run } = await studio.call('runs.start', {
      project: 'default',
      spider: 'crawled',
      limit: 3,
      allowPrivate: true,
    });
    const state = async () => (await studio.call('runs.get', { run: run.id })).state;
    await expect.poll(state).toMatch(/completed|stopped/u);

    await page.getByRole('button', { name: 'From a run', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Part of the address' }).fill('/p/');
    await page
      .getByRole('listitem')
      .filter({ hasText: `${shop.origin}/p/0` })
      .getByRole('button')
      .click();
    await expect(tester.preview.locator('h1')).toBeVisible();
    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await expect(
      page.getByRole('dialog', { name: 'About the page' }).getByText(`Run ${run.id}`),
    ).toBeVisible();
    await page.keyboard.press('Escape');

    // A run keeps no style sheets; they come by one click, and by a question where they are on this computer.
    await expect(page.getByText('1 style sheet of the page is not kept.')).toBeVisible();
    expect(await priceStyle(tester)).toEqual(['rgb(0, 128, 0)', '400']);
    await page.getByRole('button', { name: 'Fetch them' }).click();
    await page.getByRole('button', { name: 'Fetch it', exact: true }).click();
    await expect(page.getByText('1 style sheet of the page is not kept.')).toHaveCount(0);
    await expect.poll(() => priceStyle(tester)).toEqual(['rgb(0, 128, 0)', '900']);

    await window.go(`#/run/${run.id}/requests`);
    await page
      .getByRole('gridcell', { name: `${shop.origin}/p/0` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Open in the tester' }).click();
    await expect(tester.preview.locator('h1')).toBeVisible();
    // A cell of the results shows an address without its scheme.
    await window.go('#/spider/default/crawled/results');
    await page
      .getByRole('gridcell', { name: `${new URL(shop.origin).host}/p/0` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Open its page' }).click();
    await expect(tester.preview.locator('h1')).toBeVisible();
    const pages = await studio.call('pages.list', { project: 'default', spider: 'crawled' });
    expect(pages.map(({ url, source }) => [url, source])).toEqual([[`${shop.origin}/p/0`, 'run']]);
  });
});

test.describe('a page that scripts make', () => {
  test('is told, and added again as a browser shows it; without a browser, what to do is said', async ({
    page,
    tester,
    setVariable,
    atEnd,
  }) => {
    const site = await startServer(twinSite(2));
    atEnd(() => site.close());
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    await tester.author('scripted', null);
    await page.keyboard.press('Control+Shift+U');
    const address = page.getByLabel('Address', { exact: true });
    await address.fill(site.url('/script/0'));
    const shown = page.getByRole('switch', { name: 'Render in a browser' });
    await expect(shown).not.toBeChecked();
    await page.getByRole('switch', { name: /Allow private addresses/u }).click();
    await address.press('Enter');
    const stage = page.getByTestId('stage');
    await expect(stage.getByText('The page seems to be made by script', { exact: false })).toBeVisible();

    // Loopback is asked about again: nothing is reached that nobody has allowed for this.
    await page.getByRole('button', { name: 'Add again, rendered in a browser' }).click();
    await expect(page.getByText('Allow private addresses for this page, if it is yours.')).toBeVisible();
    await expect(shown).toBeChecked();
    await page.getByRole('switch', { name: /Allow private addresses/u }).click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await expect(page.getByText('Rendering in a browser until its scripts are idle')).toBeVisible();
    await expect(
      tester.preview.getByRole('heading', { name: 'Story number 0 of the harbour' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'About the page', exact: true }).click();
    await expect(page.getByText('Rendered in a browser')).toBeVisible();
    await page.keyboard.press('Escape');

    setVariable('SPIDER_STUDIO_BROWSER', 'none');
    await page.keyboard.press('Control+Shift+U');
    await shown.click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await expect(page.getByText('Install Chrome, Edge or Chromium: it is found by itself.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download Chromium' })).toBeVisible();
    await page.getByRole('switch', { name: /Allow private addresses/u }).click();
    await page.getByRole('button', { name: 'Add it without' }).click();
    await expect(tester.preview.getByRole('heading', { name: 'Things' })).toBeVisible();
  });

  test('is given up when a person stops it', async ({ page, tester, atEnd }) => {
    const site = await startServer({ '/never': () => undefined });
    atEnd(() => site.close());
    await tester.author('patient', null);
    await page.keyboard.press('Control+Shift+U');
    await page.getByLabel('Address', { exact: true }).fill(site.url('/never'));
    await page.getByRole('switch', { name: /Allow private addresses/u }).click();
    await page.getByRole('button', { name: 'Add the page', exact: true }).click();
    await expect(page.getByRole('progressbar', { name: 'Fetch progress' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByRole('progressbar', { name: 'Fetch progress' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText('Add a page to test the spider')).toBeVisible();
  });
});

test.describe('large pages', () => {
  const product = (n: number) =>
    `<article class="product"><h2><a href="/p/${n}">Thing ${n}</a></h2><p class="price">EUR ${n}.50</p><p>${'lorem ipsum '.repeat(12)}</p></article>`;

  for (const [what, spider, html, matches] of [
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
  ] as const) {
    test(`${what} leave the window usable, with true counts`, async ({ window, page, tester }) => {
      let largest = 0;
      page.once('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          largest = Math.max(largest, payload.length);
        }),
      );
      await window.reload();
      await tester.author(spider, html());
      await tester.caretAt('.price::text');
      await expect(tester.field('price').getByText(matches, { exact: true })).toBeVisible();
      await expect(tester.field('price').locator('.tester-step-name', { hasText: 'cast' })).toBeVisible();
      // The window answers: another tab, and back.
      await tester.tab('Links');
      await expect(tester.pane.getByRole('combobox', { name: 'Links' })).toBeVisible();
      await tester.tab('Fields');
      await expect(tester.field('price').getByText(matches, { exact: true })).toBeVisible();
      // What came to the window in one piece is far less than the page.
      expect(largest).toBeGreaterThan(0);
      expect(largest).toBeLessThan(3_000_000);
    });
  }
});
