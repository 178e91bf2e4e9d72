import { copyFileSync, readFileSync, statSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import { inspectDatabase } from '../../../../electron/store/upkeep/inspect.ts';
import { salvage } from '../../../../electron/store/upkeep/salvage.ts';
import { scratchFolder } from '../support.ts';
import { crawledRun } from './crawled-run.ts';

const pages = 300;
const pageBytes = 4096;
const ignore = (): void => undefined;

/** A database with two runs of some hundred pages. @returns its path */
async function fullDatabase(): Promise<string> {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = openStore(path);
  const texts = (run: string) =>
    Object.fromEntries(Array.from({ length: pages }, (_, n) => [n, `<p>${run} ${n} ${'x'.repeat(n * 20)}`]));
  await crawledRun(store, texts('first'));
  await crawledRun(store, texts('second'), { spider: 'news', project: 'press' });
  store.close();
  return path;
}

/** Numbers of the pages of the file that a table or an index takes. */
function filePages(path: string, name: string): number[] {
  const db = new Database(path, { readonly: true });
  const all = db
    .prepare<[string], number>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno",
    )
    .pluck()
    .all(name);
  db.close();
  return all;
}

/** How many rows some pages of the file hold. */
function rowsOn(path: string, numbers: readonly number[]): number {
  const db = new Database(path, { readonly: true });
  const rows = db
    .prepare<[string], number>(
      'SELECT sum(ncell) FROM dbstat WHERE pageno IN (SELECT value FROM json_each(?))',
    )
    .pluck()
    .get(JSON.stringify(numbers));
  db.close();
  return rows ?? 0;
}

/** Overwrites pages of a file with nonsense. */
function overwrite(path: string, numbers: readonly number[]): void {
  const bytes = readFileSync(path);
  for (const number of numbers) bytes.fill(0xa5, (number - 1) * pageBytes, number * pageBytes);
  writeFileSync(path, bytes);
}

/** Repairs into a file beside it, and looks at that. */
function repaired(path: string) {
  const copy = `${path}.copy`;
  const to = `${path}.new`;
  copyFileSync(path, copy);
  const found = salvage(copy, to, ignore);
  expect(inspectDatabase(to, ignore).flatMap(({ problems }) => problems)).toEqual([]);
  return found;
}

const whole = { projects: 2, spiders: 2, runs: 2, items: 2 * pages, pages: 2 * pages, lost: [] };

describe('a repair', () => {
  it('of a sound database brings everything over', async () => {
    const path = await fullDatabase();
    expect(inspectDatabase(path, ignore).flatMap(({ problems }) => problems)).toEqual([]);
    expect(repaired(path)).toEqual(whole);
  });

  it.each(['items_of_run', 'sqlite_autoindex_requests_1', 'requests_finished'])(
    'loses nothing where the index %s is damaged',
    async (index) => {
      const path = await fullDatabase();
      overwrite(path, filePages(path, index));
      expect(inspectDatabase(path, ignore)[0]?.problems).not.toEqual([]);
      expect(repaired(path)).toEqual(whole);
    },
  );

  it('keeps every row but those of the damaged places of a table, and names what is lost', async () => {
    const path = await fullDatabase();
    const [, second = 0, , fourth = 0] = filePages(path, 'items');
    const missing = rowsOn(path, [second, fourth]);
    expect(missing).toBeGreaterThan(0);
    overwrite(path, [second, fourth]);
    const found = repaired(path);
    expect(2 * pages - found.items).toBe(missing);
    expect(found).toMatchObject({ runs: 2, pages: 2 * pages });
    const named = found.lost.filter((line) =>
      /^1 of 1 items of https:\/\/example\.org\/page\/\d+ \(run \d\)\.$/u.test(line),
    );
    expect(named).toHaveLength(missing);
  });

  it('names the pages whose content is not what was stored', async () => {
    const path = await fullDatabase();
    const db = new Database(path);
    db.exec("UPDATE pages SET body = x'28b52ffd' WHERE id = 7");
    db.close();
    const told = inspectDatabase(path, ignore).find(({ inspection }) => inspection === 'page-contents');
    expect(told?.problems).toEqual([
      expect.stringMatching(/^The stored page of https:\S+ is not what was stored\.$/u),
    ]);
    const found = repaired(path);
    expect(found).toMatchObject({ items: 2 * pages, pages: 2 * pages - 1 });
    expect(found.lost).toEqual([expect.stringMatching(/^The stored page of https:\S+ \(run 1\)\.$/u)]);
  });

  it.each([
    ['its head is overwritten', 0, 100],
    ['its whole first page is overwritten', 0, pageBytes],
  ])('brings everything over where %s', async (_, from, to) => {
    const path = await fullDatabase();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, from, to);
    writeFileSync(path, bytes);
    expect(() => inspectDatabase(path, ignore)).toThrow(/is damaged, or is not a database/u);
    expect(repaired(path)).toEqual(whole);
  });

  it('keeps what is there of a file that was cut off, and says what is not', async () => {
    const path = await fullDatabase();
    const size = statSync(path).size;
    writeFileSync(path, readFileSync(path).subarray(0, Math.floor((size * 0.9) / pageBytes) * pageBytes));
    const found = repaired(path);
    expect(found.runs).toBe(2);
    expect(found.items).toBeGreaterThan(pages);
    expect(found.lost.length).toBeGreaterThan(0);
  });

  it('keeps what was moved into the file where its log is gone', async () => {
    const path = join(scratchFolder(), 'spider-studio.db');
    const store = openStore(path);
    await crawledRun(store, { 1: 'moved' });
    store.checkpoint();
    await crawledRun(store, { 2: 'in the log' });
    const copy = `${path}.without-log`;
    copyFileSync(path, copy);
    store.close();
    rmSync(`${copy}-wal`, { force: true });
    expect(salvage(copy, `${path}.new`, ignore)).toMatchObject({ runs: 1, items: 1, lost: [] });
  });

  it('makes counters anew, and what refers to nothing goes', async () => {
    const path = await fullDatabase();
    const db = new Database(path);
    db.pragma('foreign_keys = OFF');
    db.exec(
      'UPDATE origins SET done = 5 WHERE run_id = 1; DELETE FROM pages WHERE id = 3; UPDATE requests SET page_id = NULL WHERE page_id = 4',
    );
    db.close();
    const problems = new Map(inspectDatabase(path, ignore).map((each) => [each.inspection, each.problems]));
    expect(problems.get('counters')).toEqual([
      'The counters of https://example.org in run 1 are not those of its requests and items.',
    ]);
    expect(problems.get('stored-pages')).toHaveLength(1);
    expect(problems.get('unused-pages')).toEqual(['Stored page 4 belongs to no run.']);
    expect(repaired(path)).toMatchObject({ items: 2 * pages, pages: 2 * pages - 2 });
  });
});
