import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openWorkspace } from '../../electron/host/workspace/workspace.ts';
import { inspectDatabase } from '../../electron/store/upkeep/inspect.ts';
import type { CallValue } from '../../shared/contract/index.ts';
import { call } from './call.ts';
import { scratchFolder } from './command-line.ts';
import { databaseName } from './data-folder.ts';
import { startProgram } from './program.ts';

const pageBytes = 4096;

async function crawledFolder(): Promise<string> {
  const data = scratchFolder();
  expect((await call(['demo', '--data-dir', data])).code).toBe(0);
  return data;
}

/** Overwrites the pages of the database from one on. */
function overwrite(data: string, from: number, count: number): void {
  const file = join(data, databaseName);
  const bytes = readFileSync(file);
  bytes.fill(0xa5, (from - 1) * pageBytes, (from - 1 + count) * pageBytes);
  writeFileSync(file, bytes);
}

it('finds a sound database well, and a damaged one has a way out that keeps what can be read', async () => {
  const data = await crawledFolder();
  const run = async (...args: string[]) => call([...args, '--data-dir', data]);
  const sound = await run('storage', 'check');
  expect(sound.code).toBe(0);
  expect(sound.stdout).toMatch(/^ok +Contents of pages$/mu);
  overwrite(data, 1, 1);
  for (const command of [
    ['spiders', 'list'],
    ['storage', 'check'],
    ['crawl', 'sample-shop'],
  ]) {
    const { code, stderr } = await run(...command);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: The (?:file|database) ".*" is damaged/u);
    expect(stderr).toContain('"spider-studio storage repair"');
    expect(stderr).not.toMatch(/^ +at /mu);
  }
  // A window does not open on it, and says what can be done.
  const web = startProgram([
    join(import.meta.dirname, '..', '..', 'bin', 'spider-studio-web.mjs'),
    '--no-open',
    '--data-dir',
    data,
  ]);
  const [said, [code]] = await Promise.all([web.stderr === null ? '' : text(web.stderr), once(web, 'close')]);
  expect(code).toBe(1);
  expect(said).toMatch(/^The (?:file|database) ".*" is damaged/u);
  expect(said).toContain('"spider-studio storage repair" keeps all that can be read');
  expect(said).not.toMatch(/^ +at /mu);
  const repaired = (await run('storage', 'repair', '--force', '--json')).json<CallValue<'storage.repair'>>();
  expect(repaired).toMatchObject({ spiders: 1, runs: 1, items: 24, lost: [] });
  expect(existsSync(join(repaired.kept, databaseName))).toBe(true);
  expect((await run('storage', 'check')).code).toBe(0);
  expect((await run('show', 'sample-shop', '--json')).json<unknown[]>()).toHaveLength(24);
}, 300_000);

it('killed at any moment, leaves the old database or the new one, whole', async () => {
  const data = await crawledFolder();
  const program = join(import.meta.dirname, '..', '..', 'bin', 'spider-studio.mjs');
  for (const after of [100, 300, 500, 800]) {
    const child = spawn(process.execPath, [program, 'storage', 'repair', '--force', '--data-dir', data]);
    const ended = once(child, 'exit');
    await Promise.race([ended, delay(after)]);
    child.kill('SIGKILL');
    await ended;
    // Opening finishes what was decided.
    openWorkspace(data).close();
    const found = inspectDatabase(join(data, databaseName), () => undefined);
    expect(found.flatMap(({ problems }) => problems)).toEqual([]);
    const db = new Database(join(data, databaseName), { readonly: true });
    expect(db.prepare('SELECT count(*) AS n FROM items').get()).toEqual({ n: 24 });
    db.close();
  }
  expect((await call(['storage', 'repair', '--force', '--data-dir', data])).code).toBe(0);
  expect(readdirSync(data).filter((name) => name.startsWith('restore-') && name !== 'restore.lock')).toEqual(
    [],
  );
});
