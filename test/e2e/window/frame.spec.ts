import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { spiderText } from '../../electron/host/open-host.ts';
import { expect, test } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const sampleFile = fileURLToPath(new URL('../../../resources/samples/sample-shop.json', import.meta.url));

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to anything' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? null);

test.describe('the palette', () => {
  test('goes to a spider and runs a command, by keyboard alone', async ({ window, page, studio }) => {
    await studio.addSpider(spiderText('shop'));
    await studio.addSpider(spiderText('news'));
    await expect(page.getByRole('link', { name: 'news' }).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new');
    await expect(page.getByRole('option', { name: 'news' })).toBeVisible();
    await page.keyboard.type('s');
    await page.keyboard.press('Enter');
    await expect.poll(() => window.hash()).toBe('#/spider/default/news');
    await expect(palette(page)).toBeHidden();

    await page.keyboard.press('Control+Shift+p');
    await expect(page.getByRole('option', { name: 'Theme: dark' })).toBeVisible();
    await page.keyboard.type('theme dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html[data-theme="dark"]').first()).toBeVisible();
  });

  test('opens from within the editor and gives the focus back', async ({ page, studio }) => {
    await studio.addSpider(spiderText('shop'));
    await studio.openJson();
    await page.goto(`${studio.origin}/#/spider/default/shop/author`);
    await page.locator('.monaco-editor').first().click();
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    expect(await page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null)).toBe(true);
  });
});

test.describe('an address', () => {
  test('leads to the same place after a reload, with the tabs that were open', async ({
    window,
    page,
    studio,
  }) => {
    await studio.addSpider(spiderText('shop'));
    await page.goto(`${studio.origin}/#/settings?section=keyboard`);
    await expect(page.getByRole('heading', { name: 'Keyboard', level: 1 })).toBeVisible();
    await page.goto(`${studio.origin}/#/spider/default/shop/runs`);
    await expect(page.getByRole('heading', { name: 'shop', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'shop', level: 1 })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['Start', 'Settings', 'shop']);
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => window.hash()).toBe('#/settings?section=keyboard');
    await page.keyboard.press('Alt+w');
    await expect.poll(() => window.hash()).toBe('#/spider/default/shop/runs');
  });

  test('that leads nowhere says so, and that of a spider that is not there, too', async ({
    page,
    studio,
  }) => {
    await page.goto(`${studio.origin}/#/nonsense/at/all`);
    await expect(page.getByText('Page not found').first()).toBeVisible();
    await page.goto(`${studio.origin}/#/spider/default/gone/author`);
    await expect(page.getByText('There is no spider “gone”').first()).toBeVisible();
  });
});

