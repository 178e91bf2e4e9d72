import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../electron/store/open.ts';
import { scratchFolder } from './command-line.ts';

export const databaseName = 'spider-studio.db';

/** Copies the database of a data folder as it lies on the disk, with its write-ahead log. */
export function copyData(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of [databaseName, `${databaseName}-wal`]) {
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  }
}

/** Looks into a data folder without touching it: opening a database moves its log into it. */
export async function look<T>(data: string, at: (store: Store) => T | Promise<T>): Promise<T> {
  const copy = scratchFolder();
  copyData(data, copy);
  const store = openStore(join(copy, databaseName));
  try {
    return await at(store);
  } finally {
    store.close();
  }
}

/** The requests of a run by state, as paths. */
export function ledgerOf(data: string, run: string) {
  return look(data, async (store) => {
    const { rows } = await store.queries.requests.slice({ run }, 0, 10_000);
    const paths = (wanted: (state: string) => boolean): Set<string> =>
      new Set(rows.filter(({ state }) => wanted(state)).map(({ url }) => new URL(url).pathname));
    return {
      state: (await store.queries.runs.get(run)).state,
      settled: paths((state) => state === 'done' || state === 'failed' || state === 'skipped'),
      active: paths((state) => state === 'active'),
      damage: store.check(),
    };
  });
}

/** All that a run has come to, in an order that does not depend on when it was found. */
export function resultOf(data: string, run: string) {
  return look(data, async (store) => {
    const { rows } = await store.queries.requests.slice({ run }, 0, 10_000);
    const pages = await Promise.all(
      rows.map(async ({ id, url, state, callback, status, finalUrl, items, reason }) => {
        const html = (await store.queries.pages.ofRequest(id))?.html ?? null;
        return { url, state, callback, status, finalUrl, items, reason, html };
      }),
    );
    const { project, spider } = await store.queries.runs.get(run);
    const whole = { project, spider, run, filters: [], words: [], sort: [], upTo: null };
    const found = await store.queries.items.slice(whole, 0, 100_000);
    const items = found.rows.map(({ url, callback, title, metadata }) => ({
      url,
      callback,
      title,
      metadata,
    }));
    const byUrl = <T extends { url: string }>(rows: T[]): T[] =>
      rows.sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0));
    return { pages: byUrl(pages), items: byUrl(items) };
  });
}

/** Numbers that look random and are the same each time: xorshift32 (Marsaglia, 2003). */
export function seededNumbers(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return from + ((state >>> 0) % (to - from + 1));
  };
}
