import { expect, it } from 'vitest';
import type { ResponseHead } from '../../../../electron/engine/ports/ledger.ts';
import { StoreError } from '../../../../electron/store/errors.ts';
import { openStore } from '../../../../electron/store/open.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import {
  completed,
  controlOf,
  facts,
  portsOf,
  request,
  scratchFolder,
  startedRun,
  removeForGood,
} from '../support.ts';

const head = (date: string): ResponseHead => ({
  statusLine: 'HTTP/1.1 200 OK',
  fields: ['Date', date, 'Content-Type', 'text/html; charset=utf-8'],
});

/** A run with three pages: two responses that differ in their date, and one of which nothing but the status is alike. */
async function crawled(path: string) {
  const store = openStore(path);
  const run = await startedRun(store);
  const { ledger } = portsOf(store, run);
  await ledger.admit([1, 2, 3].map((n) => request(n)));
  const [a = '', b = '', c = ''] = (await ledger.claim('https://example.org', 3, 0)).map(({ id }) => id);
  const end = (id: string, own: ResponseHead) =>
    ledger.complete({ ...completed(id), facts: { ...facts, head: own } });
  return { store, run, ledger, ids: { a, b, c }, end };
}

function rowsOf(path: string, sql: string): unknown[] {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

it('heads that differ in a value are stored once, and go with their run', async () => {
  const path = join(scratchFolder(), 'x.db');
  const { store, run, ids, end } = await crawled(path);
  await end(ids.a, head('Mon'));
  await end(ids.b, head('Tue'));
  await end(ids.c, { statusLine: 'HTTP/1.1 200 OK', fields: ['Server', 'other'] });
  expect(rowsOf(path, 'SELECT head_number, head_changes FROM requests ORDER BY id')).toEqual([
    { head_number: 1, head_changes: null },
    { head_number: 1, head_changes: '[2,"Tue"]' },
    { head_number: 2, head_changes: null },
  ]);
  expect(rowsOf(path, 'SELECT number FROM response_heads')).toHaveLength(2);
  await controlOf(store, run).end('completed', 'It is over.', 'finished');
  await removeForGood(store.queries, { kind: 'run', run });
  expect(rowsOf(path, 'SELECT number FROM response_heads')).toEqual([]);
  store.close();
});

it('a head that was rolled back with its transaction is stored again', async () => {
  const path = join(scratchFolder(), 'x.db');
  const { store, ids, end } = await crawled(path);
  await end(ids.a, head('Mon'));
  // In one transaction with one that fails: it is rolled back, and the first is written again.
  const other = { statusLine: 'HTTP/1.1 200 OK', fields: ['Server', 'other'] };
  const [first, second] = await Promise.allSettled([end(ids.b, other), end(ids.a, head('Tue'))]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(StoreError) });
  await end(ids.c, other);
  const { requests } = store.queries;
  expect(await Promise.all([ids.a, ids.b, ids.c].map((id) => requests.head(id)))).toEqual([
    head('Mon'),
    other,
    other,
  ]);
  store.close();
});
