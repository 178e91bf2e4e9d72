import { contentOf, type AppWindow } from './app-window.ts';
import { expect, shared, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { startPictureShop } from './picture-shop.ts';
import { Studio } from './studio.ts';

const crawled = shared(async () => {
  const shop = await startPictureShop();
  const studio = await Studio.start();
  await studio.call('projects.create', { name: 'default' });
  await studio.addSpider(JSON.stringify(shop.spider));
  const run = await studio.crawl({ project: 'default', spider: 'lamps', limit: null, allowPrivate: true });
  return {
    studio,
    run,
    async close() {
      await studio.close();
      shop.close();
    },
  };
});

/** Each begins with a crawl of a lamp that has files of every kind. */
const test = base.extend<{ run: string }>({
  studio: async ({ atWorkerEnd }, use) => use((await crawled(atWorkerEnd)).studio),
  run: async ({ atWorkerEnd }, use) => use((await crawled(atWorkerEnd)).run),
});

async function openItem({ page, go }: Pick<AppWindow, 'page' | 'go'>): Promise<void> {
  await go('#/spider/default/lamps/results');
  await page
    .getByRole('grid', { name: 'Items of lamps' })
    .getByRole('gridcell', { name: 'Desk lamp', exact: true })
    .click();
}

test('a cell says what a file is called, what it is and how large', async ({ page, window }) => {
  await window.go('#/spider/default/lamps/results');
  const table = page.getByRole('grid', { name: 'Items of lamps' });
  await expect(table).toContainText('15 Bmanual.pdf · application/pdf');
  await expect(table).toContainText('4 files');
  await expect(table).toContainText('desk lamp.png · image/png');
});

test(
  'an item shows its files, pictures as pictures, and why one is not there',
  { tag: '@look' },
  async ({ page, window }) => {
    await openItem({ page, go: (hash) => window.go(hash) });
    const values = page.locator('.results-inspector');
    await expect(values.getByRole('img', { name: 'desk lamp.png' })).toBeVisible();
    await expect
      .poll(() =>
        values
          .getByRole('img', { name: 'desk lamp.png' })
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(160);
    await expect(values.getByText('The server answered 404.')).toBeVisible();
    await expect(values.getByText('application/pdf, 15 B')).toBeVisible();
    await expectNoFaults(page, 'the files of an item');
    await values.getByRole('button', { name: 'Show desk lamp.png' }).click();
    await expect(page.getByRole('dialog', { name: 'desk lamp.png' }).getByRole('img')).toBeVisible();
    await expectNoFaults(page, 'a picture');
  },
);

test('a file is saved under its name, with an ending that fits what it is', async ({ page, window }) => {
  await openItem({ page, go: (hash) => window.go(hash) });
  const save = async (name: string) => {
    const begun = page.waitForEvent('download');
    await page
      .locator('.results-inspector')
      .getByRole('button', { name: `Save ${name}` })
      .click();
    return begun;
  };
  const manual = await save('manual.pdf');
  expect(manual.suggestedFilename()).toBe('manual.pdf');
  expect(await contentOf(manual)).toBe('%PDF-1.7 manual');
  // The server calls it a picture.
  expect((await save('trap.html')).suggestedFilename()).toBe('trap.html');
});

test('what a file holds runs nowhere: pictures have no scripts, and all else is only saved', async ({
  page,
  studio,
  window,
  run,
}) => {
  await openItem({ page, go: (hash) => window.go(hash) });
  await expect(page.locator('.results-inspector').getByRole('img', { name: 'drawing.svg' })).toBeVisible();
  const item = (
    await studio.call('results.items', {
      source: { project: 'default', spider: 'lamps', run },
      offset: 0,
      limit: 1,
    })
  ).items[0];
  const files = JSON.stringify(item).match(/[0-9a-f]{64}(?=\.(?:html|svg))/gu) ?? [];
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const sha256 of new Set(files)) {
    const place = await studio.call('results.file', { sha256, name: 'x.html' });
    for (const path of [place.download, place.picture].filter((each) => each !== null)) {
      const answer = await page.request.get(`${studio.origin}${path}`);
      const headers = answer.headers();
      expect(headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/u);
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (path === place.download) {
        expect(headers['content-disposition']).toMatch(/^attachment/u);
        expect(headers['content-type']).toBe('application/octet-stream');
      }
    }
    expect(place.picture === null).toBe(place.type === 'text/html');
  }
  await expect(page).not.toHaveTitle(/attacked/u);
});

test(
  'an export counts the files, and packs them with the items',
  { tag: '@look' },
  async ({ page, window }) => {
    await window.go('#/spider/default/lamps/results');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export items' });
    await expect(dialog.getByText(/^5 files, /u)).toBeVisible();
    await dialog.getByLabel('Files').selectOption('In one archive with the items');
    await expect(dialog.getByText('--files lamps-files.zip')).toBeVisible();
    await expectNoFaults(page, 'an export with files');
    const begun = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export 1 item' }).click();
    const archive = await begun;
    expect(archive.suggestedFilename()).toMatch(/\.zip$/u);
    const bytes = await contentOf(archive);
    expect(bytes.slice(0, 2)).toBe('PK');
    expect(new Set(bytes.match(/files\/[0-9a-f]{64}\.(?:png|svg|html|pdf)/gu)).size).toBe(5);
  },
);

base(
  'a file that arrives takes its place in the table and in the details',
  async ({ page, studio, window }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const shop = await startPictureShop({ held: { path: '/manual.pdf', until: promise } });
    try {
      await studio.call('projects.create', { name: 'default' });
      await studio.addSpider(JSON.stringify(shop.spider));
      const { run } = await studio.call('runs.start', {
        project: 'default',
        spider: 'lamps',
        limit: null,
        allowPrivate: true,
      });
      // The other files are there, so that nothing but the manual is waited for.
      await expect
        .poll(async () => (await studio.call('runs.get', { run: run.id })).counters)
        .toMatchObject({ items: 1, done: 6, active: 1 });
      await openItem({ page, go: (hash) => window.go(hash) });
      const table = page.getByRole('grid', { name: 'Items of lamps' });
      const values = page.locator('.results-inspector');
      await expect(table).toContainText('/manual.pdf');
      await expect(table).not.toContainText('manual.pdf · application/pdf');
      await expect(values).toContainText('/manual.pdf');
      await expect(values.getByRole('button', { name: 'Save manual.pdf' })).toHaveCount(0);
      resolve();
      await expect(table).toContainText('manual.pdf · application/pdf');
      await expect(values.getByRole('button', { name: 'Save manual.pdf' })).toBeVisible();
    } finally {
      resolve();
      shop.close();
    }
  },
);
