import type { Page } from '@playwright/test';
import { livePassword, livePlaces, liveSite } from '../live-site.ts';
import { chromiumPath } from './chromium.ts';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { test } from './tester-screen.ts';

const spider = (name: string, url: string) =>
  JSON.stringify(
    { name, allowed_domains: ['127.0.0.1'], start_urls: [url], rules: [], callbacks: {} },
    null,
    2,
  );

/** The colour of the picture at a place of the page. */
const colourAt = (page: Page, { x, y }: { x: number; y: number }) =>
  page.getByTestId('live-canvas').evaluate(
    (element, at) => {
      const canvas = element as HTMLCanvasElement;
      const pixel = canvas.getContext('2d')?.getImageData(at.x, at.y, 1, 1).data ?? [];
      return [...pixel].slice(0, 3).map((part) => Math.round(part / 32));
    },
    { x: Math.round(x), y: Math.round(y) },
  );

/** The yellow of the banner, and the white of the page, coarse because of JPEG. */
const yellow = [8, 7, 3];
const white = [8, 8, 8];

/** The choices of a width, with the width of the page; null: that of its pane, or the least one. */
const widths = [
  ['Desktop, 1280', 1280],
  ['Fits the pane', null],
  ['Phone, 390', 390],
] as const;

const widthOfPage = (page: Page) =>
  page.getByTestId('live-canvas').evaluate((element) => (element as HTMLCanvasElement).width);
const stageWidth = (page: Page) =>
  page.locator('.live-stage').evaluate(({ clientWidth }) => Math.max(640, clientWidth));
/** How large a pixel of the page is shown. */
const scaleOf = (page: Page) =>
  page.getByTestId('live-canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    return canvas.getBoundingClientRect().width / canvas.width;
  });

/** Clicks on the page at one of its places, whatever size its picture has. */
async function clickOn(page: Page, { x, y }: { x: number; y: number }, clickCount = 1): Promise<void> {
  const scale = await scaleOf(page);
  await page.locator('.live-keys').click({ position: { x: x * scale, y: y * scale }, clickCount });
}

/** Opens the list of what was done, where there was no room for it. */
async function showDone(page: Page): Promise<void> {
  const list = page.getByRole('button', { name: /^Done/u });
  if ((await list.getAttribute('aria-pressed')) !== 'true') await list.click();
}

async function openLive(page: Page): Promise<void> {
  // The shortcut works from when the pane of the page is there, which is after the editor on a slow machine.
  await expect(page.getByRole('button', { name: 'Open the live page', exact: true }).first()).toBeVisible();
  await page.keyboard.press('Alt+Shift+L');
  await page.getByRole('button', { name: 'Open it', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Live page' })).toHaveAttribute('data-phase', 'ready', {
    timeout: 30_000,
  });
}

