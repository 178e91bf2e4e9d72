import { hasFilledField } from '../../../../shared/filled.ts';
import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import type {
  ClaimedRequest,
  CompletedPage,
  NewRequest,
  SettledPage,
  UnfinishedPage,
} from '../../../../electron/engine/ports/ledger.ts';
import { StoreError } from '../../../../electron/store/errors.ts';
import { endWait, move, readRun, record, recover, self } from './memory-run-rows.ts';
import { isoTime, type Request, type Run, type Tables } from './memory-tables.ts';
import type { Session } from './studio.ts';

/** A session of a run, which fills the tables. */
export function sessionOf(tables: Tables, id: string): Session {
  const ledger = ledgerOf(tables, id);
  const spider = () => tables.spider(readRun(tables, id));
  return {
    ledger,
    control: controlOf(tables, id),
    routes: {
      keep: async (state) => {
        tables.run(id).routes = state;
      },
    },
    measured: {
      keep: async ({ report }) => {
        tables.run(id).expectations = { ...report, dropped: 0 };
      },
    },
    cache: { put: async (fingerprint) => void spider()?.cached.add(fingerprint) },
  };
}

function controlOf(tables: Tables, id: string): Session['control'] {
  const isHeld = (): boolean => tables.run(id).row.owner?.lock === self.lock;
  return {
    async begin() {
      const { state, owner, activeMs } = readRun(tables, id);
      if (state === 'queued' && owner !== null && owner.lock !== self.lock)
        throw new StoreError('conflict', `Run ${id} is about to be started by somebody else.`, 'Look at it.');
      move(tables, id, 'running', { reason: 'It goes on.' });
      const run = tables.run(id);
      run.row.requested = null;
      run.row.sessions += 1;
      recover(tables, run, state === 'interrupted', run.row.sessions);
      return { spentMs: activeMs };
    },
    requested: async () => (isHeld() ? tables.run(id).row.requested : 'replaced'),
    exclusions: async () => [...tables.run(id).exclusions],
    async waiting(reason) {
      const run = tables.run(id);
      const { activeMs } = readRun(tables, id);
      if (reason === null) endWait(tables, run);
      else Object.assign(run.row, { waitingSince: isoTime(tables.now), activeMs });
      run.activeSince = reason === null ? tables.now : null;
      run.row.reason = reason;
      return true;
    },
    async pausing(reason) {
      move(tables, id, 'pausing', { reason });
      return true;
    },
    async end(state, reason, cause) {
      if (!isHeld()) return false;
      if (state === 'paused' && readRun(tables, id).state === 'running')
        move(tables, id, 'pausing', { reason });
      move(tables, id, state, { reason, cause });
      return true;
    },
  };
}

function ledgerOf(tables: Tables, id: string): Session['ledger'] {
  const requireHeld = (): Run => {
    const run = tables.run(id);
    if (run.row.owner?.lock !== self.lock) throw new LeaseLostError(id);
    return run;
  };
  const settle = (page: UnfinishedPage | CompletedPage, state: Settled): SettledPage => {
    const run = requireHeld();
    settled(tables, run, page, state);
    const items = 'items' in page ? page.items.length : 0;
    const led = 'rows' in page ? leadRows(tables, run, page) : 0;
    return { admitted: admit(tables, run, page.links) + led, unchanged: false, items };
  };
  return {
    admit: async (requests) => admit(tables, requireHeld(), requests),
    async claim(origin, limit) {
      const queued = requireHeld().requests.filter(({ row }) => row.state === 'queued');
      return queued
        .filter((request) => request.origin === origin && request.deaths < 3)
        .sort((a, b) => b.row.priority - a.row.priority || a.row.depth - b.row.depth)
        .slice(0, limit)
        .map(claim);
    },
    async claimAlone(request) {
      const found = requireHeld().requests.find(({ row }) => row.id === request && row.state === 'queued');
      return found === undefined ? null : claim(found);
    },
    complete: async (page) => settle(page, 'done'),
    fail: async (page) => settle(page, 'failed'),
    skip: async (page) => settle(page, 'skipped') !== null,
    retry: async (page) => settle(page, 'queued') !== null,
    async release(ids) {
      const { requests, row: run } = requireHeld();
      for (const request of requests) {
        if (!ids.includes(request.row.id)) continue;
        request.row.state = 'queued';
        request.recovered += 1;
        request.requeuedIn = run.sessions + 1;
      }
    },
    async record(events) {
      for (const { kind, url, message } of events) {
        record(tables, requireHeld(), kind, message);
        Object.assign(requireHeld().events.at(-1) ?? {}, { url });
      }
    },
  };
}

