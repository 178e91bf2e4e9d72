import { create } from 'zustand';
import type { RunSummary, SpiderSummary } from '../../shared/contract/types.ts';
import { isUnderWay } from '../../shared/contract/run-states.ts';
import { getClient } from './client.ts';
import { invalidate } from './query.ts';

interface LiveRuns {
  /** Runs that were under way or have changed since the window was opened, by id; the newest state of each. */
  runs: ReadonlyMap<string, RunSummary>;
}

/** Runs as the host reports them, by id. */
export const useLiveRuns = create<LiveRuns>(() => ({ runs: new Map() }));

/** Calls that are read again when a run starts, ends or changes its state. */
const readAgain: ReadonlySet<string> = new Set([
  'runs.list',
  'spiders.list',
  'app.status',
  'results.columns',
]);

const ended = new Set<RunSummary['state']>(['completed', 'stopped', 'failed']);

/** The state of a run as it is shown: a running one may wait for the network. */
export const shownState = ({ state, waitingSince }: RunSummary): RunSummary['state'] | 'waiting' =>
  state === 'running' && waitingSince !== null ? 'waiting' : state;

/** Whether a run has ended and cannot be resumed. */
export const isOver = (run: RunSummary) => ended.has(run.state);

/**
 * The items that stand for a spider: those of its last run; of one that ended without any, those of the newest run that has
 * some, which are still there.
 */
export function itemsOfSpider(
  run: RunSummary,
  latest: SpiderSummary['latestItems'],
): { run: string; items: number } {
  const own = { run: run.id, items: run.counters.items };
  return own.items > 0 || isUnderWay(run) || latest === null ? own : latest;
}

/** The newest known state of a run that a call has returned. */
export function useNewest(run: RunSummary | null): RunSummary | null {
  return useLiveRuns((state) => (run === null ? null : (state.runs.get(run.id) ?? run)));
}

/** Follows all runs. Lists of runs are read again when one begins, ends or changes its state, not with each page. */
export function followRuns(): () => void {
  return getClient().subscribe(
    'runs',
    {},
    {
      event(event) {
        const { runs } = useLiveRuns.getState();
        const next = new Map(runs);
        if (event.kind === 'deleted') {
          next.delete(event.run);
          useLiveRuns.setState({ runs: next });
          invalidate((name) => name.startsWith('runs.') || name === 'spiders.list' || name === 'app.status');
          return;
        }
        const before = runs.get(event.run.id);
        next.set(event.run.id, event.run);
        useLiveRuns.setState({ runs: next });
        if (before?.state !== event.run.state) {
          invalidate((name) => readAgain.has(name));
        }
      },
      missed: () => invalidate((name) => name.startsWith('runs.') || name === 'spiders.list'),
    },
  );
}
