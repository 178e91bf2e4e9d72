import { SearchX, Table2 } from 'lucide-react';
import { runCommand } from '../../commands/registry.ts';
import { isUnderWay, useLiveRuns } from '../../state/live-runs.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { href, navigate } from '../../workbench/router.ts';

/** The conditions hide every item. */
export function NothingFits({ all, onClear }: { all: number; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No item fits"
      command="results.clear"
      actions={
        <Button variant="primary" onClick={onClear}>
          Show all {counted(all, 'item')}
        </Button>
      }
    >
      No item has all of the words and meets all of the conditions above.
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
      What a run of this spider extracts stands here, to be searched, sorted and exported. A test run with a
      few items is a good beginning.
    </EmptyState>
  );
}

/** The run gave nothing, or nothing yet: says which, and where to look. */
export function NoItems({ run, spider }: { run: string | null; spider: { project: string; name: string } }) {
  const live = useLiveRuns((state) => (run === null ? undefined : state.runs.get(run)));
  const { value } = useCall('runs.get', run === null ? null : { run });
  const shown = live ?? value;
  if (run === null || shown === null) {
    return (
      <EmptyState icon={Table2} title="Nothing was extracted">
        None of the runs of this spider has given an item.
      </EmptyState>
    );
  }
  const { counters } = shown;
  if (isUnderWay(shown)) {
    return (
      <EmptyState
        icon={Table2}
        title="No items yet"
        actions={<Button onClick={() => navigate(['run', run])}>Watch the run</Button>}
      >
        Run {run} is under way and has read {counted(counters.done, 'page')}. Items appear here as they
        arrive.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Table2}
      title="Nothing was extracted"
      actions={
        <>
          <Button variant="primary" onClick={() => navigate(['run', run])}>
            See why
          </Button>
          <Button onClick={() => navigate(href(['spider', spider.project, spider.name, 'author']))}>
            Try its selectors
          </Button>
        </>
      }
    >
      {counters.done === 0
        ? `Run ${run} has read no page at all.`
        : `Run ${run} has read ${counted(counters.done, 'page')}, but none gave an item: no rule with a callback took them, or the selectors match nothing on them.`}{' '}
      Its overview says what became of the pages.
    </EmptyState>
  );
}
