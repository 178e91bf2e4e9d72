import { validateSpider } from '../../../shared/spider/validate.ts';
import type { Counters } from '../../engine/ports/ledger.ts';
import { StoreError } from '../../store/errors.ts';
import type { RunOptions, RunRow, RunStatistics } from '../../store/runs/runs.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { requireProject } from './require-project.ts';
import { insightOf, type RunInsight } from './run-details.ts';
import { tiersOf, type TierTotals } from './run-tiers.ts';
import { requireSpider } from './stored-spiders.ts';

export interface ShownRun {
  id: string;
  spider: string;
  project: string;
  version: number;
  kind: string;
  state: string;
  reason: string | null;
  counters: Counters;
  startedAt: string | null;
  endedAt: string | null;
}

/** The runs of all spiders, of a project, or of one spider; newest first. */
export function listRuns(workspace: Workspace, project: string | null, spider: string | null): ShownRun[] {
  if (spider !== null) requireSpider(workspace, project ?? 'default', spider);
  else if (project !== null) requireProject(workspace, project);
  const of = spider === null ? project : (project ?? 'default');
  const query = { ...(of === null ? {} : { project: of }), ...(spider === null ? {} : { spider }) };
  return workspace.store.runs.list(query).map(shownRun);
}

/** A run with what its ledger tells. */
export interface RunDetails extends ShownRun, RunStatistics, RunInsight {
  appVersion: string;
  options: RunOptions;
  /** Of a run with proxies: its requests by the way they took. */
  tiers?: TierTotals;
  /** Time spent running, without the pauses, in milliseconds. */
  activeMs: number;
  /** Time spent waiting for the network, which is no work, in milliseconds. */
  waitedMs: number;
}

/** @throws HostError `unknown-run` */
export function showRun(workspace: Workspace, id: string): RunDetails {
  const run = requireRun(workspace, id);
  const { appVersion, options, versionId } = run;
  const { runs, spiders } = workspace.store;
  const { spider } = validateSpider(spiders.versionById(versionId).text);
  const insight = insightOf(workspace, id, spider);
  const { activeMs } = insight.timings;
  return {
    ...shownRun(run),
    appVersion,
    options,
    activeMs,
    waitedMs: run.waitedMs,
    ...runs.statistics(id),
    ...insight,
    ...tiersOf(workspace, id),
  };
}

/** Deletes a run with its items. @throws HostError `unknown-run`; StoreError `conflict` while it is carried out */
export function deleteRun(workspace: Workspace, id: string): void {
  requireRun(workspace, id);
  workspace.store.runs.delete(id);
}

/** @throws HostError `unknown-run`, with the newest ids */
export function requireRun({ store }: Workspace, id: string): RunRow {
  try {
    return store.runs.get(id);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
  }
  const newest = store.runs
    .list({ limit: 5 })
    .map((one) => one.id)
    .join(', ');
  throw new HostError(
    'unknown-run',
    `There is no run "${id}".`,
    newest === ''
      ? 'There are no runs yet.'
      : { hint: `The newest runs are ${newest}.`, action: { action: 'list-runs' } },
  );
}

function shownRun(run: RunRow): ShownRun {
  const { id, spider, project, version: number, kind, state, reason, counters, startedAt, endedAt } = run;
  return { id, spider, project, version: number, kind, state, reason, counters, startedAt, endedAt };
}
