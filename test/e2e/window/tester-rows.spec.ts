import { given } from '../../given.ts';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { test } from './tester-screen.ts';

/** A ranking of 24 watches: the third has no link, the fourth leads elsewhere, the fifth has no maker. */
const rankingPage = `<!doctype html><html lang="en"><head><title>Ranking</title>
<style>body{font:16px sans-serif}td,th{padding:6px 12px;border:1px solid #ccc}</style></head><body><h1>Watches</h1>
<table class="ranking"><tr><th>Rank</th><th>Name</th><th>Maker</th><th>Colours</th></tr>
${Array.from({ length: 24 }, (_, index) => {
  const number = index + 1;
  const href = number === 4 ? 'https://elsewhere.example/4' : `/watch/${number}`;
  const name = number === 3 ? `Watch ${number}` : `<a href="${href}">Watch ${number}</a>`;
  const colours = ['red', 'blue'].map((word) => `<i>${word}</i>`).join('');
  return `<tr class="watch"><td class="rank">${number}</td><td class="name">${name}</td><td class="maker">${number === 5 ? '' : 'Heim'}</td><td>${colours}</td></tr>`;
}).join('')}</table></body></html>`;

const rankingSpider = (name: string): string =>
  `${JSON.stringify(
    {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: ['http://127.0.0.1/ch/ranking'],
      rules: [{ allow: ['/ranking'], callback: 'parse_ranking' }],
      callbacks: {
        parse_ranking: {
          iterate: {
            selector: 'tr.watch',
            url_context: { country: { regex: '/(\\w{2})/' } },
            follow: { url: { css: 'td.name a::attr(href)' }, callback: 'parse_watch' },
          },
          extract: {
            rank: { css: 'td.rank::text', processors: [{ type: 'cast', to: 'int' }] },
            name: { xpath: 'string(td[@class="name"])' },
            maker: { css: 'td.maker::text' },
            colours: { type: 'nested_list', selector: 'i', extract: { colour: { css: '::text' } } },
          },
        },
        parse_watch: { extract: { title: { css: 'h1::text' } } },
      },
    },
    null,
    2,
  )}\n`;

const pageUrl = 'http://127.0.0.1/ch/ranking';

