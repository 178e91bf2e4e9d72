import type { RunSummary, SpiderHealth } from '../../../shared/contract/types.ts';
import type { CheckedHealth } from '../../store/health/health-queries.ts';
import type { DataContext } from './data-context.ts';
import { sampleOf, spiderFacts, type Sample, type SpiderFacts } from './health-facts.ts';
import { requireRun } from './require-run.ts';
import { runSummary } from './rows.ts';

/** Database work of health checks; no client can call it. */
export const healthInternalHandlers = {
  /** See `spiderFacts`. */
  healthFacts: (
    args: { project: string; spider: string; head: number },
    { workspace }: DataContext,
  ): Promise<SpiderFacts> => spiderFacts(workspace, args),
  /** See `sampleOf`. */
  healthSample: ({ run }: { run: string }, { workspace }: DataContext): Promise<Sample> =>
    sampleOf(workspace, run),
  /** Ends a sample that paused itself, so that nobody is asked to resume it. Its reason stays. */
  endSample: async ({ run }: { run: string }, { workspace, publish }: DataContext): Promise<RunSummary> => {
    const { reason } = await requireRun(workspace, run);
    const ended = runSummary(await workspace.queries.runs.stop(run, reason ?? 'The sample was ended.'));
    publish('runs', { kind: 'run', run: ended });
    return ended;
  },
  /** Keeps the check of a spider. */
  keepHealth: async (
    { project, spider, health }: { project: string; spider: string; health: CheckedHealth },
    { workspace, publish }: DataContext,
  ): Promise<SpiderHealth> => {
    const kept = await workspace.queries.health.keep({ project, spider }, health);
    publish('health', { project });
    return kept;
  },
};
