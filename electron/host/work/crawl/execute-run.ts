import type { Advice } from '../../../../shared/contract/advice.ts';
import { runIs } from '../../../../shared/run-words.ts';
import { LeaseLostError } from '../../../engine/ports/lease.ts';
import { carryOut } from './carry-out.ts';
import { prepare, type BeginningRun, type PlannedRun } from './run-plan.ts';
import { rowsTravel } from '../../../engine/follow-rows.ts';
import { downloadsFiles } from '../../../../shared/spider/downloads.ts';
import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import type { RunOptions } from '../../../store/runs/run-queries.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { defaultSettingsOf } from '../../data/effective-spider.ts';
import { databaseAddress } from '../../../postgres/chosen-database.ts';
import { isOfFleet } from '../../../store/postgres/ledger/fleet-owner.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { isUnderway } from '../../../store/runs/run-states.ts';
import { canBeShared } from '../fleet/shared-run.ts';
import { HostError } from '../../errors.ts';
import { serveSampleFor } from '../../../sample-site/serving.ts';
import { requireRun } from '../../data/require-run.ts';
import { itemLimitOf } from './item-limit.ts';
import { openLoginOf } from './run-login.ts';
import { planBrowser } from './run-browser.ts';
import type { ExecutionOptions, RunOutcome } from './run-session.ts';
import { resumeReextraction } from './reextract-run.ts';
import { planRoutes } from './run-routes.ts';
import { recordFailure } from './run-end.ts';
import { storedSpider } from '../../data/stored-spiders.ts';
import { version } from '../../version.ts';
import { keptWorkers, requireLocal } from '../../workspace/local-workers.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A run to start. */
export interface RunRequest {
  project: string;
  spider: string;
  /** Maximum number of items, for a test run; null: a full run. */
  limit: number | null;
  /** Settings that replace those of the spider in this run. */
  overrides: Record<string, unknown>;
  /** Values of the spider's arguments; left out: none are given. */
  args?: Record<string, string>;
  /** Whether loopback and private addresses are allowed. */
  allowPrivate: boolean;
  /** The version, by its number or label; left out: the newest. */
  version?: number | string;
  /** Number of processes of this computer that carry it out; left out: one. */
  workers?: number;
}

/**
 * Starts a run of a stored spider and executes it to its end.
 * @throws HostError for an unknown spider or invalid settings; StoreError when the database cannot be written
 */
export async function startRun(
  workspace: Workspace,
  { project, spider: name, limit, overrides, args = {}, allowPrivate, version: wanted, workers }: RunRequest,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  // What was queued before the workspace came to a server is carried out by the workers there.
  if (execution.entry === null || execution.entry === undefined) requireLocal(workers);
  const stored = await storedSpider(workspace, project, name, wanted);
  const defaults = await defaultSettingsOf(workspace.queries, project);
  const frozen = Object.keys(defaults).length === 0 ? {} : { defaults };
  const asked: RunOptions = { limit, overrides, args, allowPrivate, ...frozen, ...keptWorkers(workers) };
  const { spider, settings } = prepare(stored.spider, asked, execution);
  // The sample site is on this computer, so a spider for it may use a private address.
  const sample = await serveSampleFor({ ...spider, start_urls: firstUrls(spider) });
  try {
    const options: RunOptions = { ...asked, allowPrivate: allowPrivate || sample !== null };
    const { versionId } = stored;
    return await begin(workspace, { project, versionId, spider, settings, options }, execution);
  } finally {
    await sample?.close();
  }
}

async function begin(
  workspace: Workspace,
  { project, versionId, spider, settings, options }: BeginningRun,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const proxies = planRoutes(workspace, project, settings);
  const browser = planBrowser(workspace, settings);
  const login = await openLoginOf(workspace, settings);
  const { id } = await workspace.queries.runs.create({
    versionId,
    kind: options.limit === null ? 'full' : 'test',
    options,
    appVersion: version,
    entry: execution.entry ?? null,
  });
  return execute(workspace, { id, project, spider, settings, options, proxies, browser, login }, execution);
}