test.describe('the rows of a page', () => {
  test.beforeEach(async ({ tester, studio }, { title }) => {
    const spider = `rows_${title.split(' ')[0] ?? ''}`;
    await tester.author(spider, rankingPage, rankingSpider(spider));
    const [saved] = await studio.call('pages.list', { project: 'default', spider });
    await studio.call('pages.update', { page: given(saved).id, url: pageUrl });
    await tester.caretAt('"iterate"');
  });

  test('are a table, marked on the page and found from there', async ({ page, tester }) => {
    // Wide, and with the JSON closed: the table has room for all its columns, and the field in hand its place.
    await page.setViewportSize({ width: 1920, height: 900 });
    await tester.showJson(false);
    const table = page.getByRole('grid', { name: 'Rows of parse_ranking' });
    const row = (number: number) => table.getByRole('row').nth(number);
    await tester.showJson(false);
    await expect(row(1)).toContainText('Watch 1');
    await expect(row(1)).toContainText('ch');
    await expect(row(1)).toContainText('2 valuesred · blue');
    // It has the room to itself until somebody asks for more.
    await tester.showDetails(false);
    await page.keyboard.press('Alt+Shift+D');
    await expect(tester.pane.getByRole('tab', { name: 'All rows' })).toBeVisible();
    await tester.outlined(24);
    await expect(tester.pane.getByText('24 rows, 4 fields', { exact: true })).toBeVisible();
    await expect(tester.pane.getByText('22 of 24 rows lead to parse_watch.')).toBeVisible();
    await expect(tester.pane.getByText('1 row does not: Its URL is outside allowed_domains.')).toBeVisible();
    // The last column is reached by scrolling.
    await row(1).hover();
    await page.mouse.wheel(2000, 0);
    await expect(row(1)).toContainText('http://127.0.0.1/watch/1');
    await page.mouse.wheel(-2000, 0);

    // A row is chosen: it is marked on the page, and its values are shown in full.
    await row(2).getByText('Watch 2', { exact: true }).click();
    await tester.outlined(25);
    const detail = tester.pane.locator('.tester-row-detail');
    await expect(tester.pane.getByRole('tab', { name: 'Row 2', selected: true })).toBeVisible();
    await expect(detail).toContainText(
      'parse_watch extracts from it and takes the values of this row along.',
    );
    await expect(detail.getByRole('table', { name: 'colours' }).getByRole('row')).toHaveText([
      'colour',
      'red',
      'blue',
    ]);

    // By the keyboard, and why a cell is empty.
    await page.keyboard.press('ArrowDown');
    await expect(detail).toContainText('matches nothing in this <tr>');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(tester.pane.getByRole('tab', { name: 'Row 5', selected: true })).toBeVisible();
    await expect(detail).toContainText('"td.maker::text" matches nothing');

    // A click on the page goes to the row of the element, and the field that takes it comes into hand.
    await tester.preview.locator('.rank').nth(8).click();
    await expect(tester.pane.getByRole('tab', { name: 'Row 9' })).toBeVisible();
    await expect(tester.hand.getByRole('textbox', { name: 'Name of the field', exact: true })).toHaveValue(
      'rank',
    );
    await tester.outlined(24);
    // So does a step to the next match.
    await page.keyboard.press('Alt+N');
    await expect(tester.pane.getByRole('tab', { name: 'Row 1' })).toBeVisible();
  });

  test('fields of them say in how many rows they are filled', async ({ page, tester }) => {
    await tester.showDetails(true);
    await expect(tester.field('maker').getByText('23/24')).toBeVisible();
    const table = page.getByRole('grid', { name: 'Rows of parse_ranking' });
    await table.getByText('Heim').first().dblclick();
    await expect(
      tester.field('maker').getByText('A value in 23 of 24 rows; the first of them:'),
    ).toBeVisible();
    await tester.outlined(23);
    await tester.caretAt('td.rank::text');
    await expect(tester.field('rank').getByText('A value in each of the 24 rows')).toBeVisible();
    const steps = tester.field('rank').getByRole('list', { name: 'How the value comes about' });
    expect(await steps.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/matched\s+1/u),
      expect.stringMatching(/cast\s+to "int"\s+1/u),
    ]);
  });

  test('have columns that F2 renames in their heads', async ({ page, tester }) => {
    const table = page.getByRole('grid', { name: 'Rows of parse_ranking' });
    await table.getByText('Heim').first().click();
    await page.keyboard.press('F2');
    const name = table.getByRole('textbox', { name: 'Name of the column maker' });
    await expect(name).toBeFocused();
    await page.keyboard.insertText('brand');
    await page.keyboard.press('Enter');
    await expect(table).toBeFocused();
    await expect(table.getByRole('columnheader', { name: /^brand/u })).toBeVisible();
    // From the head of another column, and left as it is.
    await page.keyboard.press('Control+Home');
    for (const key of ['ArrowUp', 'ArrowRight', 'F2']) await page.keyboard.press(key);
    await expect(table.getByRole('textbox', { name: 'Name of the column rank' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(table).toBeFocused();
    const { extract } = JSON.parse(await tester.textNow()).callbacks.parse_ranking;
    expect(Object.keys(extract)).toEqual(['rank', 'name', 'brand', 'colours']);
  });

  test('offered where the page repeats something, are added in one step', async ({ page, tester }) => {
    await tester.tab('Structure');
    await tester.pane
      .getByRole('region', { name: 'Lists' })
      .getByRole('listitem')
      .filter({ hasText: '24 alike' })
      .getByRole('button', { name: 'Make each an item' })
      .click();
    const table = page.getByRole('grid', { name: 'Rows of parse_rows' });
    await expect(table.getByRole('row').nth(1)).toContainText('Watch 1');
    await expect(tester.pane.getByText('Each of the 24 rows is an item.')).toBeVisible();
    expect(JSON.parse(await tester.textNow()).callbacks.parse_rows).toMatchObject({
      iterate: { selector: expect.any(String) },
    });
    await page.keyboard.press('Control+Z');
    expect(await tester.textNow()).toBe(rankingSpider('rows_offered'));
  });

  test('none are explained', async ({ page, tester }) => {
    await tester.caretAt('"tr.watch"');
    await page.keyboard.press('End');
    for (const _ of '",') await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText('es');
    await expect(
      tester.pane.getByText('".watches" is not on the page; ".watch" is, 24 matches.'),
    ).toBeVisible();
    await tester.outlined(0);
  });

  test('looks of them', { tag: '@look' }, async ({ page, tester }) => {
    const table = page.getByRole('grid', { name: 'Rows of parse_ranking' });
    await expect(table.getByRole('row').nth(1)).toContainText('Watch 1');
    await expectNoFaults(page, 'rows');
    await tester.showDetails(true);
    await table.getByRole('row').nth(3).getByText('Watch 3', { exact: true }).click();
    await expect(tester.pane.getByRole('tab', { name: 'Row 3', selected: true })).toBeVisible();
    await expectNoFaults(page, 'a row');
  });
});
