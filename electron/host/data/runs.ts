import { runIs } from '../../../shared/run-words.ts';
import type { Cell, RequestDetail, RunDetails } from '../../../shared/contract/types.ts';
import type { RequestMessage } from '../../../shared/request-message.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { explainUrl } from '../../engine/explain.ts';
import type { RequestRow, ResponseHead } from '../../store/requests/request-queries.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import type { DataHandlers } from './data-context.ts';
import { HostError } from '../errors.ts';
import { exclusionHandlers } from './run-exclusions.ts';
import { proposeFor } from './propose-expect.ts';
import { expiredLoginOf } from './expired-login.ts';
import { requireProject } from './require-project.ts';
import { isCarriedOut } from '../../store/runs/run-states.ts';
import { stoppedByPerson } from './run-control.ts';
import { runHistoryHandlers } from './run-history.ts';
import { fillsOf } from './run-fills.ts';
import { requireRun } from './require-run.ts';
import { receiptOf } from './run-receipt.ts';
import { requireSpider } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requireRequest } from './require.ts';
import { cellOf, runSummary } from './rows.ts';
import { deleteTarget } from './trash.ts';
import { withUsualArgs } from './run-args.ts';

const maxHosts = 100;
const maxReasons = 200;
const maxChildren = 200;
const maxRows = 20;
const maxLeadingRows = 200;
const maxEvents = 200;

async function show(workspace: Workspace, id: string): Promise<RunDetails> {
  const row = await requireRun(workspace, id);
  const { state, reason, counters } = row;
  const stamp = JSON.stringify([state, reason, counters]);
  const details = await workspace.recentDetails.of(id, { stamp, isGrowing: isCarriedOut(row) }, () =>
    detailsOf(workspace, row),
  );
  const exclusions = await workspace.queries.runs.exclusions(id);
  return { ...details, exclusions, run: runSummary(row) };
}

async function detailsOf(workspace: Workspace, run: RunRow): Promise<Omit<RunDetails, 'run' | 'exclusions'>> {
  const { queries } = workspace;
  const { spider } = validateSpider((await queries.spiders.versionById(run.versionId)).text);
  const { answered, medianMs, p95Ms, reasons, ...overview } = await queries.runs.overview(run.id);
  const hosts = await queries.requests.origins(run.id, 0, maxHosts);
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
    ...(await fillsOf(workspace, run, spider)),
    receipt: await receiptOf(workspace, run),
    tiers: await queries.runs.tiers(run.id),
    expectations: await queries.runs.expectations(run.id),
    expiredLogin: await expiredLoginOf(workspace, run),
    hasPages: await queries.runs.hasPages(run.id),
  };
}

/** Why a request was extracted, followed or skipped, by the run's frozen version of the spider. */
export async function decisionOf(
  { queries }: Workspace,
  { run, url, rule, parent, isFile }: RequestRow,
): Promise<string | null> {
  if (isFile === true) return 'An item names it as a file; rules and allowed_domains are for pages.';
  if (rule === null && parent !== null) return 'A row led to it; rows ask no rule.';
  const { versionId, options } = await queries.runs.get(run);
  const { spider } = validateSpider((await queries.spiders.versionById(versionId)).text);
  return spider === null ? null : explainUrl(withUsualArgs(spider, options.args), url).reason;
}

const cellsOf = (values: Record<string, unknown>): Record<string, Cell> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cellOf(value)]));

/** The headers of a response, one by one. */
export function headersOf({ fields }: ResponseHead): { name: string; value: string }[] {
  const headers: { name: string; value: string }[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2)
    headers.push({ name: fields[i] ?? '', value: fields[i + 1] ?? '' });
  return headers;
}

/** Maximum number of characters of a body that are shown. */
const maxBodyShown = 10_000;
const secretHeaders = /^(?:authorization|cookie|proxy-authorization)$/i;

/** What a request says, without credentials. */
function sentOf(message: RequestMessage | null): RequestDetail['sent'] {
  if (message === null) return null;
  const { method = 'GET', headers = {}, body } = message;
  const shown = Object.entries(headers).map(([name, value]) => ({
    name,
    value: secretHeaders.test(name) ? '(not shown)' : value,
  }));
  return { method, headers: shown, body: body?.slice(0, maxBodyShown) ?? null };
}

async function requestDetail(workspace: Workspace, id: string): Promise<RequestDetail> {
  const { queries } = workspace;
  const request = await requireRequest(workspace, id);
  const { links, total } = await queries.requests.children(request, maxChildren);
  const travelling = await queries.requests.rowsTo(id, maxRows);
  const leading = await queries.requests.rowsFrom(request, maxLeadingRows);
  const stored = request.hasPage ? await queries.pages.ofRequest(id) : null;
  const head = await queries.requests.head(id);
  return {
    request,
    parent: request.parent === null ? null : await queries.requests.link(request.parent),
    children: links,
    childCount: total,
    rows: travelling.rows.map((row) => ({ ...row, values: cellsOf(row.values) })),
    rowCount: travelling.total,
    leadingRows: leading.rows.map((row) => ({ ...row, values: cellsOf(row.values) })),
    leadingRowCount: leading.total,
    items: await queries.items.ofRequest(id),
    events: await queries.events.ofRequest(request, maxEvents),
    page:
      stored === null
        ? null
        : { bytes: Buffer.byteLength(stored.html), encoding: stored.encoding, kind: stored.kind },
    sent: sentOf(await queries.requests.message(id)),
    statusLine: head?.statusLine ?? null,
    headers: head === null ? null : headersOf(head),
    decision: await decisionOf(workspace, request),
  };
}