function claim(request: Request): ClaimedRequest {
  const {
    row: { method: _method, ...row },
    fingerprint,
    origin,
    message,
  } = request;
  request.row.state = 'active';
  if (request.recovered > request.claimedAgain) request.claimedAgain += 1;
  return { ...row, fingerprint, origin, ...(message === null ? {} : { message }) };
}

function admit(tables: Tables, run: Run, requests: readonly NewRequest[]): number {
  const fresh = requests.filter(
    ({ fingerprint }) => !run.requests.some((request) => request.fingerprint === fingerprint),
  );
  for (const { fingerprint, origin, message = null, ...request } of fresh) {
    const unknown = { reason: null, status: null, finalUrl: null, bytes: null, durationMs: null };
    const unread = { contentType: null, items: 0, hasPage: false, freshness: null, answeredBy: null };
    const row = { ...request, ...unknown, ...unread, id: tables.newId(), run: run.row.id, tries: 0 };
    run.requests.push({
      row: {
        ...row,
        state: 'queued',
        finishedAt: null,
        ...(message?.method === undefined ? {} : { method: message.method }),
      },
      message,
      fingerprint,
      origin,
      recovered: 0,
      requeuedIn: null,
      claimedAgain: 0,
      deaths: 0,
      items: [],
      page: null,
      fetchedAt: null,
      head: null,
      hops: [],
      rendered: false,
    });
  }
  return fresh.length;
}

/** Keeps the rows of a page, and admits what they lead to. */
function leadRows(tables: Tables, run: Run, { id, rows = [] }: CompletedPage): number {
  let led = 0;
  for (const [position, { values, problems, request, reason }] of rows.entries()) {
    if (request !== null) led += admit(tables, run, [request]);
    const target = request?.fingerprint ?? null;
    run.rows.push({ from: id, target, reason, row: { position, values, problems } });
  }
  return led;
}

type Settled = 'queued' | 'done' | 'failed' | 'skipped';

function settled(tables: Tables, run: Run, page: UnfinishedPage | CompletedPage, state: Settled): void {
  const request = run.requests.find(({ row }) => row.id === page.id);
  if (request === undefined) return;
  const { row } = request;
  const at = isoTime(tables.now);
  const { status, finalUrl, bytes, durationMs, contentType, answeredBy } = page.facts ?? {};
  Object.assign(row, {
    state,
    reason: 'reason' in page ? page.reason : null,
    status: status ?? null,
    finalUrl: finalUrl ?? null,
    bytes: bytes ?? null,
    durationMs: durationMs ?? null,
    contentType: contentType ?? null,
    answeredBy: page.facts === null ? null : (answeredBy ?? 'site'),
    hasPage: page.page !== null,
    finishedAt: state === 'queued' ? null : at,
    tries: row.tries + (state === 'queued' ? 1 : 0),
  });
  request.page = page.page;
  request.fetchedAt = page.facts?.fetchedAt ?? null;
  request.head = page.facts?.head ?? null;
  request.rendered = page.facts?.rendered === true;
  request.hops = page.facts?.hops ?? [];
  if (state !== 'queued') request.deaths = 0;
  if ('items' in page) complete(tables, run, request, page);
  for (const { kind, url, message } of page.events)
    run.events.push({ id: Number(tables.newId()), at: tables.now, kind, url, message });
}

/** Keeps the items of a page, and the page in the crawl history. */
function complete(tables: Tables, run: Run, request: Request, page: CompletedPage): void {
  const { project, spider, version } = readRun(tables, run.row.id);
  const { row } = request;
  const at = isoTime(tables.now);
  const place = { run: run.row.id, request: row.id, spider, version, scraped_at: at };
  request.items = page.items.map((item, position) => ({
    ...structuredClone(item),
    key: item.key ?? item.url,
    ...place,
    id: tables.newId(),
    position,
  }));
  row.items = page.items.length;
  const history = tables.spider({ project, spider })?.pages;
  const known = history?.get(request.fingerprint) ?? null;
  const contentHash = page.page === null ? null : Buffer.from(page.page.sha256).toString('hex');
  if (contentHash !== null)
    row.freshness = known === null ? 'new' : known.contentHash === contentHash ? 'unchanged' : 'changed';
  const isExtracted = page.items.some(hasFilledField);
  if (run.row.kind !== 'full' || (contentHash === null && !isExtracted)) return;
  history?.set(request.fingerprint, {
    url: row.url,
    finalUrl: page.facts.finalUrl,
    etag: page.facts.validators?.etag ?? null,
    lastModified: page.facts.validators?.lastModified ?? null,
    contentType: page.facts.contentType,
    contentHash,
    fetchedRun: run.row.id,
    fetchedAt: at,
    extractedRun: isExtracted ? run.row.id : (known?.extractedRun ?? null),
    extractedAt: isExtracted ? at : (known?.extractedAt ?? null),
  });
}
