import { expect, it } from 'vitest';
import { joinPages } from '../../../../../electron/engine/list-pages.ts';
import { mergeRows, rowParts } from '../../../../../electron/host/work/tester/list-parts.ts';
import { reportLinks } from '../../../../../electron/host/work/tester/links-report.ts';
import { reportCallback } from '../../../../../electron/host/work/tester/callback-report.ts';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { readCallback, readRules } from '../../../../../electron/host/work/tester/parts.ts';
import { reportRows } from '../../../../../electron/host/work/tester/rows-report.ts';

const url = 'https://shop.example/list';
const rowsOf = (...numbers: number[]): string =>
  numbers.map((n) => `<li><a href="item/${n}">Item ${n}</a></li>`).join('');
const listOf = (...pages: string[]): OpenPage => {
  const html = pages.map((body, index) => ({
    url: index === 0 ? url : `https://shop.example/deeper/list?p=${index + 1}`,
    html: Buffer.from(`<html><head></head><body><h1>List ${index + 1}</h1><ul>${body}</ul></body></html>`),
  }));
  return new OpenPage(Buffer.from(joinPages(html)).toString(), { url, fetchedAt: 0, rendered: true });
};
const text = JSON.stringify({
  name: 'shop',
  allowed_domains: ['shop.example'],
  start_urls: [url],
  rules: [{ allow: ['/item/'], callback: 'rows' }],
  callbacks: {
    rows: { iterate: { selector: 'ul > li:nth-child(n)' }, extract: { name: { css: 'a::text' } } },
  },
});

function rows(open: OpenPage) {
  const read = readCallback(text, 'rows');
  if (read.iterate === null) throw new Error('The callback has rows.');
  const { iterate } = read;
  const budget = { characters: 1000, values: 100 };
  const reports = rowParts(open, read).map((part) =>
    reportRows(part, read, iterate, { domains: null, budget }),
  );
  const [first, ...others] = reports;
  if (first === undefined) throw new Error('A page has parts.');
  return mergeRows(first, others);
}

it('rows of a list are those of all its pages, and their elements are those that the list shows', () => {
  const open = listOf(rowsOf(1, 2), rowsOf(3));
  const { rows: report, fields } = rows(open);
  expect(report.total).toBe(3);
  expect(report.rows.map(({ values }) => values['name'])).toEqual(['Item 1', 'Item 2', 'Item 3']);
  expect(fields[0]).toMatchObject({ matches: 3, items: 3, filled: 3, value: 'Item 1' });
  const shown = report.rows.map(({ element }) => open.elements[element ?? -1]);
  expect(shown.map((element) => element?.name)).toEqual(['li', 'li', 'li']);
  expect(report.nodes.elements).toEqual(report.rows.map(({ element }) => element));
});

it('rows of a list that grows are there once', () => {
  const { rows: report } = rows(listOf(rowsOf(1), rowsOf(1, 2), rowsOf(1, 2, 3)));
  expect(report.rows.map(({ values }) => values['name'])).toEqual(['Item 1', 'Item 2', 'Item 3']);
});

it('links of a list are those of all its pages, each from its own address, and of the chosen places', () => {
  const open = listOf(rowsOf(1), rowsOf(2));
  const urls = (within: string | null): string[] =>
    reportLinks(open, readRules(text), { within })
      .links.filter(({ decision }) => decision !== 'dropped')
      .map((link) => link.url);
  expect(urls(null)).toEqual(['https://shop.example/item/1', 'https://shop.example/deeper/item/2']);
  expect(urls('h1')).toEqual([]);
});

it('the item of a callback without rows is that of the first page', () => {
  const read = readCallback(
    JSON.stringify({ callbacks: { one: { extract: { name: { css: 'a', get_all: true } } } } }),
    'one',
  );
  const { fields } = reportCallback(listOf(rowsOf(1), rowsOf(2)).front, read, {
    characters: 1000,
    values: 100,
  });
  expect(fields[0]).toMatchObject({ matches: 1 });
});
