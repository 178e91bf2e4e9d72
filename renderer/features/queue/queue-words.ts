import type { QueueEntry, QueueStatus } from '../../../shared/contract/types.ts';
import type { ShownState } from '../../ui/badge.tsx';
import { clockTime, count, counted } from '../../ui/format.ts';

/** A state of an entry of the queue. */
export type EntryState = QueueEntry['state'];

/** The states in the order in which entries go through them, with their words and the mark of a run that each looks like. */
export const entryStates: readonly {
  readonly state: EntryState;
  readonly title: string;
  readonly mark: ShownState;
  readonly means: string;
}[] = [
  { state: 'running', title: 'Running', mark: 'running', means: 'A crawl is in progress.' },
  {
    state: 'pending',
    title: 'Pending',
    mark: 'queued',
    means: 'Waits for its turn, or for another attempt.',
  },
  { state: 'completed', title: 'Completed', mark: 'completed', means: 'The crawl reached its end.' },
  {
    state: 'failed',
    title: 'Failed',
    mark: 'failed',
    means: 'It ended for a reason that no other attempt mends.',
  },
  { state: 'dead', title: 'Dead', mark: 'interrupted', means: 'Every attempt failed.' },
  { state: 'cancelled', title: 'Cancelled', mark: 'stopped', means: 'Somebody took it out of the queue.' },
];

/** The word and the mark of a state. */
export const entryState = (state: EntryState) =>
  entryStates.find((each) => each.state === state) ?? { state, title: state, mark: 'queued', means: '' };

/** What a person can do with an entry. */
export type EntryAction = 'cancel' | 'retry' | 'move';

/** Whether an action makes sense for an entry as it stands. */
export function allows({ state, spiderExists }: QueueEntry, action: EntryAction): boolean {
  switch (action) {
    case 'cancel':
      return state === 'pending' || state === 'running';
    case 'retry':
      return spiderExists && (state === 'failed' || state === 'dead' || state === 'cancelled');
    case 'move':
      return state === 'pending';
    default:
      return action satisfies never;
  }
}

/** How often an entry was tried, of how many attempts: "2 of 3"; "–" before the first. */
export const attemptWords = ({ attempts, maxAttempts }: Pick<QueueEntry, 'attempts' | 'maxAttempts'>) =>
  attempts === 0 ? '–' : `${count(attempts)} of ${count(maxAttempts)}`;

/** Why an entry is as it is; of a pending one, what it waits for. */
export function entryReason(entry: QueueEntry, now: number = Date.now()): string {
  const { state, reason, dueAt, spiderExists } = entry;
  if (state === 'pending' && dueAt !== null && Date.parse(dueAt) > now) {
    return joined(reason, `Tried again at ${clockTime(dueAt, now)}.`);
  }
  if (reason !== null && reason !== '') return reason;
  if (!spiderExists) return 'The spider is gone.';
  switch (state) {
    case 'pending':
      return 'Waits for its turn.';
    case 'running':
      return 'Starting.';
    case 'cancelled':
      return 'Cancelled on request.';
    case 'completed':
      return 'Finished. No pages left.';
    case 'failed':
    case 'dead':
      return entryState(state).means;
    default:
      return state satisfies never;
  }
}

const joined = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' ');

/** Who queued an entry. */
export const sourceWords = ({ source, scheduledFor }: Pick<QueueEntry, 'source' | 'scheduledFor'>) =>
  source === 'person'
    ? 'by hand'
    : scheduledFor === null
      ? 'by a schedule'
      : `by its schedule, for ${clockTime(scheduledFor)}`;

/** What an entry does that is not usual: "10 items, term=shoes, 2 settings"; "" for a plain full run. */
export function optionWords({ options }: Pick<QueueEntry, 'options'>): string {
  const { limit, args, overrides, workers } = options;
  const settings = Object.keys(overrides).length;
  return [
    limit === null ? [] : [`at most ${counted(limit, 'item')}`],
    Object.entries(args).map(([name, value]) => `${name}=${value}`),
    settings === 0 ? [] : [counted(settings, 'setting')],
    workers === undefined ? [] : [counted(workers, 'process', 'processes')],
  ]
    .flat()
    .join(', ');
}

/** What carries the queue out. */
export interface Carrier {
  readonly tone: 'success' | 'warning';
  readonly text: string;
  /** What to do where nothing does; null: nothing has to be done. */
  readonly todo: string | null;
}

/** Who carries the queue out: a daemon comes before windows, which leave the entries to it. */
export function carrier({ workers }: Pick<QueueStatus, 'workers'>): Carrier {
  const daemon = workers.find(({ kind }) => kind === 'daemon');
  const windows = workers.filter(({ kind }) => kind === 'window');
  const own = windows.find(({ here }) => here) ?? windows[0];
  if (daemon !== undefined) {
    return {
      tone: 'success',
      text: `Carried out by the daemon (process ${daemon.pid}), also while no window is open`,
      todo: null,
    };
  }
  if (own !== undefined) {
    return {
      tone: 'success',
      text: `Carried out by ${own.here ? 'this application' : `another one (process ${own.pid})`} while it is open`,
      todo: null,
    };
  }
  const batch = workers.find(({ kind }) => kind === 'command');
  return {
    tone: 'warning',
    text:
      batch === undefined
        ? 'Nothing carries the queue out at present'
        : `Only a command (process ${batch.pid}) carries out what it queued itself`,
    todo: 'Run “spider-studio daemon” in a terminal, or restart this application.',
  };
}

/** The queue in a few words for the status bar: "3 pending · 2 running"; null: there is nothing to say. */
export function statusWords({ counts, held }: Pick<QueueStatus, 'counts' | 'held'>): string | null {
  const { pending, running } = counts;
  const parts = [
    pending === 0 ? [] : [`${count(pending)} pending`],
    running === 0 ? [] : [`${count(running)} running`],
    held && pending > 0 ? ['held'] : [],
  ].flat();
  return parts.length === 0 ? null : parts.join(' · ');
}

/** How many of a list, in a sentence: "3 crawls"; one by its spider. */
export const entriesWords = (entries: readonly Pick<QueueEntry, 'spider'>[]): string => {
  const [first] = entries;
  return entries.length === 1 && first !== undefined
    ? `The crawl of ${first.spider}`
    : counted(entries.length, 'crawl');
};
