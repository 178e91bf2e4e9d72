import { useEffect } from 'react';
import { create } from 'zustand';
import type { RunProgress, RunSummary } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { useLiveRuns } from '../../state/live-runs.ts';

interface LiveProgress {
  /** The progress of running runs, by id. */
  progress: ReadonlyMap<string, RunProgress>;
}

const useStore = create<LiveProgress>(() => ({ progress: new Map() }));

function put(id: string, next: RunProgress | null): void {
  const progress = new Map(useStore.getState().progress);
  if (next === null) progress.delete(id);
  else progress.set(id, next);
  useStore.setState({ progress });
}

/** Runs whose progress is followed at once; more are shown with what the list of the runs says of them. */
const maxFollowed = 12;

/** Follows the progress of running runs; once in the window. */
export function useFollowProgress(): void {
  const runs = useLiveRuns((state) => state.runs);
  const ids = [...runs.values()]
    .filter(isUnderWay)
    .map(({ id }) => id)
    .slice(0, maxFollowed);
  const key = ids.join(' ');
  useEffect(() => {
    const ends = key
      .split(' ')
      .filter((id) => id !== '')
      .map((run) => {
        const end = getClient().subscribe('run', { run }, { event: (event) => put(run, event) });
        return () => {
          end();
          put(run, null);
        };
      });
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
}

/** The progress of a run; null if it is not running, or not known yet. */
export const useProgress = (run: string): RunProgress | null =>
  useStore((state) => state.progress.get(run) ?? null);

/** The progress of all runs that are under way. */
export const useAllProgress = () => useStore((state) => state.progress);

/** The newest state of a run: counters from its progress, the rest from the list of runs. */
export function newestOf(run: RunSummary, progress: RunProgress | null): RunSummary {
  if (progress === null || !isUnderWay(run)) return run;
  const { counters, activeMs } = progress.run;
  return { ...run, counters, activeMs };
}
