import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { given } from '../../given.ts';
import { axeFaults } from './axe.ts';
import { shopPage, shopSpider, TesterWindow } from './tester-window.ts';
import { unseen } from './unseen.ts';

let shop: TesterWindow;
let page: Page;

beforeAll(async () => {
  shop = await TesterWindow.open();
  page = shop.page;
});
afterAll(() => shop?.close());

describe('the tester', () => {
  it('shows how each field comes about, and lights the one under the caret', async () => {
    await shop.author('fields', shopPage('one'));
    await shop.field('title').getByText('Things', { exact: true }).waitFor();
    await shop.field('missing').getByText('0 matches').waitFor();
    await shop.field('stars').getByText('1/2').waitFor();
    await page.locator('.tester-page').getByText('matches').waitFor({ state: 'detached' });

    // The caret goes into a field of the text: its nodes light up, and it opens.
    await shop.caretAt('.price::text');
    await shop.outlined(12);
    await page.getByRole('group', { name: 'Matches on the page' }).getByText('12 matches').waitFor();
    const steps = shop
      .field('price')
      .getByRole('list', { name: 'How the value comes about' })
      .getByRole('listitem');
    expect(await steps.allInnerTexts()).toEqual([
      expect.stringMatching(/matched\s+EUR 0\.50/u),
      expect.stringMatching(/regex\s+pattern "\(\[\\\\d\.\]\+\)"\s+0\.50/u),
      expect.stringMatching(/cast\s+to "float"\s+0\.5/u),
    ]);
    await shop.field('price').getByText('The first of 12 matches is taken').waitFor();
    await shop.field('price').getByRole('button', { name: 'EUR 1.50' }).waitFor();
    await page.keyboard.press('Alt+N');
    await page.keyboard.press('Alt+N');
    await page.getByText('2 of 12').waitFor();

    // A selector is changed: the page follows.
    await shop.caretAt('.price::text');
    await page.keyboard.press('End');
    for (const _ of '",') await page.keyboard.press('ArrowLeft');
    for (const _ of 'price::text') await page.keyboard.press('Backspace');
    await page.keyboard.insertText('review');
    await shop.outlined(2);
    await shop
      .field('price')
      .getByRole('button', { name: /<div class="review">/u })
      .first()
      .waitFor();
    await page.keyboard.press('Control+Z');

    // Why there is nothing: how far the selector gets.
    await shop.caretAt('h3.name');
    const why = shop
      .field('missing')
      .getByRole('list', { name: 'How far the selector gets' })
      .getByRole('listitem');
    expect(await why.allInnerTexts()).toEqual([
      expect.stringMatching(/^article\.product\s+12 matches$/u),
      expect.stringMatching(/^article\.product h3\.name\s+0 matches$/u),
    ]);
    await shop.field('missing').getByText('There is no <h3> on the page.').waitFor();

    // The other way round: a field that is chosen here is shown in the text.
    await shop
      .field('author')
      .getByRole('button', { name: /author/u })
      .press('Enter');
    await shop.outlined(2);
    await shop.field('author').getByText('A value in each of the 2 items').waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('suggests selectors for what is picked, by mouse and by keyboard, and writes them into the spider', async () => {
    await shop.author('picker', shopPage('one'));
    await shop.caretAt('h3.name');
    await page.keyboard.press('Control+Shift+X');
    await page.getByText('Click an element, or walk with the arrows').waitFor();
    await shop.preview.locator('.product h2 a').nth(1).click();
    const suggestions = page.getByRole('region', { name: 'The picked element' });
    await suggestions.getByText('12 matches').first().waitFor();
    const row = suggestions.getByRole('listitem').filter({ hasText: 'all 12 like it' }).first();
    const selector = await row.locator('.tester-selector').innerText();
    await row.getByRole('button', { name: 'Use', exact: true }).click();
    await shop.field('missing').getByText('Thing 0', { exact: true }).first().waitFor();
    await shop.outlined(12);
    const written = await shop.textNow();
    expect(JSON.parse(written)).toMatchObject({
      callbacks: { parse_item: { extract: { missing: { css: selector } } } },
    });
    // It is one step.
    await page.keyboard.press('Control+Z');
    expect(await shop.textNow()).toBe(shopSpider('picker', shop.origin));

    // By the keyboard, into a field of a list: the selector begins at the item.
    await shop.caretAt('.author::text');
    await shop.outlined(2);
    await page.keyboard.press('Control+Shift+X');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    // The page has heard that it is picked from.
    await expect
      .poll(() => shop.preview.locator('html').evaluate((root) => getComputedStyle(root).cursor))
      .toBe('crosshair');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await suggestions.getByText('i::text', { exact: true }).waitFor();
    await suggestions.getByText('its text; in 1 of 2 items').waitFor();

    // As a field of its own, with the name that it suggests.
    await page
      .getByRole('combobox', { name: 'Write the selector into' })
      .selectOption({ label: '→ New field in reviews' });
    await page.getByRole('textbox', { name: 'Name of the new field' }).fill('rating');
    await suggestions
      .getByRole('listitem')
      .filter({ hasText: 'i::text' })
      .getByRole('button', { name: 'Add', exact: true })
      .click();
    await shop.field('rating').getByText('1/2').waitFor();
    expect(JSON.parse(await shop.textNow())).toMatchObject({
      callbacks: { parse_item: { extract: { reviews: { extract: { rating: { css: 'i::text' } } } } } },
    });
    expect(shop.window.complaints).toEqual([]);
  });

  it('tries selectors and looks for words', async () => {
    await shop.author('trial', shopPage('one'));
    await page.keyboard.press('Alt+Shift+2');
    const typed = page.getByRole('textbox', { name: 'Selector', exact: true });
    await typed.fill('.price::text');
    await shop.outlined(12);
    await typed.fill('.price[');
    await shop.tester
      .getByText(/is never closed/u)
      .first()
      .waitFor();
    await typed.fill('article .cost');
    await shop.tester.getByText('0 matches').first().waitFor();
    await page.getByRole('combobox', { name: 'What is typed' }).selectOption('xpath');
    await typed.fill('//b[@class="author"]');
    await shop.outlined(2);
    await page.getByRole('combobox', { name: 'What is typed' }).selectOption('text');
    await page.getByRole('textbox', { name: 'Text on the page' }).fill('Thing 7');
    await page.getByRole('list', { name: 'Where the text stands' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'The picked element' }).getByText('Thing 7').first().waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('says which rule takes each link, and why the others are dropped', async () => {
    await shop.author('links', shopPage('one'));
    const { open } = shop.window;
    const [saved] = await open.call('pages.list', { project: 'default', spider: 'links' });
    await open.call('pages.update', { page: given(saved).id, url: `${shop.origin}/` });
    await shop.tab('Links');
    const list = shop.tester.getByRole('list', { name: 'Links of the page' });
    const reasonOf = (text: string) =>
      list.getByRole('listitem').filter({ hasText: text }).first().locator('.tester-link-reason');
    await expect
      .poll(() => reasonOf('Thing 0').innerText())
      .toBe('Rule 0 takes it: "/p/\\d+" matches; parse_item extracts from it.');
    expect(await reasonOf('About').innerText()).toBe(
      'Rule 1 takes it: "/about" matches; its links are followed.',
    );
    expect(await reasonOf('Else').innerText()).toMatch(/outside allowed_domains/u);
    expect(await reasonOf('Private').innerText()).toMatch(/den/u);
    await shop.outlined(15);
    await shop.tester.getByRole('combobox', { name: 'Links' }).selectOption({ label: '2 dropped' });
    await shop.outlined(2);
    await shop.tester.getByRole('searchbox', { name: 'Filter the links' }).fill('elsewhere');
    await shop.outlined(1);
    expect(shop.window.complaints).toEqual([]);
  });

  it('sets the article strategies side by side, with reasons', async () => {
    const words = 'Rain fell on the town for the third day, and the river rose above the old bridge. ';
    await shop.author(
      'article',
      `<!doctype html><title>Rain</title><article><h1>Rain in the town</h1>${`<p>${words.repeat(4)}</p>`.repeat(6)}</article>`,
    );
    await shop.tab('Article');
    await shop.tester.getByText(/^parse_article takes that of /u).waitFor();
    await shop.tester.getByText('Taken', { exact: true }).waitFor();
    const sections = shop.tester.locator('.tester-strategy');
    expect(await sections.count()).toBeGreaterThan(2);
    await shop.tester.locator('.tester-reason').first().waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('shows what the page holds, and makes a list of what is repeated', async () => {
    await shop.author('structure', shopPage('one'));
    await shop.tab('Structure');
    const lists = shop.tester.getByRole('region', { name: 'Lists' });
    await lists.getByText('12 alike').waitFor();
    await lists
      .getByRole('listitem')
      .filter({ hasText: '12 alike' })
      .getByRole('button', { name: 'Add as a list' })
      .click();
    await shop.tester.getByRole('tab', { name: 'Fields', exact: true, selected: true }).waitFor();
    await shop.outlined(12);
    const { callbacks } = JSON.parse(await shop.textNow()) as {
      callbacks: { parse_item: { extract: Record<string, { type?: string }> } };
    };
    expect(
      Object.values(callbacks.parse_item.extract).filter(({ type }) => type === 'nested_list'),
    ).toHaveLength(2);
    expect(shop.window.complaints).toEqual([]);
  });

  it('is ended where it takes long, and goes on with the next test', async () => {
    await shop.author('slow', `<h1>Slow</h1><body>${'<p>x</p>'.repeat(20_000)}`);
    await shop.tab('Selector');
    await page.getByRole('combobox', { name: 'What is typed' }).selectOption('xpath');
    const typed = page.getByRole('textbox', { name: 'Selector', exact: true });
    await typed.fill('//*[count(//*[count(//p) > 1]) > 1]');
    await shop.tester.getByRole('button', { name: /End it/u }).click();
    await shop.tester.getByText('Ended').waitFor();
    await typed.fill('//p');
    await shop.tester.getByText('20,000 matches').first().waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('leaves the shortcuts of the window alive inside the page', async () => {
    await shop.author('keys', shopPage('one'));
    await shop.preview.locator('h1').click();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await shop.preview.locator('h1').click();
    await page.keyboard.press('F6');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
    expect(shop.window.complaints).toEqual([]);
  });

  it('adds one field after the other from what is picked', async () => {
    await shop.author('adding', shopPage('one'));
    const where = page.getByRole('combobox', { name: 'Write the selector into' });
    const suggestions = page.getByRole('region', { name: 'The picked element' });
    const named = page.getByRole('textbox', { name: 'Name of the new field' });
    const fields = async () =>
      Object.entries(JSON.parse(await shop.textNow()).callbacks.parse_item.extract).slice(4);
    await shop.tab('Selector');
    for (const [selector, name] of [
      ['h1', 'heading'],
      ['.price >> nth=2', 'cost'],
    ] as const) {
      await page.keyboard.press('Control+Shift+X');
      await page.getByText('Click an element, or walk with the arrows').waitFor();
      await shop.preview.locator(selector).click();
      await suggestions.getByRole('listitem').first().waitFor();
      expect(await where.locator('option:checked').innerText()).toBe('→ New field in parse_item');
      // A name that is taken would be written over.
      await named.fill('title');
      expect(await suggestions.getByRole('button', { name: 'Add', exact: true }).first().isDisabled()).toBe(
        true,
      );
      await named.fill(name);
      await suggestions.getByRole('button', { name: 'Add', exact: true }).first().click();
      await shop.field(name).getByText('match').first().waitFor();
    }
    expect(await fields()).toEqual([
      ['heading', { css: expect.any(String) }],
      ['cost', { css: expect.any(String) }],
    ]);

    // Where a person puts the caret, there a selector goes.
    await shop.caretAt('"heading"');
    await shop.caretAt('"cost"');
    await shop.tab('Selector');
    await expect.poll(() => where.locator('option:checked').innerText()).toBe('→ cost');
    expect(shop.window.complaints).toEqual([]);
  });

  it('says when a crawl would not run the callback on the page', async () => {
    await shop.author('given', shopPage('one'));
    const { call } = shop.window.open;
    const [saved] = await call('pages.list', { project: 'default', spider: 'given' });
    const { id, title } = given(saved);
    const moveTo = (path: string) => call('pages.update', { page: id, title, url: `${shop.origin}${path}` });
    await shop.tester.getByText('The address of the page is not known, so no rule can tell').waitFor();
    await moveTo('/about');
    const note = shop.tester.getByText('A crawl does not run parse_item on this page.');
    await note.filter({ hasText: 'Its links are followed, nothing is extracted' }).waitFor();
    await moveTo('/elsewhere');
    await note.filter({ hasText: 'No rule accepts it' }).waitFor();
    await moveTo('/p/7');
    await note.waitFor({ state: 'detached' });
    await shop.field('title').getByText('Things', { exact: true }).waitFor();
    expect(shop.window.complaints).toEqual([]);
  });

  it('shows the tree of a value at every size', async () => {
    await shop.author('tree', shopPage('one'));
    await shop.field('reviews').getByRole('button').first().click();
    const tree = shop.field('reviews').getByRole('tree', { name: 'Value' }).first();
    await tree.getByText('author').first().waitFor();
    for (const [width, height] of [
      [1024, 600],
      [1280, 800],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await unseen(page, '.tester')).toEqual([]);
    }
    // What would see it, if it were not.
    const blank = await page.addStyleTag({ content: '.ui-json { width: 0 !important }' });
    expect(await unseen(page, '.tester')).toContainEqual(expect.stringMatching(/^tree "Value" is 0 by \d+/u));
    await blank.evaluate((style) => style.parentNode?.removeChild(style));
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('nothing is out of sight, and axe finds no fault, where there is little room', async () => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await shop.author(`axe-${theme}`, shopPage('one'));
    const faults = async () => [...(await unseen(page)), ...(await axeFaults(page))];
    await shop.field('reviews').getByRole('button').first().click();
    await shop.outlined(2);
    expect(await faults()).toEqual([]);
    await shop.field('price').getByRole('button').first().click();
    await shop.outlined(12);
    expect(await faults()).toEqual([]);
    for (const each of ['Selector', 'Links', 'Article', 'Structure']) {
      await shop.tab(each);
      await shop.tester.locator('.tester-bar').first().waitFor();
      expect(await faults()).toEqual([]);
    }
    await shop.tab('Selector');
    await page.keyboard.press('Control+Shift+X');
    await shop.preview.locator('.price').first().click();
    await page.getByRole('region', { name: 'The picked element' }).getByRole('listitem').first().waitFor();
    expect(await faults()).toEqual([]);
    for (const command of ['By its address…', 'From a run…']) {
      await page.getByRole('button', { name: 'Add a page', exact: true }).click();
      await page.getByRole('menuitem', { name: command }).click();
      await page.getByRole('dialog').waitFor();
      expect(await faults()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(shop.window.complaints).toEqual([]);
  });
});
