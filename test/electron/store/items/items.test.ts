import { compressPage } from '../../../../electron/engine/stored-page.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/store/open.ts';
import { completed, controlOf, item, request, scratchFolder, scratchStore, startedRun } from '../support.ts';

async function runWithItems(store: Store, titles: string[], spider = 'shop'): Promise<string> {
  const run = await startedRun(store, spider);
  const ledger = store.ledger(run);
  await ledger.admit([request(1)]);
  const [claimed] = await ledger.claim('https://example.org', 1, 0);
  await ledger.complete(
    completed(
      claimed?.id ?? '',
      titles.map((title, n) => item(n, { title, metadata: { [`key${n % 3}`]: n } })),
    ),
  );
  return run;
}

describe('items', () => {
  it('that are damaged are a clear error and do not hide the others', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const run = await runWithItems(store, ['a', 'b', 'c', 'd']);
    const db = new Database(path);
    db.exec(`UPDATE items SET metadata_json = '{"broken' WHERE id = 2; UPDATE items SET metadata_json = '[]' WHERE id = 3;
      UPDATE items SET problems_json = '{}' WHERE id = 4`);
    db.close();
    const { items } = store.queries;
    expect(await items.get('1')).toMatchObject({ title: 'a' });
    for (const [id, what] of [
      ['2', 'Item 2 (its metadata)'],
      ['3', 'Item 3 (its metadata)'],
      ['4', 'Item 4 (its problems)'],
    ] as const) {
      await expect(items.get(id)).rejects.toMatchObject({
        code: 'damaged',
        message: `${what} cannot be read: what is stored there is damaged.`,
      });
    }
    expect((await controlOf(store, run).summary()).itemsWithValues).toBe(4);
  });
});

describe('stored pages', () => {
  it('that are damaged are a clear error', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = scratchStore(path);
    const ledger = store.ledger(await startedRun(store));
    await ledger.admit([request(1), request(2)]);
    await ledger.claim('https://example.org', 2, 0);
    await ledger.complete({ ...completed('1'), page: compressPage('<p>page</p>', 'utf-8') });
    await ledger.complete(completed('2'));
    expect(await store.queries.pages.ofRequest('2')).toBeNull();
    const db = new Database(path);
    db.exec(`UPDATE pages SET body = x'0102'`);
    db.close();
    await expect(store.queries.pages.ofRequest('1')).rejects.toThrow(
      /The stored page of request 1 cannot be read/,
    );
  });
});
