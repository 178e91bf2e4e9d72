import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { given } from '../../given.ts';
import { axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { serveFolder } from './serve-folder.ts';
import { unseen } from './unseen.ts';

let browser: Browser;
let server: Awaited<ReturnType<typeof serveFolder>>;
let context: BrowserContext;
/** What the page complained about: faults, and what the content policy refused. */
let complaints: string[];

beforeAll(async () => {
  server = await serveFolder(fileURLToPath(new URL('../../../dist/gallery', import.meta.url)));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
afterEach(() => context.close());

async function open(path: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  context = await browser.newContext({ colorScheme: theme, viewport: { width: 1200, height: 760 } });
  const page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.route('**/*', (route) =>
    route.request().url().startsWith(server.origin) ? route.continue() : route.abort(),
  );
  await page.goto(`${server.origin}/${path}`);
  await page.waitForSelector('[data-app-state="loaded"]');
  return page;
}

describe.each(['light', 'dark'] as const)('the components in the %s theme', (theme) => {
  it.each(['controls', 'data', 'table', 'editor'])('have no faults that axe finds: %s', async (part) => {
    const page = await open(`?part=${part}`, theme);
    if (part === 'editor') await page.waitForSelector('.view-line');
    if (part === 'table') await page.waitForSelector('[role=row][data-row]:not([aria-busy])');
    expect([...(await unseen(page)), ...(await axeFaults(page))]).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('have none while something is open', async () => {
    const page = await open('?part=controls', theme);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'More' }).hover();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Error' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Popover' }).click();
    expect(await axeFaults(page)).toEqual([]);
  });
});

describe('a table of a million rows', () => {
  const rowsShown = (page: Page) =>
    page.$$eval('[role=row][data-row]:not([aria-busy])', (rows) =>
      rows.map((row) => [row.getAttribute('data-row'), row.querySelector('[data-cell="0"]')?.textContent]),
    );
  const selected = (page: Page) => page.getByTestId('selected').textContent();
  const ready = (page: Page, row: number) =>
    page.waitForSelector(`[role=row][data-row="${row}"]:not([aria-busy])`);
  const openTable = async (query = '') => {
    const page = await open(`?part=table${query}`);
    await ready(page, 0);
    return page;
  };

  it('shows its first and its last row, each with the right number', async () => {
    const page = await openTable();
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('1000001');
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
    expect(await selected(page)).toContain('0: https://example.org/products/0');
  });

  it('shows the middle when the scroll bar is dragged there', async () => {
    const page = await openTable();
    await page.getByRole('grid').evaluate((grid) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await ready(page, 500_000);
    for (const [row, text] of await rowsShown(page))
      expect(Number(text?.replaceAll(',', ''))).toBe(Number(row));
  });

  it('moves by single rows with the wheel, wherever it is', async () => {
    const page = await openTable();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await ready(page, 999_999);
    const top = async () => Math.min(...(await rowsShown(page)).map(([row]) => Number(row)));
    const before = await top();
    await page.getByRole('grid').hover();
    await page.mouse.wheel(0, -280);
    await expect.poll(top).toBe(before - 10);
  });

  it('is walked through with the keyboard, into the header and back', async () => {
    const page = await openTable();
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
    await expect.poll(() => page.locator('[aria-sort=ascending]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await rowsShown(page))[0]?.[1]).toBe('999,999');
  });

  it('selects ranges and copies them as spreadsheets take them', async () => {
    const page = await openTable();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await page.locator('[role=row][aria-selected=true]').count()).toBe(3);
    await page.keyboard.press('Control+c');
    await page.getByText('3 rows were copied').waitFor();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]?.split('\t').slice(0, 4)).toEqual(['#', 'URL', 'Status', 'Time (ms)']);
    expect(lines[1]?.split('\t').slice(0, 2)).toEqual(['1', 'https://example.org/products/1?ref=<b>1</b>']);
  });

  it('shows that it works while rows take long to come', async () => {
    const page = await open('?part=table&wait=1500');
    const bar = page.locator('.ui-table-busy');
    await bar.waitFor({ state: 'visible' });
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    await ready(page, 0);
    await bar.waitFor({ state: 'hidden' });
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBeNull();
  });

  it('has its rows in the order of the screen for who reads the document, once it rests', async () => {
    const page = await openTable();
    await page.getByRole('grid').hover();
    for (const step of [300, 500, -200]) await page.mouse.wheel(0, step);
    const order = async () => (await rowsShown(page)).map(([row]) => Number(row));
    await expect.poll(async () => Math.max(...(await order()))).toBeGreaterThan(25);
    await expect
      .poll(async () => (await order()).every((row, at, all) => at === 0 || row === Number(all[at - 1]) + 1))
      .toBe(true);
  });

  it('keeps pinned columns in sight when it is scrolled sideways', async () => {
    const page = await openTable();
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

  it('remembers how its columns were put', async () => {
    const page = await openTable();
    const titles = () => page.getByRole('columnheader').allTextContents();
    await page.getByRole('columnheader', { name: 'Status' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await expect.poll(titles).toEqual(expect.arrayContaining(['#', 'Status', 'URL']));
    expect((await titles()).slice(0, 3)).toEqual(['#', 'Status', 'URL']);
    await page.getByRole('columnheader', { name: 'URL' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['#', 'Status', 'Time (ms)']);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('menuitem', { name: 'Back to the default' }).click();
    await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(['#', 'URL', 'Status']);
  });

  it('shows text of the web as text', async () => {
    const page = await openTable();
    expect(await page.locator('[role=grid] b').count()).toBe(0);
    expect(await page.locator('[data-row="1"]').textContent()).toContain('<b>1</b>');
  });

  it('says which rows could not be read, keeps the others, and tries again', async () => {
    const page = await openTable('&fail');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await page.getByRole('alert').filter({ hasText: 'The database is locked.' }).waitFor();
    await page.keyboard.press('Control+Home');
    await ready(page, 0);
    await expect.poll(() => page.getByText('Some rows could not be read').count()).toBe(0);
  });
});

describe('the editor', () => {
  it('takes changes from outside as steps that can be undone, and keeps its history when it comes back', async () => {
    const page = await open('?part=editor');
    const text = () => page.locator('.ui-editor').first().locator('.view-lines').textContent();
    await page.waitForSelector('.view-line');
    await page.getByRole('button', { name: 'Rename from outside' }).click();
    await expect.poll(text).toContain('bookshop');
    await page.locator('.ui-editor .monaco-editor').first().click();
    await page.keyboard.press('Control+z');
    await expect.poll(text).not.toContain('bookshop');
    await page.keyboard.press('Control+y');
    await expect.poll(text).toContain('bookshop');
    expect(complaints).toEqual([]);
  });

  it('marks problems where they are', async () => {
    const page = await open('?part=editor');
    await page.waitForSelector('.squiggly-error');
    expect(await page.locator('.squiggly-error').count()).toBeGreaterThan(0);
  });
});
