import { History, SearchX, Table2 } from 'lucide-react';
import { runCommand } from '../../commands/registry.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { count, counted } from '../../ui/format.ts';
import { href, navigate } from '../../navigation/router.ts';

interface NothingFitsProps {
  /** About how many items were searched so far; null: all. */
  searched: number | null;
  all: number;
  onClear: () => void;
}

/** The conditions hide every item, as far as these were searched. */
export function NothingFits({ searched, all, onClear }: NothingFitsProps) {
  if (searched !== null)
    return (
      <EmptyState icon={SearchX} title="Searching…">
        Nothing was found in about {count(searched)} of {counted(all, 'item')} so far.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="No matching items"
      command="results.clear"
      actions={
        <Button variant="primary" onClick={onClear}>
          Show all {counted(all, 'item')}
        </Button>
      }
    >
      No item matches the search and all conditions above.
    </EmptyState>
  );
}

/** The spider was never started. */
export function NoRun() {
  return (
    <EmptyState
      icon={Table2}
      title="No items yet"
      command="run.start"
      actions={
        <Button variant="primary" onClick={() => runCommand('run.start')}>
          Start a run
        </Button>
      }
    >
      Items that runs extract appear here, ready to search, sort and export. Start with a test run of a few
      items.
    </EmptyState>
  );
}

/** The items of all runs are not brought together yet. */
export function BringingTogether() {
  return (
    <EmptyState icon={History} title="Bringing the runs together…">
      The first look takes a moment where there are many items. Later looks add what is new.
    </EmptyState>
  );
}

/** No run has items that could be brought together. */
export function EmptyDataset() {
  return (
    <EmptyState
      icon={History}
      title="No items in any run yet"
      command="run.start"
      actions={
        <Button variant="primary" onClick={() => runCommand('run.start')}>
          Start a run
        </Button>
      }
    >
      When runs have ended, each item appears here once, as it was seen last: with when it was found first,
      when it changed, and whether it is gone.
    </EmptyState>
  );
}

interface NoItemsProps {
  /** null: all runs. */
  run: string | null;
  /** The newest run that has items. */
  earlier: { run: string; items: number } | null;
  spider: { project: string; name: string };
}

/** The run has no items, or none yet: says which and why, and where there are some. */
export function NoItems({ run, earlier, spider }: NoItemsProps) {
  const live = useLiveRuns((state) => (run === null ? undefined : state.runs.get(run)));
  const { value } = useCall('runs.get', run === null ? null : { run });
  const shown = live ?? value;
  if (run === null || shown === null) {
    return (
      <EmptyState icon={Table2} title="No items">
        No run of this spider has items.
      </EmptyState>
    );
  }
  const showEarlier =
    earlier === null ? null : (
      <Button
        variant="primary"
        onClick={() =>
          navigate(href(['spider', spider.project, spider.name, 'results'], { run: earlier.run }))
        }
      >
        Show the {counted(earlier.items, 'item')} of run {earlier.run}
      </Button>
    );
  const { counters } = shown;
  if (isUnderWay(shown)) {
    return (
      <EmptyState
        icon={Table2}
        title="No items yet"
        actions={
          <>
            {showEarlier}
            <Button onClick={() => navigate(['run', run])}>Watch the run</Button>
          </>
        }
      >
        Run {run} has read {counted(counters.done, 'page')} so far. Its items appear here as they arrive.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Table2}
      title={`Run ${run} has no items`}
      actions={
        <>
          {showEarlier}
          <Button
            variant={showEarlier === null ? 'primary' : 'normal'}
            onClick={() => navigate(['run', run])}
          >
            Open the run
          </Button>
          <Button onClick={() => navigate(href(['spider', spider.project, spider.name, 'author']))}>
            Try its selectors
          </Button>
        </>
      }
    >
      {shown.reason ?? `It read ${counted(counters.done, 'page')}.`}
      {earlier !== null && ' The items of earlier runs are still there.'}
    </EmptyState>
  );
}
