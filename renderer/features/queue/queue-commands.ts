import { Activity, ArrowDownToLine, ArrowUpToLine, CircleStop, RotateCcw, Signal } from 'lucide-react';
import type { QueueEntry, QueueStatus } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { navigate } from '../../navigation/router.ts';
import { count } from '../../ui/format.ts';
import type { MenuEntries } from '../../ui/menu.tsx';
import { cancelEntries, clearEnded, configureQueue, moveEntries, retryEntries } from './queue-actions.ts';
import type { QueueFilter } from './queue-filter.ts';
import { showPriority } from './queue-store.ts';
import { allows, type EntryAction } from './queue-words.ts';

interface CommandOptions {
  status: QueueStatus;
  filter: QueueFilter;
  /** The entries that a command is about. */
  chosen: () => QueueEntry[];
  /** Moves the first of them by one place. */
  step: (by: -1 | 1) => void;
}

/** The commands of the screen. */
export function useQueueCommands({ status, filter, chosen, step }: CommandOptions): void {
  const category = 'Queue';
  const can = (action: EntryAction) => () => chosen().some((entry) => allows(entry, action));
  useCommands([
    {
      id: 'queue.up',
      title: 'Move the crawl up',
      category,
      keywords: ['order', 'earlier'],
      keys: ['Alt+Up'],
      when: can('move'),
      run: () => step(-1),
    },
    {
      id: 'queue.down',
      title: 'Move the crawl down',
      category,
      keywords: ['order', 'later'],
      keys: ['Alt+Down'],
      when: can('move'),
      run: () => step(1),
    },
    {
      id: 'queue.first',
      title: 'Move the selected crawls to the front',
      category,
      keywords: ['order', 'next', 'first'],
      keys: ['Alt+Home'],
      when: can('move'),
      run: () => moveEntries(chosen(), 'first'),
    },
    {
      id: 'queue.last',
      title: 'Move the selected crawls to the end',
      category,
      keywords: ['order', 'last'],
      keys: ['Alt+End'],
      when: can('move'),
      run: () => moveEntries(chosen(), 'last'),
    },
    {
      id: 'queue.priority',
      title: 'Change the priority of the selected crawls…',
      category,
      keys: ['Q P'],
      when: can('move'),
      run: () => showPriority(chosen()),
    },
    {
      id: 'queue.retry',
      title: 'Queue the selected crawls again',
      category,
      keywords: ['retry', 'repeat'],
      keys: ['Q R'],
      when: can('retry'),
      run: () => retryEntries(chosen()),
    },
    {
      id: 'queue.cancel',
      title: 'Cancel the selected crawls',
      category,
      keywords: ['remove', 'stop'],
      keys: ['Delete'],
      when: can('cancel'),
      run: () => cancelEntries(chosen()),
    },
    {
      id: 'queue.clear',
      title: 'Clear the crawls that have ended',
      category,
      keywords: ['hide', 'done', 'finished'],
      keys: ['Q C'],
      run: () => clearEnded(filter.project),
    },
    {
      id: 'queue.hold',
      title: status.held ? 'Release the queue' : 'Hold the queue',
      category,
      keywords: ['pause', 'stop', 'resume', 'continue'],
      keys: ['Q H'],
      run: () => configureQueue({ held: !status.held }),
    },
  ]);
}

/** The menu of a row; of several selected ones, it is about all of them. */
export function entryMenu(row: QueueEntry, chosen: () => QueueEntry[]): MenuEntries {
  const { run } = row;
  const selected = chosen();
  const meant = selected.some(({ id }) => id === row.id) ? selected : [row];
  const can = (action: EntryAction) => meant.some((entry) => allows(entry, action));
  const of = meant.length === 1 ? '' : ` ${count(meant.length)}`;
  return [
    run !== null &&
      meant.length === 1 && { label: 'Open the run', icon: Activity, run: () => navigate(['run', run]) },
    can('move') && {
      label: `Move${of} to the front`,
      icon: ArrowUpToLine,
      command: 'queue.first',
      run: () => void moveEntries(meant, 'first'),
    },
    can('move') && {
      label: `Move${of} to the end`,
      icon: ArrowDownToLine,
      command: 'queue.last',
      run: () => void moveEntries(meant, 'last'),
    },
    can('move') && {
      label: 'Priority…',
      icon: Signal,
      command: 'queue.priority',
      run: () => showPriority(meant),
    },
    can('retry') && {
      label: `Queue${of} again`,
      icon: RotateCcw,
      command: 'queue.retry',
      run: () => void retryEntries(meant),
    },
    can('cancel') && {
      label: `Cancel${of}`,
      icon: CircleStop,
      command: 'queue.cancel',
      danger: true,
      run: () => void cancelEntries(meant),
    },
  ];
}
