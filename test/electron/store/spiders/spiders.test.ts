import { compressPage } from '../../../../electron/engine/stored-page.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import {
  completed,
  item,
  newRun,
  request,
  scratchFolder,
  scratchStore,
  spiderNamed,
  startedRun,
} from '../support.ts';

describe('saving spiders', () => {
  it('numbers versions from 1 and keeps the text as given', () => {
    const store = scratchStore();
    const first = store.spiders.save('default', spiderNamed('shop'), '{ "a": 1 }');
    const second = store.spiders.save('default', spiderNamed('shop'), '{"a":1}');
    expect([first, second].map(({ version, created }) => ({ version, created }))).toEqual([
      { version: 1, created: true },
      { version: 2, created: false },
    ]);
    expect(store.spiders.version('default', 'shop', 1)?.text).toBe('{ "a": 1 }');
    expect(store.spiders.version('default', 'shop')?.number).toBe(2);
    expect(store.spiders.versions('default', 'shop').map(({ number }) => number)).toEqual([2, 1]);
    expect(store.spiders.versionById(second.versionId).text).toBe('{"a":1}');
  });

  it('makes a version at every save, of the same text and of an older one too', () => {
    const store = scratchStore();
    const save = (text: string) => {
      const { version, created } = store.spiders.save('default', spiderNamed('shop'), text);
      return [version, created];
    };
    expect(['1', '1', '2', '1'].map(save)).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [4, false],
    ]);
    expect(store.spiders.version('default', 'shop', 2)?.text).toBe('1');
    expect(store.spiders.save('other', spiderNamed('shop'), '1')).toMatchObject({
      version: 1,
      created: true,
    });
    store.spiders.delete('default', 'shop');
    expect(save('1')).toEqual([1, true]);
  });

  it('never takes a spider of the same name from another project', () => {
    const store = scratchStore();
    store.spiders.save('one', spiderNamed('shop'), '1');
    store.spiders.save('two', spiderNamed('shop'), '2');
    expect(store.spiders.list().map(({ project, name, version }) => [project, name, version])).toEqual([
      ['one', 'shop', 1],
      ['two', 'shop', 1],
    ]);
    expect(store.spiders.version('one', 'shop')?.text).toBe('1');
    expect(store.spiders.list('two')).toHaveLength(1);
    expect(store.projects.list().map(({ name, spiders }) => [name, spiders])).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
  });

  it.each(['', 'a b', 'ä', '../x', 'x'.repeat(256)])('refuses the project name "%s"', (name) => {
    expect(() => scratchStore().projects.ensure(name)).toThrow(/cannot be the name of a project/);
  });

  it('knows nothing of spiders that are not there', () => {
    const store = scratchStore();
    expect(store.spiders.get('default', 'shop')).toBeNull();
    expect(store.spiders.version('default', 'shop')).toBeNull();
    expect(() => store.spiders.delete('default', 'shop')).toThrow(
      'There is no spider "shop" in the project "default".',
    );
  });
});

describe('versions', () => {
  it('cannot be changed or deleted in the database, by nobody', () => {
    const path = join(scratchFolder(), 'x.db');
    const store = openStore(path);
    store.spiders.save('default', spiderNamed('shop'), '1');
    store.close();
    const db = new Database(path);
    expect(() => db.exec("UPDATE spider_versions SET document = '2'")).toThrow(/append-only/);
    expect(() => db.exec('DELETE FROM spider_versions')).toThrow(/append-only/);
    db.pragma('foreign_keys = ON');
    db.exec('DELETE FROM spiders');
    expect(db.prepare('SELECT count(*) AS n FROM spider_versions').get()).toEqual({ n: 0 });
    db.close();
  });
});

describe('deleting a spider', () => {
  it('takes everything along and says what', async () => {
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
    store.spiders.save('default', spiderNamed('shop'), 'changed');
    expect(() => store.spiders.delete('default', 'shop')).toThrow(/is being carried out by process/);
    store.runs.setState(run, 'completed');
    expect(store.spiders.delete('default', 'shop')).toEqual({
      versions: 3,
      runs: 2,
      requests: 2,
      items: 2,
      events: 3,
    });
    expect(store.spiders.list().map(({ name }) => name)).toEqual(['news']);
    expect(store.items.count({ run: other })).toBe(2);
    expect(store.pages.size().pages).toBe(1);
    expect(store.check()).toEqual([]);
  });
});
