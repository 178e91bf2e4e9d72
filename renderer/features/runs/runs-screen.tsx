import { useEffect, useMemo, useState } from 'react';
import {
  Activity,
  CircleCheck,
  FileSearch,
  FlaskConical,
  History,
  ListTree,
  Play,
  ScrollText,
  TriangleAlert,
} from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { standingOf, standsForCrawl } from '../../../shared/run-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { useCall } from '../../state/query.ts';
import { Table } from '../../ui/table/table.tsx';
import { isSelected, nothingSelected, selectedCount, type Selection } from '../../ui/table/selection.ts';
import { arraySource } from '../../ui/table/types.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { navigate } from '../../navigation/router.ts';
import { Notice } from '../../ui/notice.tsx';
import { resumeRun } from './run-actions.ts';
import { runEntries } from './run-buttons.tsx';
import { GenerationActions, whoseItems } from './generation-notice.tsx';
import { acceptRun } from './reextract-actions.ts';
import { CompareSelected, compareEntry } from './compare-runs.tsx';
import { runColumns } from './run-columns.tsx';
import { RunHistory } from './run-history.tsx';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { useSelectedRun } from './run-focus.ts';
import { useRunList, useSteady } from './run-list.ts';
import { needsPerson, reasonWords } from './run-states.ts';
import { openStart, startTest } from './start-store.ts';
import { isOver, itemsOfSpider, useNewest } from '../../state/live-runs.ts';
import './runs-screen.css';