test.describe('the live page', () => {
  test('is used with mouse and keys, and kept as actions and as a page', async ({
    page,
    tester,
    studio,
    setVariable,
    atEnd,
  }) => {
    test.slow();
    const site = await liveSite();
    atEnd(() => site.close());
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    await tester.author('lamps', null, spider('lamps', `${site.origin}/`));
    await openLive(page);
    const done = page.getByRole('complementary', { name: 'What was done' });
    await showDone(page);
    const banner = { x: 300, y: 30 };
    await expect.poll(() => colourAt(page, banner)).toEqual(yellow);

    await clickOn(page, livePlaces.agree);
    await expect.poll(() => colourAt(page, banner)).toEqual(white);
    await expect(done.getByText('Dismiss .agree')).toBeVisible();
    await clickOn(page, livePlaces.more);
    await expect(done.getByText('Click .more')).toBeVisible();
    await clickOn(page, livePlaces.more);
    await expect(done.getByText('Click .more 2 times')).toBeVisible();
    await clickOn(page, livePlaces.ask);
    await expect(page.getByText('It said: “Is the light on?”.')).toBeVisible();
    await done.getByRole('button', { name: 'Leave out: Click .ask' }).click();
    await expect(done.getByText('.ask')).toHaveCount(0);

    await clickOn(page, livePlaces.kind);
    await page.getByRole('listbox', { name: 'Choices of the page' }).selectOption('Desk');
    await page.keyboard.press('Enter');
    await expect(done.getByText('with “Desk”')).toBeVisible();
    await clickOn(page, livePlaces.search);
    await page.keyboard.type('lamp k');
    await expect(done.getByText('with “lamp k”')).toBeVisible();
    // Single letters are no shortcuts of the window while the page has the keys; F6 takes them back.
    await page.keyboard.press('F6');
    await expect(page.getByRole('textbox', { name: 'Address of the live page' })).toBeFocused();

    await page.getByRole('button', { name: 'Save this page' }).click();
    await expect(page.getByText('The page was saved')).toBeVisible();
    const [saved] = await studio.call('pages.list', { project: 'default', spider: 'lamps' });
    const { text } = await studio.call('pages.source', { page: saved?.id ?? '', offset: 0, length: 100_000 });
    expect(text).toContain('Lamp 3.2');
    expect(saved).toMatchObject({ source: 'rendered', url: `${site.origin}/` });

    await done.getByRole('button', { name: 'Keep as actions' }).click();
    await expect(page.getByText('4 actions kept')).toBeVisible();
    await expect(done.getByRole('button', { name: /^Leave out/u })).toHaveCount(0);
    // The JSON was closed for the live page, and can be opened beside it.
    const editor = page.locator('.author-text .view-lines');
    await expect(editor).toBeHidden();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(editor).toContainText('"dismiss": ".agree"');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(editor).not.toContainText('BROWSER_ACTIONS');

    await page.getByRole('button', { name: 'Close the live page' }).click();
    await expect(page.getByRole('region', { name: 'Live page' })).toHaveCount(0);
    await expect(tester.preview.getByText('Lamp 3.2')).toBeVisible();
  });

  test('logs in, and the login is kept for the spider', async ({
    page,
    tester,
    studio,
    setVariable,
    atEnd,
  }) => {
    test.slow();
    const site = await liveSite();
    atEnd(() => site.close());
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    await tester.author('member', null, spider('member', `${site.origin}/login`));
    await openLive(page);
    await expect(page.getByRole('textbox', { name: 'Live page Log in' })).toBeVisible();
    await clickOn(page, livePlaces.user);
    await page.keyboard.type('ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type(livePassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Live page Members' })).toBeVisible();
    expect(site.posted).toEqual([`user=ada&word=${livePassword}`]);
    await showDone(page);
    await expect(page.getByText('Keep the login instead.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep as login…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('shop');
    await page.getByRole('button', { name: 'Keep the login' }).click();
    await expect(page.getByText('The login shop was kept')).toBeVisible();
    expect(await studio.call('sessions.list', {})).toMatchObject([{ name: 'shop', domains: ['127.0.0.1'] }]);
    await page.getByRole('button', { name: 'Close the live page' }).click();
    await expect(page.locator('.author-text .view-lines')).toContainText('"SESSION": "shop"');
  });

  test('copies to the clipboard, and takes what is pasted and what an input method writes', async ({
    page,
    tester,
    context,
    setVariable,
    atEnd,
  }) => {
    test.slow();
    const site = await liveSite();
    atEnd(() => site.close());
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tester.author('clipboard', null, spider('clipboard', `${site.origin}/manners`));
    await openLive(page);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await clickOn(page, livePlaces.words, 3);
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(async () => (await clipboard()).trim()).toBe('Copy these words');
    await clickOn(page, livePlaces.text);
    await page.keyboard.press('ControlOrMeta+v');
    const titled = (title: string) =>
      page.getByRole('textbox', { name: `Live page Text: ${title}`, exact: true });
    await expect(titled('Copy these words')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+x');
    await expect(page.getByRole('textbox', { name: 'Live page Text:', exact: true })).toBeVisible();
    const keyboard = await context.newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'かん', selectionStart: 2, selectionEnd: 2 });
    await expect(titled('かん')).toBeVisible();
    await keyboard.send('Input.insertText', { text: '感' });
    await expect(titled('感')).toBeVisible();
    await clickOn(page, livePlaces.file);
    await showDone(page);
    await expect(page.getByText('The page asked for a file.')).toBeVisible();
    await clickOn(page, livePlaces.tab);
    await expect(page.getByText('In a window that the page opened: Back closes it')).toBeVisible();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(titled('感')).toBeVisible();
  });

  test('fits beside the list of what was done @look @dark @narrow', async ({
    page,
    tester,
    setVariable,
    atEnd,
  }) => {
    test.slow();
    const site = await liveSite();
    atEnd(() => site.close());
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    await tester.author('lamps-beside', null, spider('lamps-beside', `${site.origin}/`));
    await openLive(page);
    await showDone(page);
    await clickOn(page, livePlaces.agree);
    await expect(page.getByText('Dismiss .agree')).toBeVisible();
    await expectNoFaults(page, 'the live page');
    // It has the room of the table, and its text can be read at each width.
    await expect(page.getByRole('tab', { name: 'Fields' })).toBeHidden();
    for (const [choice, width] of widths) {
      await page.getByLabel('Width of the page').selectOption({ label: choice });
      await expect.poll(() => widthOfPage(page)).toBe(width ?? (await stageWidth(page)));
      expect(await scaleOf(page)).toBeGreaterThanOrEqual(0.7);
    }
    await expectNoFaults(page, 'the live page of a phone');
    await page.getByRole('button', { name: 'Keep as login…' }).click();
    await expect(page.getByRole('button', { name: 'Keep the login' })).toBeVisible();
    await expectNoFaults(page, 'the question for the name of a login');
  });
});