test.describe('shortcuts', () => {
  test('are shown, changed, told where they clash, and kept', async ({
    window,
    page,
    studio,
    openWindow,
  }) => {
    // The field of the start screen has the keyboard: there, letters are text.
    await window.go('#/about');
    await expect(page.getByRole('heading', { name: 'Spider Studio', level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.getByRole('button', { name: 'Change shortcuts' }).click();
    await page.getByRole('searchbox', { name: 'Search commands' }).fill('sidebar');
    await page.getByRole('button', { name: 'Add a shortcut for “Show or hide the sidebar”' }).click();
    await page.keyboard.press('Control+Shift+F');
    await expect(page.getByText('also: Search the spiders')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Ctrl+Shift+F from “Show or hide' }).click();
    await page.getByRole('button', { name: 'Add a shortcut for “Show or hide the sidebar”' }).click();
    await page.keyboard.press('F9');
    await expect
      .poll(async () => (await studio.call('app.preferences', {})).keymap)
      .toEqual({ 'window.sidebar': ['Mod+B', 'F9'] });
    // It holds once the window shows it.
    await expect(page.getByRole('button', { name: 'Remove F9 from “Show or hide' })).toBeVisible();
    await page.keyboard.press('F9');
    await expect(page.getByRole('navigation', { name: 'Spiders' })).toBeHidden();

    const other = await openWindow();
    await other.go('#/settings?section=keyboard');
    await expect(other.page.getByRole('button', { name: 'Remove F9 from “Show or hide' })).toBeVisible();
    await expect(other.page.getByRole('navigation', { name: 'Spiders' })).toBeVisible();
    await other.page.keyboard.press('F9');
    await expect(other.page.getByRole('navigation', { name: 'Spiders' })).toBeHidden();
  });

  test('of letters do nothing while somebody types', async ({ page }) => {
    await page.getByRole('searchbox', { name: 'Search the spiders' }).fill('');
    await page.keyboard.type('gn?');
    await expect(page.getByRole('searchbox', { name: 'Search the spiders' })).toHaveValue('gn?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('go through the parts of the window', async ({ page, studio }) => {
    await studio.addSpider(spiderText('shop'));
    await expect(page.getByRole('link', { name: 'shop' }).first()).toBeVisible();
    const seen = new Set<string | null>();
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('F6');
      seen.add(await focused(page));
    }
    expect([...seen]).toEqual(expect.arrayContaining(['sidebar', 'main']));
  });
});

test.describe('several windows on one host', () => {
  test('show the same, and what one does the other sees', async ({ window, page, openWindow }) => {
    const other = await openWindow();
    await window.go('#/about');
    await expect(page.getByRole('heading', { name: 'Spider Studio', level: 1 })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'Address of a page' })).toBeFocused();
    await page.getByRole('button', { name: 'a template' }).click();
    await page.getByLabel('Site', { exact: true }).fill('books.example/shop');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('books-example');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => window.hash()).toBe('#/spider/default/books-example/author');
    await expect(other.page.getByRole('link', { name: 'books-example' }).first()).toBeVisible();
    await page.keyboard.press('Control+Shift+L');
    await page.keyboard.press('Control+Shift+L');
    await expect(page.locator('html[data-theme="dark"]').first()).toBeVisible();
    await expect(other.page.locator('html[data-theme="dark"]').first()).toBeVisible();
  });

  test('say why when the host is gone, and that they have to sign in anew', async ({
    window,
    page,
    studio,
  }) => {
    window.mayComplain = true;
    await studio.closeDoor();
    await expect(page.getByText('The application does not answer').first()).toBeVisible();
    await studio.openDoor();
    await expect(page.getByText('This window is not signed in').first()).toBeVisible();
  });
});

test.describe('spiders', () => {
  test('are imported from files, after telling what will happen', async ({ window, page }) => {
    await page.keyboard.press('Control+o');
    await page.getByLabel('Spider files').setInputFiles([
      { name: 'shop.json', mimeType: 'application/json', buffer: readFileSync(sampleFile) },
      { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{ "name": "x y" }') },
    ]);
    await expect(page.getByText('“sample-shop” is new').first()).toBeVisible();
    await expect(page.locator('.spiders-why')).toBeVisible();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => window.hash()).toBe('#/spider/default/sample-shop/author');
  });

  test('are dropped onto the window', async ({ page }) => {
    const text = readFileSync(sampleFile, 'utf8');
    await page.evaluate((spider) => {
      const data = new DataTransfer();
      data.items.add(new File([spider], 'shop.json', { type: 'application/json' }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }, text);
    await expect(page.getByText('“sample-shop” is new').first()).toBeVisible();
  });

  test('are renamed, duplicated and deleted from the sidebar, after a question', async ({ page, studio }) => {
    await studio.addSpider(spiderText('shop'));
    const entry = (name: string) =>
      page.getByRole('navigation', { name: 'Spiders' }).getByRole('link', { name });
    await entry('shop').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('books');
    await page.keyboard.press('Enter');
    await entry('books').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate…' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('books-copy');
    await page.keyboard.press('Enter');
    await expect(entry('books-copy')).toBeVisible();
    await entry('books-copy').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(page.getByText('This takes 1 version along')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Move to the trash' }).click();
    await expect(entry('books-copy')).toHaveCount(0);
    expect((await studio.call('spiders.list', {})).map((spider) => spider.name)).toEqual(['books']);
  });
});

test(
  'axe finds no faults in the frame, its screens and its dialogs',
  { tag: ['@look', '@dark', '@narrow'] },
  async ({ page, studio }) => {
    await studio.addSpider(spiderText('shop'));
    await expect(page.getByRole('link', { name: 'shop' }).first()).toBeVisible();
    await expectNoFaults(page, 'welcome');
    for (const [place, heading] of [
      ['settings?section=appearance', 'Appearance'],
      ['settings?section=keyboard', 'Keyboard'],
      ['settings?section=questions', 'Confirmations'],
      ['about', 'Spider Studio'],
      ['nowhere', 'Page not found'],
    ] as const) {
      await page.goto(`${studio.origin}/#/${place}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expectNoFaults(page, place);
    }
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeVisible();
    await expectNoFaults(page, 'palette');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    for (const [name, keys] of [
      ['Import spiders', ['Control+o']],
      ['Keyboard shortcuts', ['?']],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectNoFaults(page, name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
    }
  },
);
