import { useState } from 'react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { getClient } from '../../state/client.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { newestOf, useAllProgress } from './live-progress.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';

const pageSize = 100;

/** A list of runs that is kept up to date. */
export interface RunList {
  /** Newest first, each as it is now. Null: not known yet. */
  readonly runs: readonly RunSummary[] | null;
  readonly error: CallError | null;
  /** Whether there are older ones. */
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => void;
}

/** The runs of a spider, live; older ones on demand. */
export function useRunList({ project, spider }: SpiderName): RunList {
  const first = useCall('runs.list', { project, spider, limit: pageSize });
  const [older, setOlder] = useState<{ runs: readonly RunSummary[]; more: boolean } | null>(null);
  const [loadingMore, setLoadingMore] = useState(false);
  const live = useLiveRuns((state) => state.runs);
  const progress = useAllProgress();
  const listed = first.value === null ? null : joined(first.value.runs, older?.runs ?? []);
  const runs = listed?.map((run) => newestOf(live.get(run.id) ?? run, progress.get(run.id) ?? null)) ?? null;
  const loadMore = async () => {
    const before = listed?.at(-1)?.id;
    if (before === undefined || loadingMore) return;
    setLoadingMore(true);
    const answer = await getClient().call('runs.list', { project, spider, before, limit: pageSize });
    setLoadingMore(false);
    if (answer.ok) {
      setOlder({ runs: joined(older?.runs ?? [], answer.value.runs), more: answer.value.more });
    } else {
      toast.error(answer.error, 'The older runs could not be loaded.');
    }
  };
  return {
    runs,
    error: first.value === null ? first.error : null,
    more: older?.more ?? first.value?.more ?? false,
    loadingMore,
    loadMore: () => void loadMore(),
    refresh: first.refresh,
  };
}

/** Both, without those that are in the first already: pages shift when a run begins. */
function joined(first: readonly RunSummary[], second: readonly RunSummary[]): RunSummary[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))];
}

/** The same rows as before while what `fingerprint` tells of them is the same, and a number that grows with every other. */
export function useSteady<Row>(
  rows: readonly Row[],
  fingerprint: (rows: readonly Row[]) => string,
): { rows: readonly Row[]; version: number } {
  const text = fingerprint(rows);
  const [known, setKnown] = useState({ rows, text, version: 0 });
  if (known.text === text) return known;
  const next = { rows, text, version: known.version + 1 };
  setKnown(next);
  return next;
}
