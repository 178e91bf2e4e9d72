import { notFound, StoreError } from '../../../../electron/store/errors.ts';
import type { NewRun, RunList, RunQueries, RunRow } from '../../../../electron/store/runs/run-queries.ts';
import { requireIdle } from '../../../../electron/store/runs/run-rows.ts';
import { isEnded, isUnderway } from '../../../../electron/store/runs/run-states.ts';
import { overviewOf, receiptOf, runSeriesOf } from './memory-run-counts.ts';
import { runChange } from './memory-outbox.ts';
import { interrupt, linkRun, move, readRun, recover, rowOf, self } from './memory-run-rows.ts';
import { isoTime, itemCount, type Tables } from './memory-tables.ts';

export function runsOf(tables: Tables): RunQueries {
  function list({ project, spider, before, limit, current = false }: RunList): RunRow[] {
    const older = before === undefined ? Infinity : Number(before);
    return tables
      .runs()
      .filter(({ of }) => (project ?? of.project) === of.project && (spider ?? of.spider) === of.spider)
      .filter(({ row }) => Number(row.id) < older && (!current || isCurrent(tables, row)))
      .map((run) => rowOf(tables, run))
      .toReversed()
      .slice(0, limit);
  }

  /** Those that stand for their crawl, in the order of these. */
  const newestFirst = (of: RunList): RunRow[] =>
    list({ ...of, current: true }).toSorted((a, b) => Number(b.source ?? b.id) - Number(a.source ?? a.id));

  return {
    list: async (query = {}) => list(query),
    get: async (id) => readRun(tables, id),
    latest: async (project, spider) => newestFirst({ project, spider })[0] ?? null,
    latestWithItems: async (project, spider) =>
      newestFirst({ project, spider }).find(({ id }) => itemCount(tables.run(id)) > 0) ?? null,
    hasPages: async (id) => {
      readRun(tables, id);
      return tables.run(id).requests.some(({ row, page }) => row.finishedAt !== null && page !== null);
    },
    overview: async (id) => overviewOf(tables.run(id)),
    receipt: async (id) => receiptOf(tables.run(id)),
    series: async (id, buckets) => runSeriesOf(readRun(tables, id), tables.run(id), buckets, tables.now),
    tiers: async (id) => tables.run(id).routes?.counts ?? null,
    expectations: async (id) => tables.run(id).expectations,
    create: async (run) => create(tables, run),
    async pause(id) {
      const { state, requested } = readRun(tables, id);
      if (isUnderway(state) && requested === null) request(tables, id, 'pause');
      return readRun(tables, id);
    },
    async stop(id, reason) {
      const { state, owner, requested } = readRun(tables, id);
      const isAboutToBegin = state === 'queued' && owner !== null;
      if (isUnderway(state) && requested !== 'stop') request(tables, id, 'stop');
      if (!isUnderway(state) && !isAboutToBegin && !isEnded(state))
        move(tables, id, 'stopped', { reason, cause: 'stopped' });
      return readRun(tables, id);
    },
    exclusions: async (id) => {
      readRun(tables, id);
      return [...tables.run(id).exclusions];
    },
    async exclude(id, pattern, asked) {
      const { kind, state } = readRun(tables, id);
      if (kind === 'reextract' || isEnded(state)) throw new StoreError('conflict', 'It fetches nothing.', '');
      const run = tables.run(id);
      if (run.exclusions.includes(pattern)) return false;
      run.exclusions.push(pattern);
      const by = asked === undefined ? '' : `, as asked for ${asked}`;
      const message = `URLs that match "${pattern}" are excluded from here on${by}.`;
      run.events.push({ id: Number(tables.newId()), at: tables.now, kind: 'excluded', url: null, message });
      return true;
    },
    async cutOff(id, reason) {
      const run = tables.run(id);
      const { state, sessions } = run.row;
      if (state === 'queued') move(tables, id, 'failed', { reason, cause: 'error' });
      if (state === 'running') move(tables, id, 'pausing', { reason });
      if (isUnderway(state)) {
        move(tables, id, 'paused', { reason, cause: 'error' });
        recover(tables, run, true, sessions + 1);
      }
      return readRun(tables, id);
    },
    async noteInterrupted() {
      const gone = tables.runs().filter((run) => {
        const { state } = rowOf(tables, run);
        return state === 'interrupted' && run.row.state !== 'interrupted';
      });
      for (const { row } of gone) interrupt(tables, row.id);
      return gone.length;
    },
    async accept(id) {
      const { kind, state, source, acceptedAt } = readRun(tables, id);
      if (kind !== 'reextract' || state !== 'completed') throw new StoreError('conflict', 'It is none.', '');
      if (acceptedAt !== null) return readRun(tables, id);
      for (const { row } of tables.runs()) if (row.source === source) row.acceptedAt = null;
      tables.run(id).row.acceptedAt = isoTime(tables.now);
      tables.tell(runChange(readRun(tables, id), 'accepted'));
      return readRun(tables, id);
    },
  };
}

/** Whether a run stands for its crawl: a crawl until a generation of it is accepted. */
export function isCurrent(
  tables: Tables,
  { id, source, acceptedAt }: Pick<RunRow, 'id' | 'source' | 'acceptedAt'>,
): boolean {
  if (source !== null) return acceptedAt !== null;
  return !tables.runs().some(({ row }) => row.source === id && row.acceptedAt !== null);
}

function create(
  tables: Tables,
  { versionId, kind, source, options, appVersion, owner, entry = null }: NewRun,
): RunRow {
  const spiders = [...tables.projects.values()].flatMap((project) => [...project.spiders.values()]);
  const spider = spiders.find(({ versions }) => versions.some(({ id }) => id === versionId));
  const version = spider?.versions.find(({ id }) => id === versionId);
  if (spider === undefined || version === undefined) throw notFound(`spider version "${versionId}"`);
  if (source !== undefined) requireIdle(readRun(tables, source), 'extracted again');
  const id = tables.newId();
  const row = {
    id,
    version: version.number,
    versionId,
    state: 'queued' as const,
    reason: null,
    cause: null,
    kind,
    source: source ?? null,
    acceptedAt: null,
    options: structuredClone(options),
    appVersion,
    owner: owner === undefined ? self : owner,
    requested: null,
    sessions: 0,
    createdAt: isoTime(tables.now),
    startedAt: null,
    endedAt: null,
    activeMs: 0,
    waitingSince: null,
    waitedMs: 0,
  };
  if (entry !== null) linkRun(tables, entry, id);
  spider.runs.push({
    row,
    activeSince: null,
    requests: [],
    rows: [],
    events: [],
    exclusions: [],
    routes: null,
    expectations: null,
  });
  tables.tell(runChange(readRun(tables, id), 'created'));
  return readRun(tables, id);
}

/** Asks as a person does, which the queue entry of the run keeps. */
function request(tables: Tables, id: string, requested: 'pause' | 'stop'): void {
  for (const entry of tables.queue.entries)
    if (entry.row.run === id && entry.row.state === 'running') entry.asked = requested;
  ask(tables, id, requested);
}

export function ask(tables: Tables, id: string, requested: 'pause' | 'stop'): void {
  tables.run(id).row.requested = requested;
  tables.tell(runChange(readRun(tables, id), 'asked'));
}
