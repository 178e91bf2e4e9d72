import { given } from '../../given.ts';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { shopPage, shopSpider, test } from './tester-screen.ts';

import { unseen } from './unseen.ts';

/** Room for the editor, the page and the tester side by side, and for no more. */
const littleRoom = { width: 1024, height: 700 };

test.describe('the tester', () => {
  test('shows how each field comes about, and lights the one under the caret', async ({ page, tester }) => {
    await tester.author('fields', shopPage('one'));
    await expect(tester.field('title').getByText('Things', { exact: true })).toBeVisible();
    await expect(tester.field('missing').getByText('0 matches')).toBeVisible();
    await expect(tester.field('stars').getByText('1/2')).toBeVisible();
    await expect(page.locator('.tester-page').getByText('matches')).toHaveCount(0);

    // The caret goes into a field of the text: its nodes light up, and it opens.
    await tester.caretAt('.price::text');
    await tester.outlined(12);
    await expect(
      page.getByRole('group', { name: 'Matches on the page' }).getByText('12 matches'),
    ).toBeVisible();
    const steps = tester
      .field('price')
      .getByRole('list', { name: 'How the value comes about' })
      .getByRole('listitem');
    expect(await steps.allInnerTexts()).toEqual([
      expect.stringMatching(/matched\s+EUR 0\.50/u),
      expect.stringMatching(/regex\s+pattern "\(\[\\\\d\.\]\+\)"\s+0\.50/u),
      expect.stringMatching(/cast\s+to "float"\s+0\.5/u),
    ]);
    await expect(tester.field('price').getByText('The first of 12 matches is taken')).toBeVisible();
    await expect(tester.field('price').getByRole('button', { name: 'EUR 1.50' })).toBeVisible();
    await page.keyboard.press('Alt+N');
    await page.keyboard.press('Alt+N');
    await expect(page.getByText('2 of 12')).toBeVisible();

    // A selector is changed: the page follows.
    await tester.caretAt('.price::text');
    await page.keyboard.press('End');
    for (const _ of '",') await page.keyboard.press('ArrowLeft');
    for (const _ of 'price::text') await page.keyboard.press('Backspace');
    await page.keyboard.insertText('review');
    await tester.outlined(2);
    await expect(
      tester
        .field('price')
        .getByRole('button', { name: /<div class="review">/u })
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Control+Z');

    // Why there is nothing: how far the selector gets.
    await tester.caretAt('h3.name');
    const why = tester
      .field('missing')
      .getByRole('list', { name: 'How far the selector gets' })
      .getByRole('listitem');
    expect(await why.allInnerTexts()).toEqual([
      expect.stringMatching(/^article\.product\s+12 matches$/u),
      expect.stringMatching(/^article\.product h3\.name\s+0 matches$/u),
    ]);
    await expect(tester.field('missing').getByRole('note', { name: 'Why it is empty' })).toContainText('h3');

    // The other way round: a field that is chosen here is shown in the text.
    await tester
      .field('author')
      .getByRole('button', { name: /author/u })
      .press('Enter');
    await tester.outlined(2);
    await expect(tester.field('author').getByText('A value in each of the 2 items')).toBeVisible();
  });

  test('takes what is clicked, and all that is like it; each is one step', async ({ page, tester, shop }) => {
    await tester.author('picker', shopPage('one'));
    await tester.showJson(false);
    await tester.preview.locator('.product h2 a').nth(1).click();
    const name = tester.hand.getByRole('textbox', { name: 'Name of the field' });
    await expect(name).toHaveValue('link');
    await expect(tester.hand.getByText('"Thing 1"').first()).toBeVisible();
    // A second like it takes all of them.
    await tester.preview.locator('.product h2 a').nth(2).click();
    await expect(page.getByText('12 like it').first()).toBeVisible();
    await tester.outlined(12);
    // Named on the page itself.
    const label = page.getByRole('textbox', { name: 'Name of the field, on the page' });
    await label.fill('title');
    await expect(label).toHaveAttribute('aria-invalid', 'true');
    await label.fill('things');
    await label.press('Enter');
    await expect(name).toHaveValue('things');
    const { extract } = JSON.parse(await tester.textNow()).callbacks.parse_item;
    expect(extract.things).toEqual({ css: expect.any(String), get_all: true });
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+Z');
    expect(await tester.textNow()).toBe(shopSpider('picker', shop.origin));
  });

  test('takes what the arrow keys go to, in the items of a list, and lets go', async ({ page, tester }) => {
    await tester.author('arrows', shopPage('one'));
    await tester.showJson(false);
    await tester.preview.locator('.review i').click();
    // It is a field of the reviews already, which comes into hand.
    const name = tester.hand.getByRole('textbox', { name: 'Name of the field' });
    await expect(name).toHaveValue('stars');
    // Its name on the page says that the page knows of it, too.
    await expect(page.locator('.hand-label')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(tester.hand.getByText('"Ann"').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tester.hand.getByText('Click what you want')).toBeVisible();
    const { stars } = JSON.parse(await tester.textNow()).callbacks.parse_item.extract.reviews.extract;
    expect(stars).toEqual({ css: expect.not.stringMatching(/^i::text$/u) });
  });

  test('tries selectors and looks for words', async ({ page, tester }) => {
    await tester.author('trial', shopPage('one'));
    await tester.showJson(false);
    await page.keyboard.press('Alt+Shift+2');
    const typed = page.getByRole('textbox', { name: 'Selector', exact: true });
    await typed.fill('.price::text');
    await tester.outlined(12);
    await typed.fill('.price[');
    await expect(tester.pane.getByText(/is never closed/u).first()).toBeVisible();
    await typed.fill('article .cost');
    await expect(tester.pane.getByText('0 matches').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'What is typed' }).selectOption('xpath');
    await typed.fill('//b[@class="author"]');
    await tester.outlined(2);
    await page.getByRole('combobox', { name: 'What is typed' }).selectOption('text');
    await page.getByRole('textbox', { name: 'Text on the page' }).fill('Thing 7');
    await page.getByRole('list', { name: 'Where the text occurs' }).getByRole('button').first().click();
    await expect(tester.hand.getByText('"Thing 7"').first()).toBeVisible();
  });

  test('says which rule takes each link, and why the others are dropped', async ({
    page,
    studio,
    tester,
    shop,
  }) => {
    await tester.author('links', shopPage('one'));
    const [saved] = await studio.call('pages.list', { project: 'default', spider: 'links' });
    await studio.call('pages.update', { page: given(saved).id, url: `${shop.origin}/` });
    await tester.tab('Links');
    const list = tester.pane.getByRole('list', { name: 'Links of the page' });
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
    await tester.outlined(15);
    await tester.pane.getByRole('combobox', { name: 'Links' }).selectOption({ label: '2 dropped' });
    await tester.outlined(2);
    await tester.pane.getByRole('searchbox', { name: 'Filter the links' }).fill('elsewhere');
    await tester.outlined(1);

    // A slip in a pattern is named, and mended by one click.
    const right = await tester.textNow();
    await tester.caretAt('"/about"');
    await page.keyboard.press('End');
    for (const _ of 'bout"') await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    const slip = tester.pane.getByRole('note', { name: 'A pattern that matches nothing' });
    await expect(slip).toContainText(
      'Rule 1: "/aout" matches no link of this page: "aout" is not in the URL',
    );
    await slip.getByRole('button', { name: 'Use “/about”' }).click();
    await expect(slip).toHaveCount(0);
    expect(await tester.textNow()).toBe(right);
  });

  test('sets the article strategies side by side, with reasons', async ({ tester }) => {
    const words = 'Rain fell on the town for the third day, and the river rose above the old bridge. ';
    await tester.author(
      'article',
      `<!doctype html><title>Rain</title><article><h1>Rain in the town</h1>${`<p>${words.repeat(4)}</p>`.repeat(6)}</article>`,
    );
    await tester.tab('Article');
    await expect(tester.pane.getByText(/^parse_article uses /u)).toBeVisible();
    await expect(tester.pane.getByText('Taken', { exact: true })).toBeVisible();
    const sections = tester.pane.locator('.tester-strategy');
    expect(await sections.count()).toBeGreaterThan(2);
    await expect(tester.pane.locator('.tester-reason').first()).toBeVisible();
  });

  test('shows what the page holds, and makes a list of what is repeated', async ({ tester }) => {
    await tester.author('structure', shopPage('one'));
    await tester.tab('Structure');
    const lists = tester.pane.getByRole('region', { name: 'Lists' });
    await expect(lists.getByText('12 alike')).toBeVisible();
    await lists
      .getByRole('listitem')
      .filter({ hasText: '12 alike' })
      .getByRole('button', { name: 'Add as a list' })
      .click();
    await expect(tester.pane.getByRole('tab', { name: 'Fields', exact: true, selected: true })).toBeVisible();
    await tester.outlined(12);
    const { callbacks } = JSON.parse(await tester.textNow()) as {
      callbacks: { parse_item: { extract: Record<string, { type?: string }> } };
    };
    expect(
      Object.values(callbacks.parse_item.extract).filter(({ type }) => type === 'nested_list'),
    ).toHaveLength(2);
  });

  test('is ended where it takes long, and goes on with the next test', async ({ page, tester }) => {
    await tester.author('slow', `<h1>Slow</h1><body>${'<p>x</p>'.repeat(20_000)}`);
    await tester.tab('Selector');
    await page.getByRole('combobox', { name: 'What is typed' }).selectOption('xpath');
    const typed = page.getByRole('textbox', { name: 'Selector', exact: true });
    await typed.fill('//*[count(//*[count(//p) > 1]) > 1]');
    await tester.pane.getByRole('button', { name: /End it/u }).click();
    await expect(tester.pane.getByText('Ended')).toBeVisible();
    await typed.fill('//p');
    await expect(tester.pane.getByText('20,000 matches').first()).toBeVisible();
  });

  test('leaves the shortcuts of the window alive inside the page', async ({ page, tester }) => {
    await tester.author('keys', shopPage('one'));
    await tester.preview.locator('h1').click();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
    await page.keyboard.press('Escape');
    await tester.preview.locator('h1').click();
    await page.keyboard.press('F6');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
  });

  test('adds one field after the other from what is picked', async ({ tester }) => {
    await tester.author('adding', shopPage('one'));
    await tester.showJson(false);
    const where = tester.pane.getByRole('combobox', { name: 'Write the selector into' });
    const name = tester.hand.getByRole('textbox', { name: 'Name of the field' });
    const fields = async () =>
      Object.entries(JSON.parse(await tester.textNow()).callbacks.parse_item.extract).slice(4);
    for (const [selector, given] of [
      ['nav a >> nth=0', 'about'],
      ['.product h2 a >> nth=2', 'thing'],
    ] as const) {
      await tester.preview.locator(selector).click();
      await expect(name).toHaveValue('link');
      await name.fill(given);
      await name.press('Enter');
      await expect(tester.field(given).getByText('match').first()).toBeVisible();
    }
    expect(await fields()).toEqual([
      ['about', { css: expect.any(String) }],
      ['thing', { css: expect.any(String) }],
    ]);

    // Where a person puts the caret, there a selector goes.
    await tester.caretAt('"about"');
    await tester.tab('Selector');
    await expect.poll(() => where.locator('option:checked').innerText()).toBe('→ about');
  });

  test('says when a crawl would not run the callback on the page', async ({ studio, tester, shop }) => {
    await tester.author('given', shopPage('one'));
    const [saved] = await studio.call('pages.list', { project: 'default', spider: 'given' });
    const { id, title } = given(saved);
    const moveTo = (path: string) =>
      studio.call('pages.update', { page: id, title, url: `${shop.origin}${path}` });
    await expect(
      tester.pane.getByText('The address of the page is not known, so no rule can decide'),
    ).toBeVisible();
    await moveTo('/about');
    const note = tester.pane.getByText('A crawl does not run parse_item on this page.');
    await expect(note.filter({ hasText: 'Its links are followed, nothing is extracted' })).toBeVisible();
    await moveTo('/elsewhere');
    await expect(note.filter({ hasText: 'No rule accepts it' })).toBeVisible();
    await moveTo('/p/7');
    await expect(note).toHaveCount(0);
    await expect(tester.field('title').getByText('Things', { exact: true })).toBeVisible();
  });

  test('shows the entries of a list as a table at every size', async ({ page, tester }) => {
    await tester.author('entries', shopPage('one'));
    await tester.field('reviews').getByRole('button').first().click();
    const table = tester.field('reviews').getByRole('table', { name: 'reviews' }).first();
    await expect(table.getByRole('row')).toHaveText(['authorstars', 'Ann5', 'Bob–']);
    for (const [width, height] of [
      [1024, 600],
      [1280, 800],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await unseen(page, '.tester')).toEqual([]);
    }
    // What would see it, if it were not.
    const blank = await page.addStyleTag({
      content: '.ui-value-table table { display: block; width: 0; overflow: hidden }',
    });
    expect(await unseen(page, '.tester')).toContainEqual(
      expect.stringMatching(/^table "reviews" is \d by \d+/u),
    );
    await blank.evaluate((style) => style.parentNode?.removeChild(style));
  });
});

test(
  'nothing is out of sight, and axe finds no fault, where there is little room',
  { tag: ['@look', '@narrow'] },
  async ({ page, tester }) => {
    const { width } = given(page.viewportSize());
    if (width > littleRoom.width) await page.setViewportSize(littleRoom);
    await tester.author('looks', shopPage('one'));
    await tester.field('reviews').getByRole('button').first().click();
    await tester.outlined(2);
    await expectNoFaults(page, 'a list');
    await tester.field('price').getByRole('button').first().click();
    await tester.outlined(12);
    await expectNoFaults(page, 'a field');
    for (const each of ['Selector', 'Links', 'Article', 'Structure']) {
      await tester.tab(each);
      await expect(tester.pane.locator('.tester-bar').first()).toBeVisible();
      await expectNoFaults(page, each);
    }
    await tester.showJson(false);
    await tester.preview.locator('nav a').first().click();
    await expect(tester.hand.getByRole('radio').first()).toBeAttached();
    await expectNoFaults(page, 'a picked element');
    for (const command of ['By its address…', 'From a run…']) {
      await page.getByRole('button', { name: 'Add a page', exact: true }).click();
      await page.getByRole('menuitem', { name: command }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFaults(page, command);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  },
);
