import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore, type Store } from '../../../../electron/store/open.ts';
import type { StoredPart } from '../../../../electron/store/upkeep/upkeep.ts';
import { removeForGood, scratchFolder, scratchStore } from '../support.ts';
import { crawledRun } from './crawled-run.ts';

/** Text that no compression makes much smaller. */
function text(seed: string, bytes: number): string {
  let all = '';
  for (let n = 0; all.length < bytes; n += 1)
    all += createHash('sha512').update(`${seed} ${n}`).digest('base64');
  return all.slice(0, bytes);
}

const sum = (parts: readonly StoredPart[]): number => parts.reduce((all, { bytes }) => all + bytes, 0);
const measured = (store: Store) => store.upkeep.measure(() => undefined);
const ofRun = (store: Store, run: string, kind: StoredPart['kind']) =>
  sum(measured(store).parts.filter((part) => part.run === run && part.kind === kind));

it('adds up to the size of the file, whatever is in it', async () => {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = scratchStore(path);
  await crawledRun(store, { 1: text('a', 200_000), 2: text('b', 50_000), 3: text('c', 3000) });
  await crawledRun(store, { 4: text('d', 90_000) }, { spider: 'news', project: 'press' });
  store.checkpoint();
  const { bytes, parts } = measured(store);
  expect(bytes).toBe(statSync(path).size);
  expect(sum(parts)).toBeCloseTo(bytes, 0);
});

it('gives each run what its pages take, within a few percent', async () => {
  const store = scratchStore();
  const large = await crawledRun(store, { 1: text('a', 300_000), 2: text('b', 100_000) });
  const small = await crawledRun(store, { 3: text('c', 40_000) }, { spider: 'news', project: 'press' });
  const { storedBytes } = await store.queries.pages.size();
  const pages = { large: ofRun(store, large, 'pages'), small: ofRun(store, small, 'pages') };
  expect((pages.large + pages.small) / storedBytes).toBeGreaterThan(1);
  expect((pages.large + pages.small) / storedBytes).toBeLessThan(1.05);
  expect(pages.large / pages.small).toBeCloseTo(10, 0);
  const { parts } = measured(store);
  expect(parts.find(({ run, kind }) => run === small && kind === 'items')).toMatchObject({
    project: 'press',
    spider: 'news',
  });
});

it('counts a page of several runs for the newest: what an earlier one shows is what its deletion makes free', async () => {
  const store = scratchStore();
  const shared = text('shared', 200_000);
  const first = await crawledRun(store, { 1: shared, 2: text('own', 100_000) });
  const second = await crawledRun(store, { 1: shared });
  const before = await store.queries.pages.size();
  const shown = ofRun(store, first, 'pages');
  expect(ofRun(store, second, 'pages')).toBeGreaterThan(shown);
  await removeForGood(store.queries, { kind: 'run', run: first });
  const after = await store.queries.pages.size();
  expect(shown / (before.storedBytes - after.storedBytes)).toBeCloseTo(1, 1);
});

it('ends when it is told to', () => {
  const store = scratchStore();
  const stop = new Error('Stop.');
  expect(() =>
    store.upkeep.measure(() => {
      throw stop;
    }),
  ).toThrow(stop);
  expect(measured(store).bytes).toBeGreaterThan(0);
});

it('gives back what is free in steps, and everything stays readable', async () => {
  const path = join(scratchFolder(), 'spider-studio.db');
  const store = scratchStore(path);
  const gone = await crawledRun(store, { 1: text('a', 2_000_000), 2: text('b', 2_000_000) });
  const kept = await crawledRun(store, { 3: text('c', 500_000) });
  await removeForGood(store.queries, { kind: 'run', run: gone });
  const { way, freeBytes, bytes } = store.upkeep.compaction();
  expect(way).toBe('steps');
  expect(freeBytes).toBeGreaterThan(2_500_000);
  let steps = 0;
  for (let left = freeBytes; left > 0; steps += 1) {
    const after = store.upkeep.compactStep();
    expect(after).toBeLessThan(left);
    left = after;
  }
  expect(steps).toBeGreaterThan(1);
  expect(store.upkeep.compaction()).toMatchObject({ freeBytes: 0, way: 'steps' });
  expect(store.upkeep.compaction().bytes).toBeLessThanOrEqual(bytes - freeBytes);
  expect(store.check()).toEqual([]);
  expect((await store.queries.requests.get((await requestOf(store, kept)) ?? ''))?.hasPage).toBe(true);
  store.close();
  expect(statSync(path).size).toBe(openedBytes(path));
});

it('writes a database of an earlier version anew once, and does it in steps from then on', async () => {
  const path = join(scratchFolder(), 'spider-studio.db');
  openStore(path).close();
  const plain = new Database(path);
  plain.pragma('journal_mode = DELETE');
  plain.pragma('auto_vacuum = NONE');
  plain.exec('VACUUM');
  plain.close();
  const store = scratchStore(path);
  expect(store.upkeep.compaction().way).toBe('whole');
  const gone = await crawledRun(store, { 1: text('a', 1_000_000) });
  await removeForGood(store.queries, { kind: 'run', run: gone });
  const { freeBytes } = store.upkeep.compaction();
  store.upkeep.compactWhole();
  expect(freeBytes).toBeGreaterThan(0);
  expect(store.upkeep.compaction()).toMatchObject({ way: 'steps', freeBytes: 0 });
  expect(store.check()).toEqual([]);
});

async function requestOf(store: Store, run: string): Promise<string | undefined> {
  const { rows } = await store.queries.items.slice(
    { project: 'default', spider: 'shop', run, filters: [], words: [], sort: [], upTo: null },
    0,
    1,
  );
  return rows[0]?.request;
}

function openedBytes(path: string): number {
  const store = openStore(path, { readonly: true });
  try {
    return store.upkeep.compaction().bytes;
  } finally {
    store.close();
  }
}