const startAnother = (spider: string): Advice => ({ hint: null, action: { action: 'start-run', spider } });

/**
 * Resumes a paused or interrupted run with its original version and options. A run that workers carry out is joined.
 * @throws HostError `unknown-run`; `not-resumable` when it has ended or a process executes it
 */
export async function resumeRun(
  workspace: Workspace,
  id: string,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  requireLocal(execution.workers);
  const run = await requireRun(workspace, id);
  const joins = isUnderway(run.state) && isOfFleet(run.owner);
  if (!joins && run.state !== 'paused' && run.state !== 'interrupted') {
    const advice =
      run.state === 'running' || run.state === 'pausing'
        ? 'Another process carries it out.'
        : startAnother(run.spider);
    throw new HostError('not-resumable', `Run ${id} ${runIs(run.state)} and cannot be resumed.`, advice);
  }
  if (run.kind === 'reextract') return resumeReextraction(workspace, run, execution);
  const planned = await planRun(workspace, run, execution);
  const { spider } = planned;
  const sample = await serveSampleFor({ ...spider, start_urls: firstUrls(spider) });
  try {
    const outcome = await execute(workspace, planned, execution);
    return { ...outcome, receipt: await workspace.queries.runs.receipt(id) };
  } finally {
    await sample?.close();
  }
}

/**
 * Plans a session of a run that exists: its spider as it was frozen, with what this computer has of proxies, browsers and logins.
 * @throws HostError `no-proxy`, `no-browser`, or why a login cannot be used
 */
export async function planRun(
  workspace: Workspace,
  { id, versionId, options, project }: Pick<RunRow, 'id' | 'versionId' | 'options' | 'project'>,
  execution: Pick<ExecutionOptions, 'onWarning'>,
): Promise<PlannedRun> {
  const { queries } = workspace;
  const stored = checkedSpider(
    (await queries.spiders.versionById(versionId)).text,
    `The spider of run ${id}`,
  );
  const { spider, settings } = prepare(stored.spider, options, execution);
  const proxies = planRoutes(workspace, project, settings);
  if (proxies === null && (await queries.runs.tiers(id)) !== null) {
    const message = `Run ${id} began with proxies, and the project "${project}" has none any more.`;
    throw new HostError('no-proxy', message, 'Add them again, or start a new run that goes without.');
  }
  const browser = planBrowser(workspace, settings);
  const login = await openLoginOf(workspace, settings);
  return { id, project, spider, settings, options, proxies, browser, login };
}

/** Executes one session of a run in this process, and records its end. Over a database on a server, other workers join in. */
async function execute(
  workspace: Workspace,
  planned: PlannedRun,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  if (databaseAddress() === null || !canBeShared(planned)) return executeAlone(workspace, planned, execution);
  const { executeShared } = await import('../fleet/execute-shared.ts');
  return executeShared(workspace, planned, execution);
}

async function executeAlone(
  workspace: Workspace,
  planned: PlannedRun,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const { dataDir, crawlPorts } = workspace;
  const ports = crawlPorts(planned.id, {
    incremental: planned.settings.incremental,
    rowsTravel: rowsTravel(planned.spider),
    downloads: downloadsFiles(planned.spider),
    entry: execution.entry ?? null,
    itemLimit: itemLimitOf(planned.options.limit, planned.settings),
    dropBy: planned.spider.expect?.duplicates === 'drop' ? planned.spider.expect : null,
  });
  const { spentMs } = await ports.control.begin();
  const workers = execution.workers ?? planned.options.workers ?? 1;
  try {
    if (workers > 1) {
      // Loaded only where it is used.
      const { executeTogether } = await import('../local/execute-local.ts');
      const outcome = await executeTogether(workspace, { ports, spentMs }, planned, execution, workers);
      if (outcome !== null) return outcome;
    }
    const outcome = await carryOut(dataDir, { ports, share: null, slots: null, spentMs }, planned, execution);
    if (outcome === null) throw new LeaseLostError(planned.id);
    return outcome;
  } catch (error) {
    throw await recordFailure(dataDir, planned.id, ports.control, error);
  } finally {
    ports.close();
  }
}
