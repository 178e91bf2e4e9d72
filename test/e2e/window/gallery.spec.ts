import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { given } from '../../given.ts';
import { expect, shared, test as base } from './fixtures.ts';
import { expectNoAxeFaults, expectNoFaults } from './looks.ts';
import { serveFolder } from './serve-folder.ts';

const folder = fileURLToPath(new URL('../../../dist/gallery', import.meta.url));

interface Fixtures {
  /** Shows a part of the gallery, which asks nobody else for anything. After the test, nothing may have gone wrong in it. */
  open: (query: string) => Promise<void>;
  /** Shows the table of a million rows. */
  openTable: (query?: string) => Promise<void>;
}

const gallery = shared(() => serveFolder(folder));

const test = base.extend<Fixtures>({
  page: async ({ context }, use) => use(await context.newPage()),
  open: async ({ page, atWorkerEnd }, use) => {
    const { origin } = await gallery(atWorkerEnd);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/u.test(url)) complaints.push(`asked for ${url}`);
    });
    await use(async (query) => {
      await page.goto(`${origin}/${query}`);
      await expect(page.locator('[data-app-state="loaded"]')).toBeVisible();
    });
    expect(complaints).toEqual([]);
  },
  openTable: ({ page, open }, use) =>
    use(async (query = '') => {
      await open(`?part=table${query}`);
      await ready(page, 0);
    }),
});

const rowsShown = (page: Page) =>
  page.$$eval('[role=row][data-row]:not([aria-busy])', (rows) =>
    rows.map((row) => [row.getAttribute('data-row'), row.querySelector('[data-cell="0"]')?.textContent]),
  );
const ready = (page: Page, row: number) =>
  expect(page.locator(`[role=row][data-row="${row}"]:not([aria-busy])`)).toBeVisible();

test.describe('the components', { tag: ['@look', '@dark'] }, () => {
  for (const part of ['controls', 'data', 'table', 'editor']) {
    test(`have no faults that axe finds: ${part}`, async ({ page, open }) => {
      await open(`?part=${part}`);
      if (part === 'editor') await expect(page.locator('.view-line').first()).toBeVisible();
      if (part === 'table') await ready(page, 0);
      await expectNoFaults(page, part);
    });
  }

  test('have none while something is open', async ({ page, open }) => {
    await open('?part=controls');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'More' }).hover();
    await expectNoAxeFaults(page, 'a menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Error' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expectNoAxeFaults(page, 'a question');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Popover' }).click();
    await expectNoAxeFaults(page, 'a popover');
  });
});