/** The runs of a spider, newest first and live. */
export function RunsScreen({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  const target = { project, spider };
  const { runs, error, more, loadingMore, loadMore, refresh } = useRunList(target);
  const steady = useSteady(runs ?? [], fingerprint);
  const source = useMemo(
    () => arraySource(`${project}/${spider}`, steady.rows, steady.version),
    [project, spider, steady],
  );
  const current = useItemsOf(target);
  const columns = useMemo(() => runColumns(steady.rows, current), [steady, current]);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  useEffect(() => () => useSelectedRun.setState({ id: null }), []);
  if (error !== null)
    return <ErrorState error={error} title="The runs could not be loaded." onRetry={refresh} />;
  if (runs === null) return null;
  const chosen = twoSelected(steady.rows, selection);
  const drawn = runs.filter((run) => run.kind !== 'test' && isOver(run) && standsForCrawl(run));
  const waiting = runs.filter((run) => needsPerson(run) !== null);
  const undecided = runs.filter((run) => standingOf(run) === 'undecided');
  return (
    <div className="runs-list">
      <FrameActions>
        {chosen !== null && <CompareSelected runs={chosen} />}
        <Tooltip text="With the options of the last run" command="run.test">
          <Button icon={FlaskConical} onClick={() => void startTest(target)}>
            Test run
          </Button>
        </Tooltip>
        <Tooltip text="Choose the options of the run" command="run.start">
          <Button variant="primary" icon={Play} onClick={() => openStart(target)}>
            Start a run…
          </Button>
        </Tooltip>
      </FrameActions>
      {waiting.length + undecided.length > 0 && (
        <div className="runs-waiting">
          {waiting.slice(0, 3).map((run) => (
            <WaitingRun run={run} key={run.id} />
          ))}
          {undecided.slice(0, 3).map((run) => (
            <UndecidedRun run={run} source={runs.find(({ id }) => id === run.source) ?? null} key={run.id} />
          ))}
        </div>
      )}
      <RunHistory project={project} spider={spider} runs={drawn.map(({ id }) => id).join(' ')} />
      {runs.length === 0 ? (
        <EmptyState
          icon={Activity}
          title={`${spider} has never run`}
          command="run.start"
          actions={
            <>
              <Button variant="primary" icon={FlaskConical} onClick={() => void startTest(target)}>
                Start a test run
              </Button>
              <Button icon={Play} onClick={() => openStart(target)}>
                Choose options…
              </Button>
            </>
          }
        >
          Runs and their results appear here. Start with a test run: it stops after a few items and shows
          whether rules and selectors work.
        </EmptyState>
      ) : (
        <Table
          label={`Runs of ${spider}`}
          source={source}
          columns={columns}
          layoutName="runs"
          placeName={`runs ${project}/${spider}`}
          rowId={(run) => run.id}
          onOpen={(run) => navigate(['run', run.id])}
          onSelection={setSelection}
          onSelect={(run) => useSelectedRun.setState({ id: run?.id ?? null })}
          rowMenu={(run, index) => [
            { label: 'Open', icon: Activity, run: () => navigate(['run', run.id]) },
            { label: 'Requests', icon: ListTree, run: () => navigate(['run', run.id, 'requests']) },
            { label: 'Log', icon: ScrollText, run: () => navigate(['run', run.id, 'log']) },
            compareEntry(run, runs.slice(index + 1)),
            standingOf(run) === 'undecided' && {
              label: `Accept in place of run ${run.source ?? ''}`,
              icon: CircleCheck,
              run: () => void acceptRun(run),
            },
            { kind: 'separator' },
            ...runEntries(run),
          ]}
        />
      )}
      {more && (
        <div className="runs-more">
          <Button size="small" icon={History} busy={loadingMore} onClick={loadMore}>
            Show older runs
          </Button>
        </div>
      )}
    </div>
  );
}

/** The run whose items are those of a spider; null: none has any. */
function useItemsOf({ project, spider }: SpiderName): string | null {
  const found = useCall('spiders.list', {}).value?.find(
    (each) => each.project === project && each.name === spider,
  );
  const last = useNewest(found?.lastRun ?? null);
  if (found === undefined || last === null) return null;
  const { run, items } = itemsOfSpider(last, found.latestItems);
  return items === 0 ? null : run;
}

/** The two runs that are selected; null where there are fewer or more. */
function twoSelected(
  runs: readonly RunSummary[],
  selection: Selection,
): readonly [RunSummary, RunSummary] | null {
  if (selectedCount(selection) !== 2) return null;
  const [one, other] = runs.filter((_, row) => isSelected(selection, row));
  return one === undefined || other === undefined ? null : [one, other];
}

/** A run that needs attention, above the list. */
function WaitingRun({ run }: { run: RunSummary }) {
  const left = run.counters.queued + run.counters.active;
  return (
    <Notice
      tone="warning"
      icon={TriangleAlert}
      title={
        run.state === 'interrupted'
          ? `Run ${run.id} was interrupted with ${counted(left, 'page')} left`
          : `Run ${run.id} has paused itself`
      }
      actions={
        <>
          <Button size="small" onClick={() => navigate(['run', run.id])}>
            Show the run
          </Button>
          <Button size="small" variant="primary" icon={Play} onClick={() => void resumeRun(run)}>
            Resume
          </Button>
        </>
      }
    >
      {reasonWords(run)}
    </Notice>
  );
}

/** A run that extracted again, and has to be accepted or discarded. @param source null: it is not in the list */
const UndecidedRun = ({ run, source }: { run: RunSummary; source: RunSummary | null }) => (
  <Notice
    tone="info"
    icon={FileSearch}
    title={`Run ${run.id} extracted again from run ${run.source ?? ''}, and waits for a decision`}
    actions={<GenerationActions run={run} compares={source !== null} />}
  >
    {whoseItems(run, source)}
  </Notice>
);

/** The shown data of the runs as a text, to detect changes. */
function fingerprint(runs: readonly RunSummary[]): string {
  return runs
    .map(
      ({ id, state, reason, requested, activeMs, waitingSince, counters, ...run }) =>
        `${id} ${state} ${reason} ${requested} ${activeMs} ${waitingSince} ${Object.values(counters).join(' ')} ${standingOf({ ...run, state })} ${run.breaches}`,
    )
    .join('\n');
}
