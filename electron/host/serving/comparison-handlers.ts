import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import type { Comparisons, OnShare } from '../work/compare/comparisons.ts';

/** Creates the handlers that compare runs. @param report publishes the progress of an operation */
export function createComparisonHandlers(
  comparisons: Pick<Comparisons, 'compare' | 'differences'>,
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage'], percent: number) => void,
): { readonly [N in 'runs.compare' | 'runs.differences']: Handler<N> } {
  const following =
    (operation: string | undefined): OnShare =>
    (share) =>
      report(operation, 'comparing', 100 * share);
  return {
    'runs.compare': (args, { signal }) =>
      comparisons.compare(args, { signal, onShare: following(args.operation) }),
    'runs.differences': (args, { signal }) =>
      comparisons.differences(args, { signal, onShare: following(args.operation) }),
  };
}