/** Handlers of the calls about runs that need only the database. */
export const runHandlers: Omit<DataHandlers<'runs'>, 'runs.pin' | 'runs.retention'> = {
  'runs.list': async ({ project, spider, before, limit = 100 }, { workspace }) => {
    if (spider !== undefined) await requireSpider(workspace, project ?? 'default', spider);
    else if (project !== undefined) await requireProject(workspace, project);
    const of = spider === undefined ? project : (project ?? 'default');
    const rows = await workspace.queries.runs.list({
      ...(of === undefined ? {} : { project: of }),
      ...(spider === undefined ? {} : { spider }),
      ...(before === undefined ? {} : { before }),
      limit: limit + 1,
    });
    return { runs: rows.slice(0, limit).map(runSummary), more: rows.length > limit };
  },
  ...runHistoryHandlers,
  'runs.get': async ({ run }, { workspace }) => runSummary(await requireRun(workspace, run)),
  'runs.show': ({ run }, { workspace }) => show(workspace, run),
  'runs.expectations': async ({ run }, { workspace }) => {
    await requireRun(workspace, run);
    return workspace.queries.runs.expectations(run);
  },
  'runs.proposeExpect': ({ run, ranges = false }, { workspace }) => proposeFor(workspace, run, ranges),
  'runs.pause': async ({ run }, { workspace, publish }) => {
    const row = await requireRun(workspace, run);
    if (!isCarriedOut(row) && row.state !== 'paused')
      throw new HostError(
        'not-running',
        `Run ${run} ${runIs(row.state)}, so there is nothing to pause.`,
        row.state === 'interrupted' ? { hint: null, action: { action: 'resume-run', run } } : null,
      );
    const asked = runSummary(await workspace.queries.runs.pause(run));
    publish('runs', { kind: 'run', run: asked });
    return asked;
  },
  'runs.stop': async ({ run }, { workspace, publish }) => {
    const row = await requireRun(workspace, run);
    if (row.state === 'completed' || row.state === 'failed')
      throw new HostError('not-running', `Run ${run} ${runIs(row.state)}, so there is nothing to stop.`);
    const stopped = runSummary(await workspace.queries.runs.stop(run, stoppedByPerson));
    publish('runs', { kind: 'run', run: stopped });
    return stopped;
  },
  ...exclusionHandlers,
  'runs.accept': async ({ run }, { workspace, publish }) => {
    await requireRun(workspace, run);
    const accepted = runSummary(await workspace.queries.runs.accept(run));
    publish('runs', { kind: 'run', run: accepted });
    return accepted;
  },
  'runs.delete': async ({ run, forGood }, context) => {
    const { counters } = await requireRun(context.workspace, run);
    const { items, trash } = await deleteTarget(context, { kind: 'run', run }, { forGood });
    context.publish('runs', { kind: 'deleted', run });
    return { requests: counters.seen, items, trash };
  },
  'runs.requeue': async ({ run }, { workspace, publish }) => {
    await requireRun(workspace, run);
    const requeued = await workspace.queries.requests.requeueFailed(run);
    const summary = runSummary(await requireRun(workspace, run));
    publish('runs', { kind: 'run', run: summary });
    return { requeued, run: summary };
  },
  'runs.series': async ({ run, buckets }, { workspace }) => {
    await requireRun(workspace, run);
    return workspace.queries.runs.series(run, buckets);
  },
  'runs.events': async ({ run, after, before, since, kinds, url, limit = 200 }, { workspace }) => {
    await requireRun(workspace, run);
    const events = await workspace.queries.events.list(run, {
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
      ...(since === undefined ? {} : { since }),
      ...(url === undefined || url === '' ? {} : { url }),
      kinds: kinds ?? [],
      limit: limit + 1,
    });
    // One extra event was read to detect more: the last when reading forward, the oldest when reading back.
    const more = events.length > limit;
    const kept = after === undefined && since === undefined ? events.slice(-limit) : events.slice(0, limit);
    return { events: kept, more };
  },
  'runs.requests': async ({ run, offset, limit, ...view }, { workspace }) => {
    await requireRun(workspace, run);
    return workspace.queries.requests.slice({ run, ...view }, offset, limit);
  },
  'runs.request': ({ request }, { workspace }) => requestDetail(workspace, request),
  'runs.hosts': async ({ run, offset, limit }, { workspace }) => {
    await requireRun(workspace, run);
    return workspace.queries.requests.origins(run, offset, limit);
  },
};
