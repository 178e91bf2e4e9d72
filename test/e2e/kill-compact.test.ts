import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../electron/host/workspace/workspace.ts';
import { inspectDatabase } from '../../electron/store/upkeep/inspect.ts';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';
import { databaseName } from './data-folder.ts';

const preload = new URL('./kill-on-statement.mjs', import.meta.url).href;
const program = join(import.meta.dirname, '..', '..', 'bin', 'spider-studio.mjs');
const megabyte = 1024 * 1024;

/** A data folder whose database has 24 items, and 12 MB of free room. @param way how that can be given back */
async function roomy(way: 'steps' | 'whole'): Promise<string> {
  const data = join(scratchFolder(), 'data');
  expect((await call(['demo', '--data-dir', data])).code).toBe(0);
  const db = new Database(join(data, databaseName));
  if (way === 'whole') {
    db.pragma('journal_mode = DELETE');
    db.pragma('auto_vacuum = NONE');
    db.exec('VACUUM');
  }
  db.exec('CREATE TABLE ballast (bytes BLOB)');
  db.exec(`INSERT INTO ballast SELECT randomblob(${megabyte}) FROM (VALUES ${'(1), '.repeat(11)}(1))`);
  // What comes behind the free room has to be moved.
  db.exec('CREATE TABLE behind AS SELECT * FROM items');
  db.exec('DROP TABLE ballast');
  db.exec('DROP TABLE behind');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return data;
}

/** Every item of a data folder, whose database must be whole. */
function itemsOf(data: string): unknown[] {
  openWorkspace(data).close();
  const found = inspectDatabase(join(data, databaseName), () => undefined);
  expect(found.flatMap(({ problems }) => problems)).toEqual([]);
  const db = new Database(join(data, databaseName), { readonly: true });
  const items = db.prepare('SELECT * FROM items ORDER BY id').all();
  db.close();
  return items;
}

async function compacted(data: string, items: unknown[]): Promise<void> {
  expect((await call(['storage', 'compact', '--data-dir', data])).code).toBe(0);
  expect(itemsOf(data)).toEqual(items);
  expect(statSync(join(data, databaseName)).size).toBeLessThan(4 * megabyte);
}

describe('giving free room back, killed', () => {
  it.each([
    ['steps', 'before', 'incremental_vacuum', 1],
    ['steps', 'after', 'incremental_vacuum', 1],
    ['steps', 'before', 'incremental_vacuum', 3],
    ['steps', 'after', 'incremental_vacuum', 3],
    ['steps', 'before', 'wal_checkpoint', 1],
    ['whole', 'before', 'VACUUM', 1],
    ['whole', 'after', 'VACUUM', 1],
    ['whole', 'before', 'wal_checkpoint', 1],
  ] as const)('in the way "%s" %s %s, no. %d, loses nothing and can be repeated', async (way, ...point) => {
    const data = await roomy(way);
    const items = itemsOf(data);
    expect(items).toHaveLength(24);
    const env = { NODE_OPTIONS: `--import=${preload}`, KILL_ON_STATEMENT: point.join('|') };
    const killed = await call(['storage', 'compact', '--data-dir', data], { env });
    expect([killed.code, killed.stderr]).toEqual([null, '']);
    expect(itemsOf(data)).toEqual(items);
    await compacted(data, items);
  });

  it('at any moment, loses nothing', async () => {
    for (const way of ['steps', 'whole'] as const) {
      const first = await roomy(way);
      const items = itemsOf(first);
      for (const after of [150, 300, 400, 500, 600]) {
        const data = join(scratchFolder(), 'data');
        cpSync(first, data, { recursive: true });
        const child = spawn(process.execPath, [program, 'storage', 'compact', '--data-dir', data]);
        const ended = once(child, 'exit');
        await Promise.race([ended, delay(after)]);
        child.kill('SIGKILL');
        await ended;
        expect(itemsOf(data)).toEqual(items);
      }
      await compacted(first, items);
    }
  }, 300_000);
});
