import { compressPage } from '../../../../electron/engine/stored-page.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import {
  controlOf,
  itemsOf,
  completed,
  item,
  newRun,
  request,
  scratchFolder,
  scratchStore,
  spiderNamed,
  startedRun,
  removeForGood,
} from '../support.ts';
import { savedVersion } from '../saved-version.ts';

describe('versions', () => {
  it('cannot be changed or deleted in the database, by nobody', async () => {
    const path = join(scratchFolder(), 'x.db');
    const store = openStore(path);
    await savedVersion(store, spiderNamed('shop'));
    store.close();
    const db = new Database(path);
    expect(() => db.exec("UPDATE spider_versions SET document = '2'")).toThrow(/append-only/);
    expect(() => db.exec('DELETE FROM spider_versions')).toThrow(/append-only/);
    db.pragma('foreign_keys = ON');
    db.exec('DELETE FROM all_spiders');
    expect(db.prepare('SELECT count(*) AS n FROM spider_versions').get()).toEqual({ n: 0 });
    db.close();
  });
});

describe('deleting a spider', () => {
  it('leaves no row of it behind', async () => {
    const store = scratchStore();
    await newRun(store, 'shop');
    const run = await startedRun(store, 'shop');
    const other = await startedRun(store, 'news');
    for (const id of [run, other]) {
      const ledger = store.ledger(id);
      await ledger.admit([request(1), request(2)]);
      const [claimed] = await ledger.claim('https://example.org', 1, 0);
      await ledger.complete({
        ...completed(claimed?.id ?? '', [item(1), item(2)]),
        page: compressPage(`<p>${id}</p>`, 'utf-8'),
        events: [{ kind: 'note', url: null, message: 'read' }],
      });
    }
    const shop = { project: 'default', spider: 'shop' };
    await expect(removeForGood(store.queries, { kind: 'spider', ...shop })).rejects.toThrow(
      /is being carried out by process/,
    );
    await controlOf(store, run).end('completed', 'It is over.', 'finished');
    await removeForGood(store.queries, { kind: 'spider', ...shop });
    expect((await store.queries.spiders.list(null)).map(({ name }) => name)).toEqual(['news']);
    expect(await itemsOf(store, other)).toHaveLength(2);
    expect((await store.queries.pages.size()).pages).toBe(1);
    expect(store.check()).toEqual([]);
  });
});
