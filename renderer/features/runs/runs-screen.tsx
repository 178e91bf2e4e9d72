import { useEffect, useMemo, useState } from 'react';
import { Activity, FlaskConical, History, ListTree, Play, ScrollText, TriangleAlert } from 'lucide-react';
import type { RunSummary } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, StateBadge } from '../../ui/badge.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { ago, count, counted, dateTime, duration } from '../../ui/format.ts';
import { Table } from '../../ui/table/table.tsx';
import { isSelected, nothingSelected, selectedCount, type Selection } from '../../ui/table/selection.ts';
import { arraySource, type Column } from '../../ui/table/types.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { href, navigate } from '../../navigation/router.ts';
import { Notice } from '../../ui/notice.tsx';
import { progressWords } from './progress.ts';
import { resumeRun } from './run-actions.ts';
import { runEntries } from './run-buttons.tsx';
import { CompareSelected, compareEntry } from './compare-runs.tsx';
import { RunHistory } from './run-history.tsx';
import { useSelectedRun } from './run-focus.ts';
import { useRunList, useSteady } from './run-list.ts';
import { kindWords, needsPerson, reasonWords } from './run-states.ts';
import { openStart, startTest } from './start-store.ts';
import { isOver, shownState } from '../../state/live-runs.ts';
import './runs-screen.css';

const columns: readonly Column<RunSummary>[] = [
  {
    name: 'state',
    title: 'State',
    width: 116,
    pinned: true,
    cell: (run) => <StateBadge state={shownState(run)} />,
    text: (run) => run.state,
  },
  {
    name: 'run',
    title: 'Run',
    width: 130,
    cell: (run) => (
      <span className="runs-name">
        <a href={href(['run', run.id])} tabIndex={-1}>
          {run.id}
        </a>
        {run.kind !== 'full' && <Badge>{kindWords(run)}</Badge>}
      </span>
    ),
    text: (run) => run.id,
  },
  {
    name: 'reason',
    title: 'Why',
    width: 310,
    cell: (run) => (
      <span title={whyWords(run)} className="muted">
        {whyWords(run)}
      </span>
    ),
    text: whyWords,
  },
  {
    ...number('items', 'Items', (run) => run.counters.items),
    cell: ({ id, counters }) =>
      counters.items === 0 ? (
        <span className="subtle">0</span>
      ) : (
        <a href={href(['run', id, 'items'])} tabIndex={-1} title="Show the items">
          {count(counters.items)}
        </a>
      ),
  },
  number('pages', 'Pages', (run) => run.counters.done),
  {
    ...number('failed', 'Failed', (run) => run.counters.failed),
    cell: (run) => (
      <span className={run.counters.failed > 0 ? 'runs-bad' : 'subtle'}>{count(run.counters.failed)}</span>
    ),
  },
  {
    name: 'duration',
    title: 'Duration',
    width: 100,
    align: 'right',
    cell: (run) => <span>{run.startedAt === null ? '–' : duration(run.activeMs)}</span>,
    text: (run) => String(run.activeMs),
  },
  {
    name: 'started',
    title: 'Started',
    width: 150,
    cell: (run) => {
      const at = run.startedAt ?? run.createdAt;
      return <span title={ago(at)}>{dateTime(at)}</span>;
    },
    text: (run) => run.startedAt ?? run.createdAt,
  },
  {
    ...number('version', 'Version', (run) => run.version),
    width: 76,
    cell: (run) => <span className="subtle">v{run.version}</span>,
  },
  { ...number('skipped', 'Skipped', (run) => run.counters.skipped), hidden: true },
  { ...number('queued', 'Queued', (run) => run.counters.queued), hidden: true },
  { ...number('seen', 'Known', (run) => run.counters.seen), hidden: true },
];

/** Why the run is as it is; of one under way, how far it is. */
function whyWords(run: RunSummary): string {
  const goesOn = shownState(run) === 'running' && run.requested === null;
  return goesOn ? `${progressWords(run.counters)}.` : reasonWords(run);
}

function number(name: string, title: string, value: (run: RunSummary) => number): Column<RunSummary> {
  return {
    name,
    title,
    width: 76,
    align: 'right',
    cell: (run) => <span>{count(value(run))}</span>,
    text: (run) => String(value(run)),
  };
}

/** The runs of a spider, newest first and live. */
export function RunsScreen({ params }: { params: RouteParams }) {
  const { project = '', spider = '' } = params;
  const { runs, error, more, loadingMore, loadMore, refresh } = useRunList({ project, spider });
  const steady = useSteady(runs ?? [], fingerprint);
  const source = useMemo(
    () => arraySource(`${project}/${spider}`, steady.rows, steady.version),
    [project, spider, steady],
  );
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  useEffect(() => () => useSelectedRun.setState({ id: null }), []);
  if (error !== null)
    return <ErrorState error={error} title="The runs could not be loaded." onRetry={refresh} />;
  if (runs === null) return null;
  const target = { project, spider };
  const chosen = twoSelected(steady.rows, selection);
  const ended = runs.filter((run) => run.kind === 'full' && isOver(run)).length;
  const waiting = runs.filter((run) => needsPerson(run) !== null);
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
      {waiting.length > 0 && (
        <div className="runs-waiting">
          {waiting.slice(0, 3).map((run) => (
            <WaitingRun run={run} key={run.id} />
          ))}
        </div>
      )}
      <RunHistory project={project} spider={spider} ended={ended} />
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

/** The shown data of the runs as a text, to detect changes. */
function fingerprint(runs: readonly RunSummary[]): string {
  return runs
    .map(
      ({ id, state, reason, requested, activeMs, waitingSince, counters }) =>
        `${id} ${state} ${reason} ${requested} ${activeMs} ${waitingSince} ${Object.values(counters).join(' ')}`,
    )
    .join('\n');
}
