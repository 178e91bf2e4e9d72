import { useEffect, useEffectEvent, useRef } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { RunProgress, RunSummary } from '../../../shared/contract/types.ts';
import { useNewest } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { newestOf, useProgress } from './live-progress.ts';

/** A run that is kept up to date. */
export interface ShownRun {
  /** As it is now; null while it is not known. */
  readonly run: RunSummary | null;
  readonly progress: RunProgress | null;
  readonly error: CallError | null;
}

/** A run as it is now. */
export function useRun(id: string): ShownRun {
  const { value, error } = useCall('runs.get', { run: id });
  const progress = useProgress(id);
  const newest = useNewest(value);
  return {
    run: newest === null ? null : newestOf(newest, progress),
    progress,
    error: newest === null ? error : null,
  };
}

/** How long what was read about a run stays good while the run goes on, in milliseconds. */
const freshFor = 2000;

/**
 * Reads again what is told of a run: now and then while its counters change, and at once when its state does. `fetching`: it
 * is being read already, so nothing piles up.
 */
export function useRefreshing(run: RunSummary | null, fetching: boolean, refresh: () => void): void {
  const again = useEffectEvent(refresh);
  const stamp = run === null ? null : JSON.stringify([run.state, run.requested, run.counters]);
  const state = run?.state ?? null;
  const known = useRef({ stamp, read: stamp, state, fetching });
  useEffect(() => {
    const before = known.current;
    known.current = { stamp, read: before.read ?? stamp, state, fetching };
    if (before.state === null || before.state === state || state === null) return;
    known.current.read = stamp;
    again();
  }, [stamp, state, fetching]);
  useEffect(() => {
    const timer = setInterval(() => {
      const { current } = known;
      if (current.stamp === current.read || current.fetching) return;
      current.read = current.stamp;
      again();
    }, freshFor);
    return () => clearInterval(timer);
  }, []);
}
