import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { distributionOf } from '../../../../electron/host/data/distribution.ts';
import { scalarFilledSql } from '../../../../electron/store/items/filled-sql.ts';
import type { ItemColumn } from '../../../../electron/store/items/item-queries.ts';
import { hasFilledField, isFilled } from '../../../../shared/filled.ts';
import type { JsonValue } from '../../../../shared/json-value.ts';
import { completed, controlOf, item, request, scratchStore, startedRun } from '../support.ts';

/** Values, and whether they count as filled. */
const table: readonly [value: JsonValue, filled: boolean][] = [
  [null, false],
  ['', false],
  [' ', false],
  ['\n', false],
  ['\u00a0', false],
  ['\u3000\ufeff\u2028', false],
  [[], false],
  [{}, false],
  ['[]', true],
  ['{}', true],
  ['null', true],
  ['x', true],
  ['\u00a0x\n', true],
  ['\u200b', true],
  [0, true],
  [false, true],
  [true, true],
  [[''], true],
  [[[]], true],
  [{ a: null }, true],
  [{ url: 'https://a.example/x', file: null, error: 'The server answered 404.' }, false],
  [[{ url: 'https://a.example/x', file: null, error: 'Gone.' }], false],
  [{ url: 'https://a.example/x', file: null }, true],
  [
    [
      { url: 'https://a.example/x', file: null, error: 'Gone.' },
      { url: 'https://a.example/y', file: null },
    ],
    true,
  ],
  [[{ url: 'https://a.example/x', file: null, error: 'Gone.' }, 'x'], true],
  [{ url: 'https://a.example/x', file: 'a.png', error: 'No file of ours.' }, true],
  [{ url: 'https://a.example/x', file: null, error: 'x', more: 1 }, true],
  [{ url: 'https://a.example/x', file: null, error: null }, true],
  [{ url: 1, file: null, error: 'x' }, true],
  ['"error"', true],
  [['"error"'], true],
];

describe('what counts as filled', () => {
  it.each(table)('%j: %s', (value, filled) => {
    expect(isFilled(value)).toBe(filled);
  });

  it('is the same for every character in SQL', () => {
    const db = new Database(':memory:');
    const ask = db.prepare<[{ text: string }], number>(`SELECT ${scalarFilledSql('@text')}`).pluck();
    const differing = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => isFilled(character) !== (ask.get({ text: character }) === 1),
    );
    db.close();
    expect(differing).toEqual([]);
  });

  it.each(['note', 'a "quoted" key'])('is the same in filters, counts and distributions: %s', async (key) => {
    const store = scratchStore();
    const run = await startedRun(store);
    const ledger = store.ledger(run);
    const blank = { title: null, callback: 'product' };
    const items = table.map(([value]) => item(1, { ...blank, metadata: { [key]: value } }));
    await ledger.admit([request(1)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    await ledger.complete(completed(claimed?.id ?? '', items));
    await ledger.flush();

    const column: ItemColumn = { kind: 'metadata', key };
    const view = { project: 'default', spider: 'shop', run, words: [], sort: [], upTo: null };
    const found = async (operator: 'empty' | 'not-empty') => {
      const filters = [{ column, operator, value: null }];
      const { rows } = await store.queries.items.slice({ ...view, filters }, 0, 100);
      return rows.map(({ metadata }) => metadata[key]);
    };
    const filled = table.filter(([, is]) => is).map(([value]) => value);
    expect(await found('not-empty')).toEqual(filled);
    expect(await found('empty')).toEqual(table.filter(([, is]) => !is).map(([value]) => value));
    expect((await controlOf(store, run).summary()).itemsWithValues).toBe(filled.length);
    expect(items.filter(hasFilledField)).toHaveLength(filled.length);
    const values = store.queries.items.values({ ...view, filters: [] }, column);
    expect((await distributionOf(values, key)).filled).toBe(filled.length);
  });

  it.each(['', ' ', '\n', '\u00a0', 'x', '[]'])(
    'is the same in a column of every item: %j',
    async (title) => {
      const store = scratchStore();
      const run = await startedRun(store);
      const ledger = store.ledger(run);
      await ledger.admit([request(1)]);
      const [claimed] = await ledger.claim('https://example.org', 1, 0);
      await ledger.complete(completed(claimed?.id ?? '', [item(1, { title })]));
      await ledger.flush();
      const column: ItemColumn = { kind: 'column', name: 'title' };
      const filters = [{ column, operator: 'not-empty' as const, value: null }];
      const view = { project: 'default', spider: 'shop', run, words: [], sort: [], upTo: null, filters };
      expect((await store.queries.items.slice(view, 0, 10)).total).toBe(Number(isFilled(title)));
      expect((await controlOf(store, run).summary()).itemsWithValues).toBe(Number(isFilled(title)));
    },
  );
});
