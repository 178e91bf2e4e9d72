import { useEffect, useEffectEvent } from 'react';
import { useTopicState } from '../../state/topics.ts';

/**
 * Looks again whenever requests of a run have ended, one of which may have been for a file that is waited for.
 * @param run null: nothing is waited for
 */
export function useArrivingFiles(run: string | null, lookAgain: () => void): void {
  const progress = useTopicState('run', run === null ? null : { run });
  const counters = progress?.run.counters;
  const ended = counters === undefined ? null : counters.done + counters.failed + counters.skipped;
  const look = useEffectEvent(lookAgain);
  useEffect(() => {
    if (ended !== null) look();
  }, [ended]);
}
