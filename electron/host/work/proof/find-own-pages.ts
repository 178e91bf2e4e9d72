import { hash } from 'node:crypto';
import { isPlain, type RequestMessage } from '../../../../shared/request-message.ts';
import type { PageKind } from '../../../../shared/page-kind.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { fingerprintRequest } from '../../../engine/fingerprint.ts';
import { createOffline } from '../../../engine/offline.ts';
import type { SpiderName } from '../../../store/history/crawl-history-queries.ts';
import type { SavedPageRow } from '../../../store/pages/saved-page-queries.ts';
import type { RequestRow } from '../../../store/requests/request-queries.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { withUsualArgs } from '../../data/run-args.ts';
import { requireVersion } from '../../data/stored-spiders.ts';
import { whyUnacted } from '../../data/unacted.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Candidate } from './choose-pages.ts';

/** Where pages are looked for. */
type Readable = Pick<Workspace, 'queries'>;

/** A page that is stored with a spider, before it is opened. */
export interface OwnPage extends Candidate {
  /** As requested. */
  readonly url: string;
  readonly requested: string | null;
  /** What was sent besides the URL; left out: nothing, or it is not known. */
  readonly message?: RequestMessage;
  readonly status: number;
  readonly rendered: boolean;
  /** In milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly source: { kind: 'saved'; page: string; as: PageKind } | { kind: 'stored'; request: string };
}

/** Pages that a proof may take. */
export interface FoundPages {
  readonly pages: readonly OwnPage[];
  /** The arguments of the runs that have stored them. */
  readonly args: Record<string, string>;
}

/** Requests that are looked through for each callback, at the beginning of a run and at a place that is drawn. */
const window = 300;
/** Runs that are looked through, newest first, and stored pages that are enough to look no further. */
const maxRuns = 3;
const enoughPages = 20;
/** Most requests that led to others and are read one by one. */
const maxParents = 2000;

/**
 * Finds the pages that a proof may take of those that are stored with a spider: its saved pages, and some of each callback of its
 * newest runs that have ended. Each request is there once, saved pages first.
 */
export async function findOwnPages(workspace: Readable, of: SpiderName, seed: string): Promise<FoundPages> {
  const { text } = await requireVersion(workspace, of.project, of.spider, null);
  const runs = await endedRuns(workspace, of);
  const stored = new Map<string, OwnPage>();
  for (const run of runs) {
    if (stored.size >= enoughPages) break;
    for (const page of await findRunPages(workspace, run, { text, seed }))
      if (!stored.has(page.key)) stored.set(page.key, page);
  }
  const { lockedValues, savedPages: kept } = workspace.queries;
  const locked = new Map(
    (await lockedValues.list(of.project, of.spider)).map(({ page, callback }) => [page, callback]),
  );
  const saved = await savedPages(workspace, await kept.list(of.project, of.spider), { text, runs, locked });
  const known = new Set(saved.map(({ key }) => key));
  const others = [...stored.values()].filter(({ key }) => !known.has(key));
  return { pages: [...saved, ...others], args: runs[0]?.options.args ?? {} };
}

/** Runs that have ended well, newest first, or else those that were left off; a generation once it is accepted. */
async function endedRuns({ queries }: Readable, of: SpiderName): Promise<RunRow[]> {
  const runs = await queries.runs.list({ ...of, current: true, limit: 50 });
  const well = runs.filter(({ state }) => state === 'completed' || state === 'stopped');
  const left = runs.filter(
    ({ state }) => state === 'paused' || state === 'interrupted' || state === 'failed',
  );
  const argsOf = ({ options }: RunRow): string =>
    JSON.stringify(Object.entries(options.args ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const [newest, ...older] = well.length > 0 ? well : left;
  if (newest === undefined) return [];
  return [newest, ...older.filter((run) => argsOf(run) === argsOf(newest))].slice(0, maxRuns);
}

/**
 * Some stored pages of each callback of a run, and those that lead to them.
 * @param text of the spider; @param seed decides which are taken
 */
export async function findRunPages(
  { queries: { requests } }: Readable,
  { id: run }: RunRow,
  { text, seed }: { text: string; seed: string },
): Promise<OwnPage[]> {
  const found = new Map<string, RequestRow>();
  const keep = (rows: readonly RequestRow[]): void => {
    for (const row of rows) if (row.hasPage) found.set(row.id, row);
  };
  const first = await requests.slice({ run }, 0, window);
  keep(first.rows);
  const names = new Set<string | null>([
    ...first.rows.map(({ callback }) => callback),
    ...Object.keys(validateSpider(text).spider?.callbacks ?? {}),
  ]);
  if (first.total > window) {
    for (const callback of names) {
      const { rows, total } = await requests.slice({ run, callback }, 0, window);
      keep(rows);
      const at = window + Math.floor(drawnShare(`${seed}\n${callback ?? ''}`) * (total - 2 * window));
      if (total > window) keep((await requests.slice({ run, callback }, Math.max(window, at), window)).rows);
    }
  }
  for (let round = 0; round < 2; round += 1) {
    const parents = [...found.values()].flatMap(({ parent }) => parent ?? []);
    const missing = [...new Set(parents)].filter((id) => !found.has(id)).slice(0, maxParents);
    for (const id of missing) keep([await requests.get(id)]);
  }
  const messages = new Map<string, RequestMessage>();
  for (const { id, method } of found.values()) {
    const message = method === undefined ? null : await requests.message(id);
    if (message !== null && !isPlain(message)) messages.set(id, message);
  }
  return [...found.values()].map((row) => ofRequest(row, found, messages));
}

/** A share from 0 to 1 that a text decides. */
const drawnShare = (text: string): number => hash('sha256', text, 'buffer').readUInt32BE(0) / 2 ** 32;

function ofRequest(
  row: RequestRow,
  known: ReadonlyMap<string, RequestRow>,
  messages: ReadonlyMap<string, RequestMessage>,
): OwnPage {
  const { id, url, callback, depth, items, bytes, status } = row;
  const parent = known.get(row.parent ?? '');
  const message = messages.get(id);
  return {
    key: fingerprintRequest(url, message),
    group: callback,
    parent: parent === undefined ? null : fingerprintRequest(parent.url, messages.get(parent.id)),
    depth,
    isPoor: (callback !== null && items === 0) || (status ?? 200) >= 400,
    bytes,
    isSaved: false,
    url,
    requested: null,
    ...(message === undefined ? {} : { message }),
    status: status ?? 200,
    rendered: false,
    fetchedAt: 0,
    source: { kind: 'stored', request: id },
  };
}

/**
 * Saved pages whose URL is known. A page that only rows could lead to is left out unless a run has read it: the page with its row
 * may be missing, so that nobody can tell whether it is reached.
 * @param of.runs the newest ones; null: there cannot be any, and no page is left out for that reason
 */
export async function savedPages(
  { queries }: Readable,
  rows: readonly SavedPageRow[],
  {
    text,
    runs,
    locked,
  }: { text: string; runs: readonly RunRow[] | null; locked: ReadonlyMap<string, string | null> },
): Promise<OwnPage[]> {
  const { spider: written } = validateSpider(text);
  const spider = written === null ? null : withUsualArgs(written);
  const offline = spider === null ? null : createOffline(spider);
  const rowsLead = Object.values(spider?.callbacks ?? {}).some(
    ({ iterate }) => (iterate?.follow ?? null) !== null,
  );
  const found = new Map<string, OwnPage>();
  for (const row of rows) {
    const { request: sent } = row;
    const url = sent?.url ?? row.url;
    const key = url === null ? '' : fingerprintRequest(url, sent?.message);
    if (row.url === null || url === null || found.has(key)) continue;
    // A page without what the spider does on it would be judged for what a run never sees.
    if (whyUnacted(row, spider?.settings) !== null) continue;
    const request = await requestOf(queries, row, runs ?? [], key);
    const taken = offline?.callbackFor(url, sent?.message) ?? { callback: null, rule: null };
    const isStart = offline?.startsWith(url, sent?.message) === true;
    const isReached = taken.rule !== null || taken.callback !== null || isStart;
    if (request === null && runs !== null && rowsLead && !isReached) continue;
    const from = request?.parent ?? null;
    const parent = from === null ? null : await queries.requests.link(from);
    const parentSent = parent === null ? null : await queries.requests.message(parent.id);
    found.set(key, {
      key,
      group: request === null ? (locked.get(row.id) ?? taken.callback) : request.callback,
      parent: parent === null ? null : fingerprintRequest(parent.url, parentSent),
      depth: request?.depth ?? null,
      isPoor: false,
      bytes: row.bytes,
      isSaved: true,
      url: row.url,
      requested: url === row.url ? null : url,
      ...(sent === undefined ? {} : { message: sent.message }),
      status: request?.status ?? 200,
      rendered: row.source === 'rendered',
      fetchedAt: Date.parse(row.fetchedAt),
      source: { kind: 'saved', page: row.id, as: row.kind },
    });
  }
  return [...found.values()];
}

/** The request of a saved page in the run that it comes from, or in one of the newest. */
async function requestOf(
  { requests }: Readable['queries'],
  { run }: SavedPageRow,
  runs: readonly RunRow[],
  fingerprint: string,
): Promise<RequestRow | null> {
  const ids = new Set([...(run === null ? [] : [run]), ...runs.map(({ id }) => id)]);
  for (const id of ids) {
    const found = await requests.find(id, fingerprint);
    if (found !== null) return found;
  }
  return null;
}
