import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ledger, NewItem, NewRequest } from '../../../electron/engine/ports/ledger.ts';
import type { CrawlPorts } from '../../../electron/engine/ports/crawl-ports.ts';
import type { RunControl } from '../../../electron/engine/ports/run-control.ts';
import type { LedgerOptions } from '../../../electron/store/ledger/ledger.ts';
import type { ItemRow } from '../../../electron/store/items/item-queries.ts';
import type { RunOwner } from '../../../electron/store/runs/run-queries.ts';
import { openStore, type OpenOptions, type Store } from '../../../electron/store/open.ts';
import type { TrashContents, TrashTarget } from '../../../electron/store/trash/trash-queries.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { savedVersion } from './saved-version.ts';

/** A folder that is gone after the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store that is closed after the test; in memory unless a path is given. */
export function scratchStore(path = ':memory:', options: OpenOptions = {}): Store {
  const store = openStore(path, options);
  onTestFinished(() => store.close());
  return store;
}

export const spiderNamed = (name: string): Spider => ({
  name,
  allowed_domains: ['example.org'],
  start_urls: ['https://example.org/'],
});

/** What a test needs of a store, or of a data folder, to carry runs out. */
type RunStore = Pick<Store, 'queries' | 'crawlPorts'>;

/** Saves a spider and creates a run of it. @param owner who is about to carry it out; this process unless given */
export async function newRun(
  store: Pick<Store, 'queries'>,
  name = 'shop',
  project = 'default',
  owner?: RunOwner | null,
): Promise<string> {
  const versionId = await savedVersion(store, spiderNamed(name), project);
  const options = { limit: null, overrides: {}, allowPrivate: false };
  const run = { versionId, kind: 'full', options, appVersion: '0.1.0' } as const;
  const by = owner === undefined ? {} : { owner };
  return (await store.queries.runs.create({ ...run, ...by })).id;
}

/** What a session of a run can say of it. */
export const controlOf = (store: RunStore, run: string): RunControl => portsOf(store, run).control;

/** The ports of a session of a run. */
export function portsOf(store: RunStore, run: string, options: LedgerOptions = {}): CrawlPorts {
  const ports = store.crawlPorts(run, options);
  onTestFinished(() => ports.close());
  return ports;
}

/** Begins the session of a run that follows one that was cut off. @returns its ledger */
export async function ledgerAfterCutOff(store: RunStore, run: string): Promise<Ledger> {
  await store.queries.runs.cutOff(run, 'It was cut off.');
  const { control, ledger } = portsOf(store, run);
  await control.begin();
  return ledger;
}

/** A run that this process carries out. */
export async function startedRun(store: RunStore, name = 'shop', project = 'default'): Promise<string> {
  const id = await newRun(store, name, project);
  await controlOf(store, id).begin();
  return id;
}

export const fingerprintOf = (n: number): string => n.toString(16).padStart(16, '0');

export function request(n: number, changes: Partial<NewRequest> = {}): NewRequest {
  return {
    url: `https://example.org/page/${n}`,
    fingerprint: fingerprintOf(n),
    origin: 'https://example.org',
    priority: 0,
    depth: 0,
    rule: null,
    callback: 'parse_article',
    follow: true,
    parent: null,
    ...changes,
  };
}

export function item(n: number, changes: Partial<NewItem> = {}): NewItem {
  return {
    url: `https://example.org/page/${n}`,
    callback: 'parse_article',
    title: `Title ${n}`,
    content: null,
    author: null,
    published_date: null,
    metadata: {},
    problems: [],
    ...changes,
  };
}

export const facts = {
  status: 200,
  finalUrl: 'https://example.org/page',
  bytes: 1000,
  durationMs: 12.5,
  contentType: 'text/html; charset=utf-8',
};

/** A page that was read and gave these items and links. */
export const completed = (id: string, items: NewItem[] = [], links: NewRequest[] = []) => ({
  id,
  facts,
  items,
  links,
  page: null,
  events: [],
});

export const unfinished = (id: string, reason: string) => ({
  id,
  facts: null,
  reason,
  events: [],
  page: null,
  links: [],
});

/** The items of a run, or of all runs of a spider, in the order of scraping. */
export async function itemsOf(store: Store, run: string | null, spider = 'shop'): Promise<ItemRow[]> {
  const whole = { project: 'default', filters: [], words: [], sort: [], upTo: null };
  return (await store.queries.items.slice({ ...whole, spider, run }, 0, 10_000)).rows;
}

/** Everything that comes batch by batch. */
export async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
}

/** Deletes something for good, and frees its room. @returns what was deleted */
export async function removeForGood(
  { trash }: Pick<Store['queries'], 'trash'>,
  target: TrashTarget,
): Promise<TrashContents> {
  const [row] = await trash.put([target], { forGood: true });
  while (await trash.step());
  if (row === undefined) throw new Error('Nothing was deleted.');
  return row.contents;
}

/** Numbers from 0 to 1 that are the same each time. */
export function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}
