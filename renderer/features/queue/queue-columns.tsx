import { GripVertical } from 'lucide-react';
import type { QueueEntry } from '../../../shared/contract/types.ts';
import { href } from '../../navigation/router.ts';
import { useLiveRuns } from '../../state/live-runs.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { ago, clockTime, count, counted, dateTime } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { allows, attemptWords, entryReason, entryState, optionWords, sourceWords } from './queue-words.ts';

const quiet = (text: string) => <span className="subtle">{text}</span>;

/** How far a running crawl is, live; before it begins, why the entry is as it is. */
export function EntryProgress({ entry }: { entry: QueueEntry }) {
  const run = useLiveRuns(({ runs }) => (entry.run === null ? undefined : runs.get(entry.run)));
  if (entry.state !== 'running' || run === undefined) return entryReason(entry);
  const { done, failed, skipped, seen, items } = run.counters;
  return (
    <span className="numeric">
      {count(done + failed + skipped)} of {counted(seen, 'page')}, {counted(items, 'item')}
    </span>
  );
}

/** When an entry began or ended, or when its next attempt is. */
function When({ entry }: { entry: QueueEntry }) {
  const { state, dueAt, startedAt, endedAt, addedAt } = entry;
  if (state === 'pending') {
    return dueAt === null ? (
      <span className="subtle" title={`Queued ${dateTime(addedAt)}`}>
        as soon as possible
      </span>
    ) : (
      <span title={dateTime(dueAt)}>at {clockTime(dueAt)}</span>
    );
  }
  const at = state === 'running' ? startedAt : endedAt;
  if (at === null) return quiet('–');
  return (
    <span title={dateTime(at)}>
      {state === 'running' ? 'since ' : ''}
      {state === 'running' ? clockTime(at) : ago(at)}
    </span>
  );
}

/** The columns of the table of entries. */
export const queueColumns: readonly Column<QueueEntry>[] = [
  {
    name: 'state',
    title: 'State',
    width: 116,
    pinned: true,
    cell: (entry) => (
      <>
        {allows(entry, 'move') && <GripVertical size={10} className="queue-grip" aria-hidden />}
        <StateBadge state={entryState(entry.state).mark} label={entryState(entry.state).title} />
      </>
    ),
    text: ({ state }) => state,
  },
  {
    name: 'spider',
    title: 'Spider',
    width: 190,
    cell: ({ project, spider, spiderExists }) =>
      spiderExists ? (
        <a href={href(['spider', project, spider])} tabIndex={-1}>
          {spider}
        </a>
      ) : (
        <span className="subtle" title="The spider was deleted.">
          {spider}
        </span>
      ),
    text: ({ spider }) => spider,
  },
  {
    name: 'project',
    title: 'Project',
    width: 110,
    cell: ({ project }) => <span className="muted">{project}</span>,
    text: ({ project }) => project,
  },
  {
    name: 'priority',
    title: 'Priority',
    width: 78,
    align: 'right',
    cell: ({ priority }) => (priority === 0 ? quiet('0') : <span>{count(priority)}</span>),
    text: ({ priority }) => String(priority),
  },
  {
    name: 'attempts',
    title: 'Attempt',
    width: 84,
    cell: (entry) => (
      <span className={entry.attempts > 1 ? '' : 'subtle'} title="How often it was tried, of how many times">
        {attemptWords(entry)}
      </span>
    ),
    text: attemptWords,
  },
  {
    name: 'when',
    title: 'When',
    width: 140,
    cell: (entry) => <When entry={entry} />,
    text: ({ state, dueAt, startedAt, endedAt }) =>
      (state === 'pending' ? dueAt : state === 'running' ? startedAt : endedAt) ?? '',
  },
  {
    name: 'reason',
    title: 'Why',
    width: 330,
    cell: (entry) => (
      <span className="muted" title={entryReason(entry)}>
        <EntryProgress entry={entry} />
      </span>
    ),
    text: (entry) => entryReason(entry),
  },
  {
    name: 'run',
    title: 'Run',
    width: 64,
    cell: ({ run }) =>
      run === null ? (
        quiet('–')
      ) : (
        <a href={href(['run', run])} tabIndex={-1}>
          {run}
        </a>
      ),
    text: ({ run }) => run ?? '',
  },
  {
    name: 'source',
    title: 'Queued',
    width: 170,
    cell: (entry) =>
      entry.schedule === null ? (
        <span className="muted">{sourceWords(entry)}</span>
      ) : (
        <a href={href(['schedules'], { schedule: entry.schedule })} tabIndex={-1} title="Show the schedule">
          {sourceWords(entry)}
        </a>
      ),
    text: sourceWords,
  },
  {
    name: 'options',
    title: 'Options',
    width: 200,
    cell: (entry) => <span className="muted">{optionWords(entry)}</span>,
    text: optionWords,
  },
  {
    name: 'added',
    title: 'Added',
    width: 150,
    hidden: true,
    cell: ({ addedAt }) => <span title={ago(addedAt)}>{dateTime(addedAt)}</span>,
    text: ({ addedAt }) => addedAt,
  },
  {
    name: 'id',
    title: 'Entry',
    width: 70,
    hidden: true,
    cell: ({ id }) => quiet(id),
    text: ({ id }) => id,
  },
];
