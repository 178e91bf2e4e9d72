import type { SpiderOverview } from '../../../shared/contract/types.ts';
import { shownState, useNewest } from '../../state/live-runs.ts';
import { href } from '../../navigation/router.ts';
import { StateDot, stateWord } from '../../ui/badge.tsx';
import { ago, count, dateTime, percent } from '../../ui/format.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import type { Column } from '../../ui/table/types.ts';

import { trendWords } from './project-words.ts';

/** Runs of the drawing in a row. */
const trendRuns = 14;
const none = <span className="subtle">–</span>;

/** The columns of the spiders of a project. */
export const spiderColumns = (project: string): readonly Column<SpiderOverview>[] => [
  {
    name: 'spider',
    title: 'Spider',
    width: 190,
    pinned: true,
    sortable: true,
    cell: ({ spider, lastRun }) => (
      <span className="project-name">
        <LiveDot run={lastRun} />
        <a href={href(['spider', project, spider])} tabIndex={-1} className="ellipsis">
          {spider}
        </a>
      </span>
    ),
    text: ({ spider }) => spider,
  },
  {
    name: 'last',
    title: 'Last run',
    width: 156,
    sortable: true,
    cell: ({ lastRun }) => <LastRun run={lastRun} />,
    text: ({ lastRun }) => (lastRun === null ? 'never run' : `${lastRun.state} ${lastRun.createdAt}`),
  },
  {
    name: 'items',
    title: 'Items',
    width: 84,
    align: 'right',
    sortable: true,
    cell: ({ lastRun }) => <Items run={lastRun} />,
    text: ({ lastRun }) => String(lastRun?.counters.items ?? ''),
  },
  {
    name: 'trend',
    title: 'Last 14 runs',
    width: 100,
    cell: (spider) =>
      spider.trend.length === 0 ? (
        none
      ) : (
        <Sparkline
          label={trendWords(spider)}
          bars={spider.trend.map(({ items, state }) => ({ value: items, bad: state === 'failed' }))}
          line={spider.medianItems}
          room={trendRuns}
        />
      ),
    text: ({ trend }) => trend.map(({ items }) => items).join(' '),
  },
  {
    name: 'median',
    title: 'Median',
    width: 84,
    align: 'right',
    sortable: true,
    cell: ({ medianItems }) =>
      medianItems === null ? none : <span className="muted">{count(medianItems)}</span>,
    text: ({ medianItems }) => String(medianItems ?? ''),
  },
  {
    name: 'fill',
    title: 'Filled',
    width: 76,
    align: 'right',
    sortable: true,
    cell: ({ fill }) =>
      fill === null ? none : <span title="Filled cells of the last run">{percent(fill)}</span>,
    text: ({ fill }) => String(fill ?? ''),
  },
  {
    name: 'needs',
    title: 'Needs',
    width: 194,
    sortable: true,
    cell: ({ needs }) =>
      needs === null ? null : (
        <span className="project-needs" title={needs}>
          {needs}
        </span>
      ),
    text: ({ needs }) => needs ?? '',
  },
  {
    name: 'schedule',
    title: 'Schedule',
    width: 150,
    sortable: true,
    cell: ({ spider, schedule }) => (
      <a
        href={href(['spider', project, spider, 'schedule'])}
        tabIndex={-1}
        className={schedule === null ? 'subtle' : 'project-plain'}
        title={nextWords(schedule)}
      >
        {schedule === null ? 'none' : schedule.words}
      </a>
    ),
    text: ({ schedule }) => schedule?.words ?? '',
  },
  {
    name: 'queued',
    title: 'Queued',
    width: 76,
    align: 'right',
    sortable: true,
    cell: ({ queued }) => (queued === 0 ? <span className="subtle">0</span> : count(queued)),
    text: ({ queued }) => String(queued),
  },
];

/** When a spider is due next. */
function nextWords(schedule: SpiderOverview['schedule']): string {
  if (schedule === null) return 'No schedule is switched on';
  return schedule.next === null ? schedule.words : `Next: ${dateTime(schedule.next)}`;
}

type Run = SpiderOverview['lastRun'];

/** The newest state of a run, which may be under way. */
function LiveDot({ run }: { run: Run }) {
  const newest = useNewest(run);
  return <StateDot state={newest === null ? null : shownState(newest)} />;
}

function LastRun({ run }: { run: Run }) {
  const newest = useNewest(run);
  if (newest === null) return <span className="subtle">Never run</span>;
  const at = newest.endedAt ?? newest.startedAt ?? newest.createdAt;
  return (
    <span title={newest.reason ?? dateTime(at)}>
      <a href={href(['run', newest.id])} tabIndex={-1}>
        {stateWord(shownState(newest))}
      </a>
      <span className="muted"> · {ago(at)}</span>
    </span>
  );
}

function Items({ run }: { run: Run }) {
  const newest = useNewest(run);
  if (newest === null) return none;
  const { items } = newest.counters;
  if (items === 0) return <span className="subtle">0</span>;
  return (
    <a href={href(['run', newest.id, 'items'])} tabIndex={-1} title="Show the items">
      {count(items)}
    </a>
  );
}