test.describe('a table of a million rows', () => {
  test('shows its first and its last row, each with the right number', async ({ page, openTable }) => {
    await openTable();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1000001');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await ready(page, 999_999);
    for (const [row, text] of await rowsShown(page))
      expect(Number(text?.replaceAll(',', ''))).toBe(Number(row));
    const last = await page.locator('[data-row="999999"]').boundingBox();
    const box = await page.getByRole('grid').boundingBox();
    expect(last).not.toBeNull();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1);
    await page.keyboard.press('Control+Home');
    await ready(page, 0);
    await expect(page.getByTestId('selected')).toContainText('0: https://example.org/products/0');
  });

  test('shows the middle when the scroll bar is dragged there', async ({ page, openTable }) => {
    await openTable();
    await page.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await ready(page, 500_000);
    for (const [row, text] of await rowsShown(page))
      expect(Number(text?.replaceAll(',', ''))).toBe(Number(row));
  });

  test('moves by single rows with the wheel, wherever it is', async ({ page, openTable }) => {
    await openTable();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await ready(page, 999_999);
    const top = async () => Math.min(...(await rowsShown(page)).map(([row]) => Number(row)));
    const before = await top();
    await page.getByRole('grid').hover();
    await page.mouse.wheel(0, -280);
    await expect.poll(top).toBe(before - 10);
  });

  test('is walked through with the keyboard, into the header and back', async ({ page, openTable }) => {
    await openTable();
    await page.getByRole('grid').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'PageDown', 'ArrowRight']) await page.keyboard.press(key);
    const active = () =>
      page.getByRole('grid').evaluate((grid) => {
        const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
        return [
          cell?.closest('[data-row]')?.getAttribute('data-row') ?? 'header',
          cell?.getAttribute('aria-colindex'),
        ];
      });
    const [row, column] = await active();
    expect(Number(row)).toBeGreaterThan(15);
    expect(column).toBe('2');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    expect(await active()).toEqual(['header', '1']);
    await page.keyboard.press('Enter');
    await expect(page.locator('[aria-sort=ascending]')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await rowsShown(page))[0]?.[1]).toBe('999,999');
  });

  test('selects ranges and copies them as spreadsheets take them', async ({ page, openTable }) => {
    await openTable();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(3);
    await page.keyboard.press('Control+c');
    await expect(page.getByText('3 rows were copied')).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]?.split('\t').slice(0, 4)).toEqual(['#', 'URL', 'Status', 'Time (ms)']);
    expect(lines[1]?.split('\t').slice(0, 2)).toEqual(['1', 'https://example.org/products/1?ref=<b>1</b>']);
  });

  test('shows that it works while rows take long to come', async ({ page, open }) => {
    await open('?part=table&wait=1500');
    const bar = page.locator('.ui-table-busy');
    await expect(bar).toBeVisible();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
    await ready(page, 0);
    await expect(bar).toBeHidden();
    await expect(page.getByRole('grid')).not.toHaveAttribute('aria-busy');
  });

  test('has its rows in the order of the screen for who reads the document, once it rests', async ({
    page,
    openTable,
  }) => {
    await openTable();
    await page.getByRole('grid').hover();
    for (const step of [300, 500, -200]) await page.mouse.wheel(0, step);
    const order = async () => (await rowsShown(page)).map(([row]) => Number(row));
    await expect.poll(async () => Math.max(...(await order()))).toBeGreaterThan(25);
    await expect
      .poll(async () => (await order()).every((row, at, all) => at === 0 || row === Number(all[at - 1]) + 1))
      .toBe(true);
  });

  test('keeps pinned columns in sight when it is scrolled sideways', async ({ page, openTable }) => {
    await openTable();
    const cell = page.locator('[data-row="2"] [data-cell="0"]');
    const head = page.getByRole('columnheader', { name: '#', exact: true });
    const left = async (locator: typeof cell) => Math.round(given(await locator.boundingBox()).x);
    const before = await left(cell);
    await page.getByRole('grid').hover();
    await page.mouse.wheel(400, 0);
    await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollLeft)).toBeGreaterThan(300);
    expect([await left(cell), await left(head)]).toEqual([before, before]);
    await page.mouse.wheel(-900, 0);
    await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollLeft)).toBe(0);
    expect([await left(cell), await left(head)]).toEqual([before, before]);
  });

  test('remembers how its columns were put', async ({ page, openTable }) => {
    await openTable();
    const titles = () => page.getByRole('columnheader').allTextContents();
    await page.getByRole('columnheader', { name: 'Status' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await expect.poll(titles).toEqual(expect.arrayContaining(['#', 'Status', 'URL']));
    expect((await titles()).slice(0, 3)).toEqual(['#', 'Status', 'URL']);
    await page.getByRole('columnheader', { name: 'URL' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['#', 'Status', 'Time (ms)']);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('menuitem', { name: 'Restore default' }).click();
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['#', 'URL', 'Status']);
  });

  test('shows text of the web as text', async ({ page, openTable }) => {
    await openTable();
    await expect(page.locator('[role=grid] b')).toHaveCount(0);
    await expect(page.locator('[data-row="1"]')).toContainText('<b>1</b>');
  });

  test('says which rows could not be read, keeps the others, and tries again', async ({
    page,
    openTable,
  }) => {
    await openTable('&fail');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await expect(page.getByRole('alert').filter({ hasText: 'The database is locked.' })).toBeVisible();
    await page.keyboard.press('Control+Home');
    await ready(page, 0);
    await expect(page.getByText('Some rows could not be loaded')).toHaveCount(0);
  });
});

test.describe('the editor', () => {
  test('takes changes from outside as steps that can be undone, and keeps its history when it comes back', async ({
    page,
    open,
  }) => {
    await open('?part=editor');
    const text = () => page.locator('.ui-editor').first().locator('.view-lines').textContent();
    await expect(page.locator('.view-line').first()).toBeVisible();
    await page.getByRole('button', { name: 'Rename from outside' }).click();
    await expect.poll(text).toContain('bookshop');
    await page.locator('.ui-editor .monaco-editor').first().click();
    await page.keyboard.press('Control+z');
    await expect.poll(text).not.toContain('bookshop');
    await page.keyboard.press('Control+y');
    await expect.poll(text).toContain('bookshop');
  });

  test('marks problems where they are', async ({ page, open }) => {
    await open('?part=editor');
    await expect(page.locator('.squiggly-error').first()).toBeVisible();
    expect(await page.locator('.squiggly-error').count()).toBeGreaterThan(0);
  });
});
