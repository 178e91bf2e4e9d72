import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import type { Comparisons, OnShare } from '../work/compare/comparisons.ts';

/** Creates the handlers that compare runs. @param report publishes the progress of an operation */
export function createComparisonHandlers(
  {
    database,
    comparisons,
  }: { database: Pick<DatabaseWorkers, 'call'>; comparisons: Pick<Comparisons, 'compare' | 'differences'> },
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage'], percent: number) => void,
): { readonly [N in 'runs.compare' | 'runs.differences']: Handler<N> } {
  const following =
    (operation: string | undefined): OnShare =>
    (share) =>
      report(operation, 'comparing', 100 * share);
  /** The database is opened, and brought up to date, before the thread that only reads it. @throws HostError `unknown-run` */
  const requireRuns = async (runs: readonly string[], window: string | null): Promise<void> => {
    for (const run of runs) await database.call('runs.get', { run }, { window });
  };
  return {
    'runs.compare': async (args, { signal, window }) => {
      await requireRuns([args.before, args.after], window);
      return comparisons.compare(args, { signal, onShare: following(args.operation) });
    },
    'runs.differences': async (args, { signal, window }) => {
      await requireRuns([args.before, args.after], window);
      return comparisons.differences(args, { signal, onShare: following(args.operation) });
    },
  };
}
