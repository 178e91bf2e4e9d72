import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../electron/store/open.ts';
import { StoreError } from '../../../electron/store/errors.ts';
import { newRun, request, scratchFolder, scratchStore, spiderNamed, controlOf } from './support.ts';
import { savedVersion } from './saved-version.ts';

function errorOf(action: () => unknown): StoreError {
  try {
    action();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

async function refusalOf(work: Promise<unknown>): Promise<StoreError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return errorOf(() => {
    if (error !== null) throw error;
  });
}

/** A closed database with one run in it. */
async function savedDatabase(): Promise<string> {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = openStore(path);
  await newRun(store);
  store.close();
  return path;
}

/** A closed database in which nothing was ever made. */
function withoutTables(): string {
  const path = join(scratchFolder(), 'bare.db');
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.close();
  return path;
}

const permissions = (path: string): number => statSync(path).mode & 0o777;

/** What the one file has, when it is copied away from its log. */
async function spidersInCopyOf(path: string): Promise<string[]> {
  const copy = join(scratchFolder(), 'spider-studio.db');
  copyFileSync(path, copy);
  const spiders = await scratchStore(copy).queries.spiders.list(null);
  return spiders.map(({ name }) => name);
}

describe('opening a database', () => {
  it('creates the folder for its owner alone, and the tables', async () => {
    const path = join(scratchFolder(), 'new', 'data', 'spider-studio.db');
    const store = scratchStore(path);
    expect(await store.queries.projects.list()).toEqual([]);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(store.backup).toBeNull();
  });

  it('leaves nothing beside a new database', () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    openStore(path).close();
    expect(readdirSync(join(path, '..'))).toEqual(['spider-studio.db']);
  });

  it('has all tables in the one file from the beginning', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    scratchStore(path);
    expect(await spidersInCopyOf(path)).toEqual([]);
  });

  it('moves the log into the file when one of several connections closes, or when it is told to', async () => {
    const path = await savedDatabase();
    const open = scratchStore(path);
    const other = openStore(path);
    await savedVersion(other, spiderNamed('news'));
    other.close();
    expect(await spidersInCopyOf(path)).toEqual(['news', 'shop']);
    await savedVersion(open, spiderNamed('third'));
    open.checkpoint();
    expect(await spidersInCopyOf(path)).toEqual(['news', 'shop', 'third']);
  });

  it.skipIf(process.platform === 'win32')(
    'is for its owner alone, in a folder for all, with log and copies',
    async () => {
      const path = join(scratchFolder(), 'spider-studio.db');
      chmodSync(join(path, '..'), 0o755);
      const first = scratchStore(path);
      await savedVersion(first, spiderNamed('news'));
      writeFileSync(`${path}.v1.backup`, '', { mode: 0o644 });
      const files = [path, `${path}-wal`, `${path}-shm`, `${path}.v1.backup`];
      expect(files.slice(0, 3).map(permissions)).toEqual([0o600, 0o600, 0o600]);
      for (const file of files) chmodSync(file, 0o644);
      scratchStore(path);
      expect(files.map(permissions)).toEqual([0o600, 0o600, 0o600, 0o600]);
    },
  );

  it('writes a log ahead, checks foreign keys, and waits for others', async () => {
    const path = await savedDatabase();
    scratchStore(path);
    const db = new Database(path, { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(
      db
        .prepare(
          'SELECT count(*) AS n FROM pragma_table_list WHERE strict = 0 AND type = ? AND name NOT LIKE ?',
        )
        .get('table', 'sqlite_%'),
    ).toEqual({ n: 0 });
    db.close();
  });

  it('finds again what was written, in a second opening and side by side', async () => {
    const path = await savedDatabase();
    const one = scratchStore(path);
    const two = scratchStore(path);
    await savedVersion(one, spiderNamed('news'));
    expect((await two.queries.spiders.list(null)).map(({ name }) => name)).toEqual(['news', 'shop']);
    expect(await two.queries.runs.list()).toHaveLength(1);
  });

  it('checks itself', async () => {
    expect(scratchStore(await savedDatabase()).check()).toEqual([]);
  });
});

describe('databases that cannot be used', () => {
  it('locked: another process is writing', async () => {
    const path = await savedDatabase();
    const store = scratchStore(path, { busyTimeoutMs: 20 });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const error = await refusalOf(savedVersion(store, spiderNamed('news')));
    expect(error.code).toBe('locked');
    expect(error.message).toBe(`The database "${path}" is locked by another process.`);
    other.exec('ROLLBACK');
    await savedVersion(store, spiderNamed('news'));
    expect(await store.queries.spiders.list('default')).toHaveLength(2);
    other.close();
  });

  it('locked: another process has it to itself', async () => {
    const path = await savedDatabase();
    const other = new Database(path);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    expect(errorOf(() => openStore(path, { busyTimeoutMs: 20 })).code).toBe('locked');
    other.close();
  });

  it('locked: what waits in the ledger is told, and can be tried again', async () => {
    const path = await savedDatabase();
    const store = scratchStore(path, { busyTimeoutMs: 20 });
    await controlOf(store, '1').begin();
    const ledger = store.ledger('1');
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(ledger.admit([request(1)])).rejects.toMatchObject({ code: 'locked' });
    other.close();
    expect(await ledger.admit([request(1)])).toBe(1);
  });

  it('newer: made by a later version', async () => {
    const path = await savedDatabase();
    const db = new Database(path);
    db.pragma('user_version = 999');
    db.close();
    const error = errorOf(() => openStore(path));
    expect(error.code).toBe('newer');
    expect(error.message).toContain('was made by a newer version of Spider Studio (schema 999');
    expect(error.hint).toContain('Update');
  });

  it.each([
    ['text', 'This is a letter, not a database. '.repeat(200)],
    ['a few bytes', 'abc'],
  ])('damaged: %s', (_name, content) => {
    const path = join(scratchFolder(), 'spider-studio.db');
    writeFileSync(path, content);
    expect(errorOf(() => openStore(path)).code).toBe('damaged');
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('damaged: pages in the middle are overwritten', async () => {
    const path = await savedDatabase();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, 4096 * 3, 4096 * 12));
    const error = errorOf(() => openStore(path));
    expect(error.code).toBe('damaged');
    expect(error.action).toEqual({ action: 'repair-database' });
  });

  it('damaged: the file is cut off', async () => {
    const path = await savedDatabase();
    writeFileSync(path, readFileSync(path).subarray(0, 4096 * 5));
    expect(errorOf(() => openStore(path)).code).toBe('damaged');
  });

  it('foreign: the database of another program', () => {
    const path = join(scratchFolder(), 'other.db');
    const db = new Database(path);
    db.exec('CREATE TABLE music (title TEXT)');
    db.close();
    expect(errorOf(() => openStore(path)).code).toBe('foreign');
    expect(readFileSync(path).includes('projects')).toBe(false);
  });

  it.each([
    ['a file without a byte', () => ''],
    ['a database without tables', () => readFileSync(withoutTables())],
  ])('empty: %s', (_name, content) => {
    const path = join(scratchFolder(), 'spider-studio.db');
    writeFileSync(path, content());
    const before = readFileSync(path);
    for (const readonly of [false, true]) {
      const error = errorOf(() => openStore(path, { readonly }));
      expect(error.code).toBe('empty');
      expect(error.message).toBe(`The database "${path}" is empty: it has no tables.`);
      expect(error.hint).toContain('copy all files again');
    }
    expect(readFileSync(path)).toEqual(before);
  });

  it('missing: its log alone is there, which may hold what is new', async () => {
    const path = await savedDatabase();
    const store = scratchStore(path);
    await savedVersion(store, spiderNamed('news'));
    const alone = join(scratchFolder(), 'spider-studio.db');
    copyFileSync(`${path}-wal`, `${alone}-wal`);
    const error = errorOf(() => openStore(alone));
    expect(error.code).toBe('missing');
    expect(error.message).toContain(`its log "${alone}-wal" is there`);
    expect(existsSync(alone)).toBe(false);
  });

  it('missing: the folder is a file, or there is nothing to read', () => {
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, '');
    expect(errorOf(() => openStore(join(file, 'data', 'x.db'))).code).toBe('missing');
    const absent = join(scratchFolder(), 'absent.db');
    expect(errorOf(() => openStore(absent, { readonly: true })).code).toBe('missing');
    expect(existsSync(absent)).toBe(false);
  });

  it('read-only: opened for reading, it reads and refuses to write', async () => {
    const path = await savedDatabase();
    const store = scratchStore(path, { readonly: true });
    expect(await store.queries.runs.list()).toHaveLength(1);
    const error = await refusalOf(savedVersion(store, spiderNamed('news')));
    expect(error.code).toBe('read-only');
    expect(error.message).toContain('cannot be written');
  });

  // The super-user may write everywhere: the attempt is made by a process without that right.
  it.skipIf(process.platform === 'win32').each(['file', 'folder'])(
    'read-only: the %s may not be written',
    async (what) => {
      const path = await savedDatabase();
      const folder = join(path, '..');
      const nobody = 65534;
      if (process.getuid?.() === 0) {
        chownSync(folder, nobody, nobody);
        chownSync(path, nobody, nobody);
      }
      chmodSync(what === 'file' ? path : folder, what === 'file' ? 0o400 : 0o500);
      const tried = spawnSync(
        process.execPath,
        [fileURLToPath(new URL('./open-and-save.ts', import.meta.url)), path],
        { encoding: 'utf8', ...(process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}) },
      );
      chmodSync(folder, 0o700);
      expect(tried.stdout + tried.stderr).toBe('read-only\n');
    },
  );
});

