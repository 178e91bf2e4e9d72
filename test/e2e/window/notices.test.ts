import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { openWindow } from './open-window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('notices cover no part of the window', async () => {
  const opened = await openWindow(browser);
  const { page, open } = opened;
  await open.call('projects.create', { name: 'default' });
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await page.getByLabel('Name', { exact: true }).fill('shop');
  await page.getByLabel('Site', { exact: true }).fill('books.example');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForSelector('.author-text .view-line');
  await page.keyboard.press('Control+S');
  const notice = page.getByText('has this text already');
  await notice.waitFor();
  const box = async (selector: string) => {
    const found = await page.locator(selector).boundingBox();
    return { top: found?.y ?? -1, bottom: (found?.y ?? 0) + (found?.height ?? 0) };
  };
  await expect.poll(async () => (await box('.wb')).bottom - (await box('.ui-toasts')).top).toBe(0);
  expect((await box('.ui-toasts')).bottom).toBe(800);
  await notice.waitFor({ state: 'detached' });
  await expect.poll(async () => (await box('.wb')).bottom).toBe(800);
  await opened.close();
});
