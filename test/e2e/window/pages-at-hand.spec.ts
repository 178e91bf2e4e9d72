import { given } from '../../given.ts';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { test } from './tester-screen.ts';

/** A page of a shop with a few things; every third has no price. */
const shelf = (first: number, count: number): string =>
  `<!doctype html><html lang="en"><head><title>Shelf ${first}</title></head><body><h1>Shelf ${first}</h1>
${Array.from({ length: count }, (_, at) => {
  const number = first + at;
  const price = number % 3 === 0 ? '' : `<b class="price">${number}.50</b>`;
  return `<article class="thing"><h2>Thing ${number}</h2>${price}<i>red</i><i>blue</i></article>`;
}).join('')}</body></html>`;

const spiderOf = (name: string): string =>
  `${JSON.stringify(
    {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: ['http://127.0.0.1/shelf'],
      rules: [{ allow: ['/shelf'], callback: 'parse_shelf' }],
      callbacks: {
        parse_shelf: {
          iterate: { selector: 'article.thing' },
          extract: {
            name: { css: 'h2::text' },
            price: { css: '.price::text', processors: [{ type: 'number' }] },
            colours: { css: 'i::text', get_all: true },
          },
        },
      },
    },
    null,
    2,
  )}\n`;

test.describe('rows of all saved pages', () => {
  test.beforeEach(async ({ tester, studio }, { title }) => {
    const spider = `shelves_${title.split(' ')[0] ?? ''}`;
    await studio.addSpider(spiderOf(spider));
    for (const [at, html] of [shelf(1, 4), shelf(5, 3), shelf(8, 2)].entries()) {
      const page = await tester.addPage(spider, `shelf${at}.html`, html);
      const url = at === 2 ? 'http://127.0.0.1/about' : `http://127.0.0.1/shelf?page=${at + 1}`;
      await studio.call('pages.update', { page, url });
    }
    const pages = await studio.call('pages.list', { project: 'default', spider });
    const first = given(pages.find(({ url }) => url?.endsWith('page=1') === true));
    await tester.window.go(`#/spider/default/${spider}/author?page=${first.id}`);
    await expect(tester.preview.locator('h1')).toHaveText('Shelf 1');
  });

  test('stand in one table, and a click on one opens its page', async ({ page, tester }) => {
    const table = page.getByRole('grid', { name: 'Rows of parse_shelf' });
    const row = (number: number) => table.getByRole('row').nth(number);
    await expect(
      tester.pane.getByText('4 rows on this page, 7 on 2 pages, 3 fields', { exact: true }),
    ).toBeVisible();
    await expect(table.getByRole('columnheader', { name: /^price/u })).toHaveAttribute(
      'title',
      'price: number · 5 of 7',
    );
    await expect(row(5)).toContainText('/shelf?page=2');
    await expect(row(5)).toContainText('Thing 5');
    await tester.outlined(4);

    await row(7).getByText('Thing 7', { exact: true }).click();
    await expect(tester.preview.locator('h1')).toHaveText('Shelf 5');
    await expect(row(3)).toContainText('Thing 7');
    await expect(row(3)).toHaveAttribute('aria-selected', 'true');
    await tester.outlined(4);
    await expect(
      tester.pane.getByText('3 rows on this page, 7 on 2 pages, 3 fields', { exact: true }),
    ).toBeVisible();
  });

  test('look well', { tag: '@look' }, async ({ page, tester }) => {
    await expect(tester.pane.getByText(/ 7 on 2 pages/u)).toBeVisible();
    await expectNoFaults(page, 'rows of several pages');
  });
});
