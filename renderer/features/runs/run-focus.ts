import { useEffect } from 'react';
import { create } from 'zustand';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { useLiveRuns, useNewest } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { useLocation } from '../../navigation/router.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';

interface RunFocus {
  /** The run that commands such as "Pause the run" act on. */
  run: RunSummary | null;
  /** The spider that "Start a run" starts. */
  spider: SpiderName | null;
}

/** The run and the spider that commands act on. */
export const useRunFocus = create<RunFocus>(() => ({ run: null, spider: null }));

/** The row that is selected in the list of runs of a spider; null: none. */
export const useSelectedRun = create<{ id: string | null }>(() => ({ id: null }));

/**
 * Follows what the window shows: the run of the screen; in the list of a spider the selected one, else its newest;
 * elsewhere the only one that is under way.
 */
export function useFollowFocus(): void {
  const { segments } = useLocation();
  const [first, second = '', third = ''] = segments;
  const onRun = first === 'run' && second !== '';
  const onSpider = first === 'spider' && third !== '';
  const selected = useSelectedRun((state) => state.id);
  const wanted = onRun ? second : onSpider ? selected : null;
  const shown = useNewest(useCall('runs.get', wanted === null ? null : { run: wanted }).value);
  const spiders = useCall('spiders.list', {}).value;
  const last = spiders?.find(({ project, name }) => project === second && name === third)?.lastRun ?? null;
  const newest = useNewest(onSpider ? last : null);
  const live = useLiveRuns((state) => state.runs);
  const running = [...live.values()].filter(isUnderWay);
  const ofSpider = running.find(({ project, spider }) => project === second && spider === third);
  const only = running.length === 1 ? (running[0] ?? null) : null;
  const run = onRun ? shown : onSpider ? (shown ?? ofSpider ?? newest) : only;
  const project = onSpider ? second : (run?.project ?? null);
  const spider = onSpider ? third : onRun ? (run?.spider ?? null) : null;
  useEffect(() => {
    useRunFocus.setState({
      run,
      spider: spider === null || project === null ? null : { project, spider },
    });
  }, [run, project, spider]);
}