describe('a full disk', () => {
  it('says so and keeps what was stored, whole', async () => {
    const path = await savedDatabase();
    const pages = Math.ceil(statSync(path).size / 4096) + 12;
    const store = scratchStore(path, { maxPages: pages });
    await controlOf(store, '1').begin();
    const ledger = store.ledger('1');
    await ledger.admit([request(1), request(2)]);
    const [claimed] = await ledger.claim('https://example.org', 1, 0);
    const before = await ledger.counters();
    const content = 'x'.repeat(400_000);
    const huge = {
      id: claimed?.id ?? '',
      facts: null,
      reason: content,
      events: [],
      page: null,
      links: [request(3)],
    };
    await expect(ledger.fail(huge)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'disk-full',
      message: `The disk is full: the database "${path}" cannot grow.`,
    });
    expect(await ledger.counters()).toEqual(before);
    expect(await ledger.admit([request(3)])).toBe(1);
    expect(store.check()).toEqual([]);
  });

  it('costs only the operation that does not fit, not the others of its turn', async () => {
    const path = await savedDatabase();
    const store = scratchStore(path, { maxPages: Math.ceil(statSync(path).size / 4096) + 12 });
    await controlOf(store, '1').begin();
    const ledger = store.ledger('1');
    const event = (message: string) => [{ kind: 'note', url: null, message }];
    const outcomes = await Promise.allSettled([
      ledger.admit([request(1)]),
      ledger.record(event('x'.repeat(400_000))),
      ledger.admit([request(1), request(2)]),
      ledger.record(event('small')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await ledger.counters()).toMatchObject({ seen: 2, queued: 2 });
    expect((await store.queries.events.list('1', { kinds: ['note'] })).map(({ message }) => message)).toEqual(
      ['small'],
    );
  });

  it('is told at any write: a spider, a migration', async () => {
    const path = await savedDatabase();
    const store = scratchStore(path, { maxPages: Math.ceil(statSync(path).size / 4096) });
    const error = await refusalOf(
      savedVersion(store, { ...spiderNamed('big'), description: 'x'.repeat(500_000) }),
    );
    expect(error.code).toBe('disk-full');
    expect((await store.queries.spiders.list(null)).map(({ name }) => name)).toEqual(['shop']);
    const fresh = join(scratchFolder(), 'fresh', 'x.db');
    mkdirSync(join(fresh, '..'));
    expect(errorOf(() => openStore(fresh, { maxPages: 5 })).code).toBe('disk-full');
    expect(await openStore(fresh).queries.projects.list()).toEqual([]);
  });
});
