import { beforeEach, expect, it } from 'vitest';
import {
  callbackOfRows,
  followUrls,
  jsonRowsAround,
  listsAlong,
  readAsHtml,
  takeJsonRows,
} from '../../../../../renderer/features/tester/hand/json-rows.ts';
import { getDocument, useDocuments } from '../../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../../renderer/state/client.ts';
import type { ProposedField, SelectorSuggestion } from '../../../../../shared/contract/types.ts';
import { createFakeClient } from '../../../fake-client.ts';
import { openDocument } from '../../../open-document.ts';

const key = { project: 'default', spider: 'api' };
const url = 'https://lamps.example/api';
const spider = () => JSON.parse(getDocument(key)?.text ?? '');

const column = (name: string): ProposedField => ({
  name,
  selector: `$.${name}`,
  language: 'json',
  type: 'text',
  filled: 2,
  samples: [],
  raw: '',
  definition: { json_path: `$.${name}` },
});

const suggestion = (kind: SelectorSuggestion['kind'], selector: string): SelectorSuggestion => ({
  language: 'json',
  selector,
  matches: 2,
  value: 'x',
  kind,
  why: '',
  family: null,
  survival: null,
  pages: [],
});

const described = (selectors: readonly string[]) => ({
  element: { element: 3, tag: 'name', attributes: [], text: 'Lamp', ancestors: [] },
  suggestions: selectors.map((selector, index) => suggestion(index === 0 ? 'text' : 'list', selector)),
  question: null,
  parsed: false,
  elapsedMs: 1,
});

const here = (callback: string | null) => ({
  page: 'p1',
  callback,
  field: null,
  reports: [],
  rows: null,
  subject: '',
  text: getDocument(key)?.text ?? '',
});

const timing = { parsed: false, elapsedMs: 1 };

beforeEach(() => {
  useDocuments.setState({ documents: {} });
  setClient(
    createFakeClient({
      'tester.given': () => ({ url, callback: null, reason: '', unacted: null }),
      'tester.columns': ({ rows }) => ({
        fields: rows === '$.items[*]' ? [column('name'), column('kg')] : [],
        others: [],
        ...timing,
      }),
      'tester.selector': ({ selector }) => ({
        matches: selector === '$.items[*]' ? 2 : 4,
        nodes: { elements: [], total: 0, cut: false },
        samples: [],
        problem: null,
        hint: null,
        empty: null,
        ...timing,
      }),
    }),
  );
  openDocument(key, '{ "name": "api", "allowed_domains": [], "start_urls": [] }');
});

it.each([
  ['$.items[*].name', [['$.items[*]', '$.name']]],
  ['$.items.*.price.eur', [['$.items.*', '$.price.eur']]],
  ['$.items[*]', [['$.items[*]', null]]],
  [
    '$.items[*].tags[*]',
    [
      ['$.items[*].tags[*]', null],
      ['$.items[*]', '$.tags[*]'],
    ],
  ],
  ['$.next', []],
])('finds the lists along %s', (path, lists) => {
  expect(listsAlong(path).map(({ rows, own }) => [rows, own])).toEqual(lists);
});

it('knows the entries that a value is one of, but no rows of plain values', async () => {
  const paths = ['$.items[0].tags[1]', '$.items[*].tags[*]'];
  const lists = await jsonRowsAround('p1', described(paths));
  expect(lists.map(({ rows, own, count }) => [rows, own, count])).toEqual([['$.items[*]', '$.tags[*]', 2]]);
  expect(await jsonRowsAround('p1', described(['$.next', '$..next']))).toEqual([]);
});

it('makes rows with the rule by which a run takes the page, in one step', async () => {
  const before = getDocument(key)?.text;
  await takeJsonRows(key, here(null), { rows: '$.items[*]' }, [column('name'), column('kg')]);
  expect(spider()).toMatchObject({
    rules: [{ allow: [String.raw`^https://lamps\.example/api$`], callback: 'parse_items' }],
    callbacks: {
      parse_items: {
        iterate: { selector: '$.items[*]' },
        extract: { name: { json_path: '$.name' }, kg: { json_path: '$.kg' } },
      },
    },
  });
  expect(callbackOfRows(getDocument(key)?.text ?? '', '$.items[*]')).toBe('parse_items');
  expect(before).not.toBe(getDocument(key)?.text);
});

it('makes rows of another list beside those that are there', async () => {
  await takeJsonRows(key, here(null), { rows: '$.items[*]' }, [column('name')]);
  await takeJsonRows(key, here('parse_items'), { rows: '$.more.items[*]' }, [column('kg')]);
  expect(Object.keys(spider().callbacks)).toEqual(['parse_items', 'parse_items_2']);
});

it('follows the URLs of a place, and the next page', async () => {
  await takeJsonRows(key, here(null), { rows: '$.items[*]' }, [column('name')]);
  await followUrls(key, here('parse_items'), '$.more[*].page', false);
  await followUrls(key, here('parse_items'), '$.next', true);
  expect(spider().rules.slice(-2)).toEqual([
    { restrict_json: ['$.more[*].page'], callback: 'parse_article', follow: false },
    { restrict_json: ['$.next'], callback: 'parse_items', follow: true },
  ]);
});

it('leads the rows to the URLs in them, once', async () => {
  await takeJsonRows(key, here(null), { rows: '$.items[*]' }, [column('name')]);
  const { rules } = spider();
  await followUrls(key, here('parse_items'), '$.items[*].page', false);
  const follow = { url: { json_path: '$.page' }, callback: 'parse_article' };
  expect(spider().callbacks.parse_items.iterate).toEqual({ selector: '$.items[*]', follow });
  expect(spider().rules).toEqual(rules);
  await followUrls(key, here('parse_items'), '$.items[*].image', false);
  expect(spider().callbacks.parse_items.iterate.follow).toEqual(follow);
  expect(spider().rules.at(-1)).toMatchObject({ restrict_json: ['$.items[*].image'] });
});

it('reads the markup in a value as a page', async () => {
  await takeJsonRows(key, here(null), { rows: '$.items[*]' }, [column('name')]);
  readAsHtml(key, 'parse_items', 'name', '$.note');
  expect(spider().callbacks.parse_items.extract.name_2).toMatchObject({
    type: 'nested_list',
    selector: '$.note',
    as: 'html',
  });
});
