import { expect, it } from 'vitest';
import { proposeColumns } from '../../../electron/authoring/propose-columns.ts';
import { parsePageAs } from '../../../electron/extract/page.ts';
import { PageContext } from '../../../electron/extract/page-context.ts';

const url = 'https://harbour.example/shop/deck';
const link = 'url https://harbour.example/item/0';
const names = ['Brass lamp', 'Hemp rope', 'Folding grapnel'];
const card = (name: string, at: number): string =>
  `<div><h3><a href="/item/${at}">${name}</a></h3><b>€ ${at + 1},50</b><i>new</i></div>`;
const shop = `<title>Deck</title><main>${names.map(card).join('\n')}</main>`;
const data = JSON.stringify({ items: names.map((name, at) => ({ name, price: at + 1 })) });

function columns(kind: 'html' | 'json', text: string, rows: string) {
  const reading = parsePageAs(kind, text);
  if (!reading.ok) throw new Error(reading.problem);
  const { fields, others } = proposeColumns(
    reading.page,
    rows,
    new PageContext(reading.page, { url, fetchedAt: 0 }),
  );
  const shown = (each: typeof fields) => each.map(({ type, samples: [first] }) => `${type} ${first}`);
  return { fields: shown(fields), others: shown(others) };
}

it.each([
  [
    'rows of a page, whoever wrote their selector',
    'html',
    shop,
    'main > div',
    {
      fields: ['text Brass lamp', 'price 1.5', link],
      others: ['text new'],
    },
  ],
  ['rows by XPath', 'html', shop, '//main/div/h3', { fields: ['text Brass lamp', link], others: [] }],
  ['entries of JSON', 'json', data, '$.items[*]', { fields: ['text Brass lamp', 'price 1'], others: [] }],
  ['no rows', 'html', shop, '.none', { fields: [], others: [] }],
  ['a selector that cannot be read', 'html', shop, 'div[', { fields: [], others: [] }],
  ['no entries', 'json', data, '$.none[*]', { fields: [], others: [] }],
] as const)('proposes columns for %s', (_what, kind, text, rows, expected) => {
  expect(columns(kind, text, rows)).toEqual(expected);
});
