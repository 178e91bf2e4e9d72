import type { RunSummary } from '../../../shared/contract/types.ts';
import { generationWords } from '../../../shared/run-words.ts';
import { shownState } from '../../state/live-runs.ts';
import { Badge, StateBadge } from '../../ui/badge.tsx';
import { ago, count, dateTime, duration } from '../../ui/format.ts';
import { StandingBadge } from '../../ui/standing-badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { href } from '../../navigation/router.ts';
import { progressWords } from './progress.ts';
import { kindWords, reasonWords } from './run-states.ts';

/** The state, in front. */
const stateColumn: Column<RunSummary> = {
  name: 'state',
  title: 'State',
  width: 136,
  pinned: true,
  cell: (run) => <StateBadge state={shownState(run)} />,
  text: (run) => run.state,
};

/** What is told of every run. */
const figures: readonly Column<RunSummary>[] = [
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

/** Where items come from and whether they are used; shown once a run of the list has extracted again. */
const generationColumn: Column<RunSummary> = {
  name: 'generation',
  title: 'Items from',
  width: 330,
  cell: (run) => (
    <span className="runs-name">
      <span className={run.source === null ? 'muted' : ''}>
        {run.source === null ? 'Crawled' : kindWords(run)}
      </span>
      <StandingBadge run={run} />
    </span>
  ),
  text: generationWords,
};

/** The run, marked where its items are those of the spider. @param current id of the run whose items they are; null: none has any */
const runColumn = (current: string | null): Column<RunSummary> => ({
  name: 'run',
  title: 'Run',
  width: 150,
  cell: (run) => (
    <span className="runs-name">
      <a href={href(['run', run.id])} tabIndex={-1}>
        {run.id}
      </a>
      {run.kind === 'test' && <Badge>{kindWords(run)}</Badge>}
      {run.id === current && (
        <Badge tone="accent" title="Its items are those that the results of the spider show.">
          current
        </Badge>
      )}
    </span>
  ),
  text: (run) => run.id,
});

/**
 * The columns of the runs of a spider.
 * @param current id of the run whose items are those of the spider; null: none has any
 */
export function runColumns(
  runs: readonly RunSummary[],
  current: string | null,
): readonly Column<RunSummary>[] {
  const generation = runs.some(({ source }) => source !== null) ? [generationColumn] : [];
  return [stateColumn, runColumn(current), ...generation, ...figures];
}

/** Why the run is as it is; of one under way, how far it is. */
function whyWords(run: RunSummary): string {
  const goesOn = shownState(run) === 'running' && run.requested === null;
  if (!goesOn) return reasonWords(run);
  return `${progressWords(run.counters)}.${run.breaches > 0 ? ' Not as expected so far.' : ''}`;
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
