import type { Schedule } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { Badge } from '../../ui/badge.tsx';
import { ago, clockTime, dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { missedWords, outcomeWord, runWords } from './schedule-words.ts';

const quiet = (text: string) => <span className="subtle">{text}</span>;

/** What was decided last about a schedule, with the run or the entry that came of it. */
function LastOutcome({ last }: Pick<Schedule, 'last'>) {
  if (last === null) return quiet('nothing yet');
  const { outcome, run, entry, dueAt } = last;
  const time = <span title={dateTime(dueAt)}>{ago(dueAt)}</span>;
  if (outcome === 'skipped') {
    return (
      <span className="schedules-outcome">
        <Badge tone="warning">{outcomeWord(last)}</Badge> {time}
      </span>
    );
  }
  return (
    <span className="schedules-outcome">
      {run !== null ? (
        <a href={href(['run', run])} tabIndex={-1}>
          Run {run}
        </a>
      ) : entry === null ? (
        outcomeWord(last)
      ) : (
        <a href={href(['queue'], { entry })} tabIndex={-1}>
          {outcomeWord(last)}
        </a>
      )}{' '}
      {time}
    </span>
  );
}

/** A switch within a table: the cell itself is pressed, by a click or by Space. */
const OnOff = ({ on }: { on: boolean }) => (
  <span className="schedules-switch" title={on ? 'On: press to turn it off' : 'Off: press to turn it on'}>
    <span className="ui-switch" data-state={on ? 'checked' : 'unchecked'} aria-hidden>
      <span className="ui-switch-thumb" data-state={on ? 'checked' : 'unchecked'} />
    </span>
    <span className="visually-hidden">{on ? 'On' : 'Off'}</span>
  </span>
);

const spiderColumns: readonly Column<Schedule>[] = [
  {
    name: 'spider',
    title: 'Spider',
    width: 180,
    cell: ({ project, spider }) => (
      <a href={href(['spider', project, spider, 'schedule'])} tabIndex={-1}>
        {spider}
      </a>
    ),
    text: ({ spider }) => spider,
  },
  {
    name: 'project',
    title: 'Project',
    width: 100,
    cell: ({ project }) => <span className="muted">{project}</span>,
    text: ({ project }) => project,
  },
];

const columns: readonly Column<Schedule>[] = [
  {
    name: 'words',
    title: 'Schedule',
    width: 220,
    cell: ({ words, cron, enabled }) => (
      <span className={enabled ? '' : 'subtle'} title={cron}>
        {words}
      </span>
    ),
    text: ({ words }) => words,
  },
  {
    name: 'next',
    title: 'Next',
    width: 130,
    cell: ({ next, enabled }) => {
      const [first] = next;
      if (first === undefined) return quiet(enabled ? 'never' : 'off');
      return <span title={`${dateTime(first)}, in your time zone`}>{clockTime(first)}</span>;
    },
    text: ({ next }) => next[0] ?? '',
  },
  {
    name: 'last',
    title: 'Last',
    width: 170,
    cell: ({ last }) => <LastOutcome last={last} />,
    text: ({ last }) => (last === null ? '' : `${last.outcome} ${last.dueAt}`),
  },
  {
    name: 'reason',
    title: 'Why',
    width: 260,
    cell: ({ last }) => (
      <span className="muted" title={last?.reason ?? ''}>
        {last?.reason ?? ''}
      </span>
    ),
    text: ({ last }) => last?.reason ?? '',
  },
  {
    name: 'zone',
    title: 'Time zone',
    width: 150,
    cell: ({ zone }) => <span className="muted">{zone}</span>,
    text: ({ zone }) => zone,
  },
  {
    name: 'runs',
    title: 'Runs',
    width: 170,
    cell: (schedule) => <span className="muted">{runWords(schedule)}</span>,
    text: runWords,
  },
  {
    name: 'missed',
    title: 'If missed',
    width: 130,
    hidden: true,
    cell: ({ missed }) => <span className="muted">{missedWords(missed)}</span>,
    text: ({ missed }) => missed,
  },
  {
    name: 'cron',
    title: 'Cron',
    width: 120,
    hidden: true,
    cell: ({ cron }) => <span className="mono">{cron}</span>,
    text: ({ cron }) => cron,
  },
];

const enabledColumn: Column<Schedule> = {
  name: 'enabled',
  title: 'On',
  width: 56,
  pinned: true,
  cell: ({ enabled }) => <OnOff on={enabled} />,
  text: ({ enabled }) => (enabled ? 'on' : 'off'),
};

/** The columns of all schedules. */
export const allColumns = [enabledColumn, ...spiderColumns, ...columns];
/** The columns of the schedules of one spider. */
export const ownColumns = [enabledColumn, ...columns];
