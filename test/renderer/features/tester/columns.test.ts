import { describe, expect, it } from 'vitest';
import {
  columnsLeft,
  columnsOf,
  fieldOfColumn,
  listOfRows,
  partsWithColumns,
  toggleColumn,
  withColumns,
} from '../../../../renderer/features/tester/proposal/columns.ts';
import { getDocument } from '../../../../renderer/spider-document/document.ts';
import type { ProposedField, ProposedList, SpiderParts } from '../../../../shared/contract/types.ts';
import { given } from '../../../given.ts';
import { openDocument } from '../../open-document.ts';

const column = (name: string): ProposedField => ({
  name,
  selector: `.${name}::text`,
  language: 'css',
  type: 'text',
  filled: 2,
  samples: [name],
  raw: name,
  definition: { css: `.${name}::text` },
});

const list: ProposedList = {
  selector: '.card',
  language: 'css',
  count: 3,
  label: 'products',
  confidence: 1,
  fields: [column('title'), column('price')],
  others: [column('stock'), column('badge')],
  elements: [4, 8, 12],
  rows: [],
  detail: null,
};

const parts: SpiderParts = {
  start_urls: [],
  allowed_domains: [],
  rules: [],
  callbacks: {
    parse_products: {
      iterate: { selector: '.card' },
      extract: { title: { css: '.title::text' }, price: { css: '.price::text' } },
    },
    parse_product: { extract: { title: { css: 'h1::text' } } },
  },
  settings: {},
};

const names = (fields: readonly ProposedField[]) => fields.map(({ name }) => name);

describe('the columns of a proposed list', () => {
  it('are those that were chosen, in their own sequence', () => {
    const chosen = withColumns(list, ['badge', 'price']);
    expect([names(chosen.fields), names(chosen.others)]).toEqual([
      ['price', 'badge'],
      ['title', 'stock'],
    ]);
    expect(withColumns(list, null)).toBe(list);
    expect(names(columnsOf(list))).toEqual(['title', 'price', 'stock', 'badge']);
  });

  it('are written into the callback of the list, and into no other', () => {
    const { callbacks } = partsWithColumns(parts, list, ['price', 'stock']);
    expect(callbacks).toEqual({
      parse_products: {
        iterate: { selector: '.card' },
        extract: { price: { css: '.price::text' }, stock: { css: '.stock::text' } },
      },
      parse_product: { extract: { title: { css: 'h1::text' } } },
    });
    expect(partsWithColumns(parts, list, null)).toBe(parts);
  });

  it('belong to rows that are most of its records', () => {
    expect(listOfRows([list], [4, 8, 12])).toBe(list);
    expect(listOfRows([{ ...list, elements: [1] }, list], [8, 12])).toBe(list);
    expect(listOfRows([list], [4, 9, 13])).toBeNull();
    expect(listOfRows([list], [])).toBeNull();
  });

  it('are added to a callback and removed by one step each, under a free name', () => {
    const key = { project: 'default', spider: 'columns' };
    const text = JSON.stringify(
      {
        name: 'columns',
        callbacks: { parse: { iterate: { selector: '.card' }, extract: { stock: { css: '.left::text' } } } },
      },
      null,
      2,
    );
    openDocument(key, text);
    const extract = (): unknown => JSON.parse(given(getDocument(key)).text).callbacks.parse.extract;
    const stock = column('stock');
    expect(fieldOfColumn(text, 'parse', stock)).toBeNull();
    toggleColumn(key, 'parse', stock);
    expect(extract()).toEqual({ stock: { css: '.left::text' }, stock_2: { css: '.stock::text' } });
    expect(fieldOfColumn(given(getDocument(key)).text, 'parse', stock)).toBe('stock_2');
    toggleColumn(key, 'parse', stock);
    expect(extract()).toEqual({ stock: { css: '.left::text' } });
  });
});

describe('columns that are left', () => {
  it('begin with those that tell rows apart in a way that none of the taken ones does', () => {
    const of = (name: string, samples: string[], filled = 3): ProposedField => ({
      ...column(name),
      samples,
      filled,
    });
    const columns = [
      of('link', ['/a', '/b', '/c']),
      of('brand', ['Harbour']),
      of('link_2', ['/a', '/b', '/c']),
      of('size', ['S', 'M']),
      of('badge', ['new'], 1),
    ];
    const left = columnsLeft(columns, ({ name }) => name === 'link');
    expect(left.map(({ name }) => name)).toEqual(['size', 'badge', 'brand', 'link_2']);
  });
});
