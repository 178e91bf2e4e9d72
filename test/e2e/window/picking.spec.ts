import { expect } from './fixtures.ts';
import { expectNoAxeFaults } from './looks.ts';
import { test } from './tester-screen.ts';

const cards = (count: number, word: string) =>
  Array.from(
    { length: count },
    (_, n) =>
      `<article class="card"><h3><a href="/p/${n}">${word} ${n}</a></h3><p class="price">EUR ${n}.50</p></article>`,
  ).join('');

/** A shop with six things and two that are advertised, and where the cards are made alike. */
const page = `<!doctype html><html lang="en"><head><title>Cards</title>
<style>body{font:16px sans-serif;margin:0}main{display:flex;flex-wrap:wrap}.card{width:150px;margin:20px}</style></head>
<body><h1>Shop</h1><main>${cards(6, 'Thing')}</main><aside>${cards(2, 'Ad')}</aside></body></html>`;

const spider = (name: string, callback: object): string =>
  `${JSON.stringify(
    {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: ['http://127.0.0.1/'],
      rules: [{ allow: ['/$'], callback: 'parse_list' }],
      callbacks: { parse_list: callback },
    },
    null,
    2,
  )}\n`;

test.describe('picking on the page', () => {
  test('makes columns of what is in rows, and leaves out what is clicked as wrong', async ({
    page: window,
    tester,
  }) => {
    const text = spider('rows', {
      iterate: { selector: '.card' },
      extract: { shop: { xpath: '//h1/text()' } },
    });
    await tester.author('rows', page, text);
    await tester.showJson(false);
    const name = tester.hand.getByRole('textbox', { name: 'Name of the field', exact: true });
    await tester.preview.locator('.price').nth(1).click();
    await expect(name).toHaveValue('price');
    await expect(tester.hand.getByText('number · every row')).toBeVisible();
    await tester.outlined(8);
    await expect(tester.pane.getByRole('columnheader', { name: /^price/u })).toBeVisible();
    // Another part is another column; what a column takes comes into hand.
    await tester.preview.locator('.card a').nth(2).click();
    await expect(name).not.toHaveValue('price');
    await tester.preview.locator('.price').nth(3).click();
    await expect(name).toHaveValue('price');
    // One that is wrong: its row goes, as nothing else tells it from the others.
    await tester.preview.locator('aside .price').first().click();
    await tester.outlined(6);
    const { iterate, extract } = JSON.parse(await tester.textNow()).callbacks.parse_list;
    expect(iterate.selector).toMatch(/^main/u);
    expect(extract.price).toEqual({ css: expect.any(String), processors: [{ type: 'number' }] });
    for (let step = 0; step < 3; step += 1) await window.keyboard.press('Control+Z');
    expect(await tester.textNow()).toBe(text);
  });

  test('offers rows where two of a kind are picked, and takes out a wrong one', async ({ tester }) => {
    await tester.author('offered', page, spider('offered', { extract: { shop: { xpath: '//h1/text()' } } }));
    await tester.showJson(false);
    await tester.preview.locator('main a').nth(0).click();
    await expect(tester.hand.getByText('"Thing 0"').first()).toBeVisible();
    await tester.preview.locator('main a').nth(1).click();
    await tester.outlined(8);
    await tester.preview.locator('aside a').first().click();
    await tester.outlined(6);
    await tester.preview.locator('main .price').first().click();
    await expect(tester.hand.getByText('number').first()).toBeVisible();
    await tester.preview.locator('main .price').nth(1).click();
    await tester.hand.getByRole('button', { name: /^Make \d rows$/u }).click();
    await expect(tester.pane.getByRole('columnheader', { name: /^price/u })).toBeVisible();
    const { iterate, extract } = JSON.parse(await tester.textNow()).callbacks.parse_list;
    expect(iterate.selector).toEqual(expect.any(String));
    expect(Object.values(extract)).toEqual([
      { xpath: '//h1/text()' },
      { css: expect.any(String) },
      { css: expect.any(String), processors: [{ type: 'number' }] },
    ]);
  });

  test('keeps the page and the field in hand while the JSON opens and closes', async ({
    page: window,
    tester,
  }) => {
    await tester.author('kept', page, spider('kept', { extract: { shop: { xpath: '//h1/text()' } } }));
    const since = () => tester.preview.locator('html').evaluate(() => performance.timeOrigin);
    const begun = await since();
    const tabs = window.getByRole('tablist', { name: 'Panes' });
    await tester.preview.locator('main .price').first().click();
    // Beside the page is room for one of them at a time.
    await tabs.getByRole('tab', { name: 'Field', exact: true }).click();
    await expect(tester.hand.getByText('"EUR 0.50"').first()).toBeVisible();
    await expectNoAxeFaults(window, 'the field in hand beside the JSON');
    await tabs.getByRole('tab', { name: 'JSON', exact: true }).click();
    await expect(tester.hand).toBeHidden();
    await window.keyboard.press('F2');
    await expect(tester.hand.getByRole('textbox', { name: 'Name of the field', exact: true })).toBeFocused();
    await window.keyboard.press('Control+J');
    await expect(window.locator('.author-text')).toBeHidden();
    await expect(tester.hand).toBeVisible();
    await window.keyboard.press('Control+J');
    await expect(window.locator('.author-text')).toBeVisible();
    await window.keyboard.press('Alt+Shift+P');
    await expect(window.locator('[data-pane="page"]')).toBeHidden();
    await window.keyboard.press('Alt+Shift+P');
    await window.setViewportSize({ width: 2000, height: 900 });
    await expect(tabs).toBeHidden();
    await expect(tester.hand).toBeVisible();
    await window.setViewportSize({ width: 720, height: 450 });
    await expect(tabs.first()).toBeVisible();
    expect(await since()).toBe(begun);
  });

  test('offers a menu for an element and for its link, by mouse and by keyboard', async ({
    page: window,
    tester,
  }) => {
    await tester.author('menu', page, spider('menu', { extract: { shop: { xpath: '//h1/text()' } } }));
    await tester.showJson(false);
    await tester.preview.locator('main a').first().click({ button: 'right' });
    const menu = window.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Take the text “Thing 0”' })).toBeVisible();
    await expectNoAxeFaults(window, 'the menu of an element', '[role="menu"]');
    await menu.getByRole('menuitem', { name: 'Take an attribute' }).click();
    await window.getByRole('menuitem', { name: 'href: /p/0' }).click();
    await expect(tester.hand.getByText('"/p/0"').first()).toBeVisible();
    await expect(tester.page.locator('iframe.tester-preview')).toBeFocused();
    await window.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Follow links like it' }).click();
    const { rules, callbacks } = JSON.parse(await tester.textNow());
    expect(rules[0]).toEqual({ allow: [expect.stringContaining(String.raw`/p/\d+`)] });
    const { shop, ...picked } = callbacks.parse_list.extract;
    expect(shop).toBeDefined();
    expect(JSON.stringify(picked)).toMatch(/@href|::attr\(href\)/u);
  });

  test('works by keyboard alone, through the outline of the page', async ({ page: window, tester }) => {
    await tester.author(
      'keyboard',
      page,
      spider('keyboard', { iterate: { selector: '.card' }, extract: { shop: { xpath: '//h1/text()' } } }),
    );
    await window.keyboard.press('Control+J');
    await window.keyboard.press('Control+Shift+X');
    const tree = window.getByRole('tree', { name: 'Outline of Cards' });
    await expect(tree).toBeFocused();
    await expect(tree.getByRole('treeitem', { selected: true })).toHaveText(/heading\s*Shop/u);
    // Into the first card, its heading, and past the link to the price.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
      await window.keyboard.press(key);
    }
    await expect(tree.getByRole('treeitem', { selected: true })).toHaveText(/text\s*EUR 0\.50/u);
    await expectNoAxeFaults(window, 'the outline');
    await window.keyboard.press('Enter');
    const name = tester.hand.getByRole('textbox', { name: 'Name of the field', exact: true });
    await expect(name).toHaveValue('price');
    await window.keyboard.press('F2');
    await expect(name).toBeFocused();
    await window.keyboard.type('cost');
    await window.keyboard.press('Enter');
    await expect(name).toHaveValue('cost');
    await expectNoAxeFaults(window, 'the field in hand');
  });
});
