import { StoreError } from '../../store/errors.ts';
import { runIs } from '../../../shared/run-words.ts';
import type { RequestDetail, RunDetails, RunEvent } from '../../../shared/contract/types.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { explainUrl } from '../../engine/explain.ts';
import type { RequestRow } from '../../store/requests/requests.ts';
import type { RunRow } from '../../store/runs/runs.ts';
import type { DataHandlers } from './data-context.ts';
import { HostError } from '../errors.ts';
import { requireProject } from './require-project.ts';
import { isCarriedOut, stoppedByPerson } from './run-control.ts';
import type { EventRow } from '../../store/events/events.ts';
import { fillsOf } from './run-fills.ts';
import { tiersOf } from './run-tiers.ts';
import { requireRun } from './require-run.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requireRequest } from './require.ts';
import { runSummary } from './rows.ts';

const maxHosts = 100;
const maxReasons = 200;
const maxChildren = 200;
const maxEvents = 200;

type RecentDetails = Map<string, { details: RunDetails; stamp: string; at: number; took: number }>;

/** Details that were put together lately, for each workspace; a run with a million requests takes seconds. */
const recentOf = new WeakMap<Workspace, RecentDetails>();

async function show(workspace: Workspace, id: string): Promise<RunDetails> {
  const details: RecentDetails = recentOf.get(workspace) ?? new Map();
  recentOf.set(workspace, details);
  const row = requireRun(workspace, id);
  const stamp = JSON.stringify([row.state, row.reason, row.counters]);
  const known = details.get(id);
  const now = performance.now();
  // What takes long is not done over and over while the run goes on.
  if (
    known !== undefined &&
    (known.stamp === stamp || (isCarriedOut(row) && now - known.at < 20 * known.took))
  ) {
    return { ...known.details, run: runSummary(row) };
  }
  const made = { ...(await detailsOf(workspace, id)), run: runSummary(row) };
  const end = performance.now();
  details.delete(id);
  details.set(id, { details: made, stamp, at: end, took: end - now });
  for (const oldest of details.keys()) {
    if (details.size <= 20) break;
    details.delete(oldest);
  }
  return made;
}

async function detailsOf(workspace: Workspace, id: string): Promise<Omit<RunDetails, 'run'>> {
  const { store, queries } = workspace;
  const run = requireRun(workspace, id);
  const { text } = await queries.spiders.versionById(run.versionId);
  const { spider } = validateSpider(text);
  const { answered, medianMs, p95Ms, reasons, ...overview } = store.runOverview.requests(id);
  const hosts = store.requestViews.origins(id, 0, maxHosts);
  const { activeMs } = run;
  return {
    appVersion: run.appVersion,
    ...overview,
    hosts: hosts.rows,
    hostCount: hosts.total,
    reasons: reasons.slice(0, maxReasons),
    timings: {
      activeMs,
      answered,
      pagesPerSecond: activeMs > 0 ? answered / (activeMs / 1000) : null,
      medianMs,
      p95Ms,
    },
    ...fillsOf(workspace, run, spider),
    receipt: receiptOf(workspace, run),
    tiers: tiersOf(workspace, id).tiers ?? null,
  };
}

/** What became of the work of a run that was resumed; null: it never was. */
export function resumeReceipt({ store }: Workspace, run: string): RunDetails['receipt'] | null {
  return store.runOverview.wasResumed(run) ? store.runs.receipt(run) : null;
}

/** What became of the work of a run; counting it takes long, and of one that was never cut off there is nothing to count. */
function receiptOf(workspace: Workspace, { id, counters }: RunRow): RunDetails['receipt'] {
  const resumed = resumeReceipt(workspace, id);
  if (resumed !== null) return resumed;
  const nothing = {
    requeued: 0,
    fetchedAgain: 0,
    fetchedAgainInAll: 0,
    givenUp: 0,
    itemsLost: 0,
    itemsDuplicated: 0,
  };
  return { done: counters.done, ...nothing };
}

export function runEvent({ id, run, at, kind, url, message, page }: EventRow): RunEvent {
  return { id, run, at, kind, url, message, page };
}

/** Why a request was fetched as it was, by the version of the spider that the run froze. */
async function decisionOf({ store, queries }: Workspace, { run, url }: RequestRow): Promise<string | null> {
  const { text } = await queries.spiders.versionById(store.runs.get(run).versionId);
  const { spider } = validateSpider(text);
  return spider === null ? null : explainUrl(spider, url).reason;
}

