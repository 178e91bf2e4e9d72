import type { Locator } from '@playwright/test';
import { spiderText } from '../../electron/host/open-host.ts';
import { AppWindow } from './app-window.ts';
import { expect, test as base } from './fixtures.ts';

const key = { project: 'default', spider: 'shop' };
const text = spiderText('shop', { description: 'as it was' });

/** Goes to the spider. */
async function show(window: AppWindow): Promise<AppWindow> {
  await window.go('#/spider/default/shop/author');
  await expect(window.page.locator('.author-text .view-line').first()).toBeVisible();
  return window;
}

const test = base.extend<{ draft: () => Promise<string> }>({
  studio: async ({ studio }, use) => {
    await studio.addSpider(text);
    await studio.openJson();
    await use(studio);
  },
  window: async ({ window }, use) => use(await show(window)),
  /** The text of the edits that are not saved. */
  draft: ({ studio }, use) => use(async () => (await studio.call('spiders.get', key)).draft?.text ?? ''),
});

/** Types a description while the host is away; then the host is there again, and knows no window. */
async function describeMeanwhile(window: AppWindow, words: string): Promise<void> {
  const { page, studio } = window;
  window.mayComplain = true;
  await studio.end();
  await expect(page.getByText('The application does not answer')).toBeVisible();
  await describeAs(window, words);
  await expect(page.getByText('The edits of “shop” are kept in this browser')).toBeVisible();
  await studio.startAgain();
}

/** Types a description, in place of the one that is there. */
async function describeAs({ page }: AppWindow, words: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  await page.getByLabel('Description', { exact: true }).fill(words);
}

const description = ({ page }: AppWindow): Locator => page.getByLabel('Description', { exact: true });
const unsaved = ({ page }: AppWindow): Locator => page.locator('.wb-frame-head').getByText('unsaved edits');

test.describe('two windows', () => {
  test('show one draft; a save in one leaves no marks of edits in the other', async ({
    window,
    page,
    studio,
  }) => {
    const other = await show(await AppWindow.open(page.context(), studio));
    await other.page.getByRole('button', { name: 'Form', exact: true }).click();
    await describeAs(window, 'typed in the first');
    await expect(description(other)).toHaveValue('typed in the first');
    await expect(unsaved(other)).toBeVisible();
    await page.keyboard.press('Control+S');
    await expect(page.getByText('Saved as version 2')).toBeVisible();
    await expect(other.page.locator('.wb-frame-head').getByText('v2')).toBeVisible();
    await expect(unsaved(other)).toHaveCount(0);
    await expect(unsaved(window)).toHaveCount(0);
    await expect(other.page.locator('.ui-strip')).toHaveCount(0);
    await expect(other.page.getByRole('img', { name: 'unsaved edits' })).toHaveCount(0);
  });
});

test.describe('a window whose host is started again', () => {
  test('keeps what was typed meanwhile, over the new start and a reload', async ({ window, page, draft }) => {
    await describeMeanwhile(window, 'typed while it was away');
    await window.enter();
    await show(window);
    await expect.poll(draft).toContain('typed while it was away');
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await expect(description(window)).toHaveValue('typed while it was away');
    await expect(page.getByText(/that were not saved are back/)).toBeVisible();
  });

  test('asks which edits to keep where another window has edited meanwhile', async ({
    window,
    page,
    studio,
    draft,
  }) => {
    await describeMeanwhile(window, 'mine');
    const theirs = spiderText('shop', { description: 'theirs' });
    await studio.call('spiders.putDraft', { ...key, draft: null, text: theirs, base: 1, known: null });
    await window.enter();
    await show(window);
    await expect(page.getByText('Another window has edited this spider too.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Another window has edited this spider too.')).toBeVisible();
    expect(await draft()).toBe(theirs);
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edits of two windows' });
    await expect(dialog.locator('.line-insert').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(draft).toContain('mine');
    await expect(page.getByText('Another window has edited')).toHaveCount(0);
  });
});
