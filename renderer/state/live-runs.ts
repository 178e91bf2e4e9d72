import { create } from 'zustand';
import type { RunSummary, SpiderSummary } from '../../shared/contract/types.ts';
import { isUnderWay, isUnexpected } from '../../shared/contract/run-states.ts';
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
  'runs.get',
  'spiders.list',
  'app.status',
  'results.columns',
]);

const ended = new Set<RunSummary['state']>(['completed', 'stopped', 'failed']);

/** The state of a run as it is shown: a running one may wait for the network, and the data of one that has ended may not be as expected. */
export function shownState(run: RunSummary): RunSummary['state'] | 'waiting' | 'unexpected' {
  if (isUnexpected(run)) return 'unexpected';
  return run.state === 'running' && run.waitingSince !== null ? 'waiting' : run.state;
}

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

/**
 * Keeps a run as it is now. Where it was accepted, what stands for the same crawl is forgotten, because it is replaced: calls tell that.
 * @returns the run as it was known before
 */
export function noteRun(run: RunSummary): RunSummary | undefined {
  const { runs } = useLiveRuns.getState();
  const before = runs.get(run.id);
  const isOther = ({ id, source }: RunSummary) =>
    id !== run.id && (id === run.source || source === run.source);
  const kept =
    run.acceptedAt === null || before?.acceptedAt === run.acceptedAt
      ? runs
      : [...runs].filter(([, each]) => !isOther(each));
  useLiveRuns.setState({ runs: new Map(kept).set(run.id, run) });
  return before;
}

/** Forgets a run that was deleted, and those that it replaced, which are used again. */
export function forgetRun(run: string): void {
  const { runs } = useLiveRuns.getState();
  useLiveRuns.setState({
    runs: new Map([...runs].filter(([id, { replacedBy }]) => id !== run && replacedBy !== run)),
  });
}

/** Follows all runs. Lists of runs are read again when one begins, ends or changes its state, not with each page. */
export function followRuns(): () => void {
  return getClient().subscribe(
    'runs',
    {},
    {
      event(event) {
        if (event.kind === 'deleted') {
          forgetRun(event.run);
          invalidate((name) => name.startsWith('runs.') || name === 'spiders.list' || name === 'app.status');
          return;
        }
        const before = noteRun(event.run);
        if (before?.state !== event.run.state || before.acceptedAt !== event.run.acceptedAt)
          invalidate((name) => readAgain.has(name));
      },
      missed: () => invalidate((name) => name.startsWith('runs.') || name === 'spiders.list'),
    },
  );
}