async function requestDetail(workspace: Workspace, id: string): Promise<RequestDetail> {
  const { store } = workspace;
  const request = requireRequest(workspace, id);
  const { links, total } = store.requestViews.children(request, maxChildren);
  const stored = request.hasPage ? store.pages.ofRequest(id) : null;
  return {
    request,
    parent: request.parent === null ? null : store.requestViews.link(request.parent),
    children: links,
    childCount: total,
    items: store.itemViews.ofRequest(id),
    events: store.events.ofRequest(request, maxEvents).map(runEvent),
    page: stored === null ? null : { bytes: Buffer.byteLength(stored.html), encoding: stored.encoding },
    headers: null,
    decision: await decisionOf(workspace, request),
  };
}

/** Asks whoever carries a run out. One that is about to begin cannot be asked yet, and one may just have ended. */
function asking(workspace: Workspace, row: RunRow, wish: 'pause' | 'stop'): RunRow {
  if (row.state === 'queued') return row;
  try {
    return workspace.store.runs.request(row.id, wish);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'conflict') throw error;
    return requireRun(workspace, row.id);
  }
}

export const runHandlers: DataHandlers<'runs'> = {
  'runs.list': async ({ project, spider, before, limit = 100 }, { workspace }) => {
    if (spider !== undefined) await requireSpider(workspace, project ?? 'default', spider);
    else if (project !== undefined) await requireProject(workspace, project);
    const of = spider === undefined ? project : (project ?? 'default');
    const rows = workspace.store.runs.list({
      ...(of === undefined ? {} : { project: of }),
      ...(spider === undefined ? {} : { spider }),
      ...(before === undefined ? {} : { before }),
      limit: limit + 1,
    });
    return { runs: rows.slice(0, limit).map(runSummary), more: rows.length > limit };
  },
  'runs.get': ({ run }, { workspace }) => runSummary(requireRun(workspace, run)),
  'runs.show': ({ run }, { workspace }) => show(workspace, run),
  'runs.pause': ({ run }, { workspace, publish }) => {
    const row = requireRun(workspace, run);
    if (!isCarriedOut(row) && row.state !== 'paused')
      throw new HostError(
        'not-running',
        `Run ${run} ${runIs(row.state)}, so there is nothing to pause.`,
        row.state === 'interrupted' ? { hint: null, action: { action: 'resume-run', run } } : null,
      );
    const asked = row.state === 'paused' ? row : asking(workspace, row, 'pause');
    publish('runs', { kind: 'run', run: runSummary(asked) });
    return runSummary(asked);
  },
  'runs.stop': ({ run }, { workspace, publish }) => {
    const row = requireRun(workspace, run);
    if (row.state === 'completed' || row.state === 'failed')
      throw new HostError('not-running', `Run ${run} ${runIs(row.state)}, so there is nothing to stop.`);
    const { runs } = workspace.store;
    const stopped =
      row.state === 'stopped'
        ? row
        : isCarriedOut(row)
          ? asking(workspace, row, 'stop')
          : runs.setState(run, 'stopped', stoppedByPerson);
    publish('runs', { kind: 'run', run: runSummary(stopped) });
    return runSummary(stopped);
  },
  'runs.delete': ({ run }, { workspace, publish }) => {
    requireRun(workspace, run);
    const { requests, items, events } = workspace.store.runs.delete(run);
    publish('runs', { kind: 'deleted', run });
    return { requests, items, events };
  },
  'runs.requeue': ({ run }, { workspace, publish }) => {
    requireRun(workspace, run);
    const requeued = workspace.store.requests.requeueFailed(run);
    const summary = runSummary(requireRun(workspace, run));
    publish('runs', { kind: 'run', run: summary });
    return { requeued, run: summary };
  },
  'runs.series': ({ run, buckets }, { workspace }) => {
    const row = requireRun(workspace, run);
    return workspace.store.runSeries.of(run, buckets, {
      startedAt: row.startedAt === null ? null : Date.parse(row.startedAt),
      underWay: isCarriedOut(row),
    });
  },
  'runs.events': ({ run, after, before, since, kinds, url, limit = 200 }, { workspace }) => {
    requireRun(workspace, run);
    const events = workspace.store.events.list(run, {
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
      ...(since === undefined ? {} : { since }),
      ...(url === undefined || url === '' ? {} : { url }),
      kinds: kinds ?? [],
      limit: limit + 1,
    });
    // One more was asked for than is given: the last going forward, the oldest going back.
    const more = events.length > limit;
    const kept = after === undefined && since === undefined ? events.slice(-limit) : events.slice(0, limit);
    return { events: kept.map(runEvent), more };
  },
  'runs.requests': ({ run, offset, limit, ...view }, { workspace }) => {
    requireRun(workspace, run);
    return workspace.store.requestViews.slice({ run, ...view }, offset, limit);
  },
  'runs.request': ({ request }, { workspace }) => requestDetail(workspace, request),
  'runs.hosts': ({ run, offset, limit }, { workspace }) => {
    requireRun(workspace, run);
    return workspace.store.requestViews.origins(run, offset, limit);
  },
};
