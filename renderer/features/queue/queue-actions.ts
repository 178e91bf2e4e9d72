import type { CallArgs, CallName, CallValue } from '../../../shared/contract/index.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { QueueEntry } from '../../../shared/contract/types.ts';
import { navigate } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { mayReachPrivate } from '../../state/private-sites.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { count, counted } from '../../ui/format.ts';
import { entryFaults } from './file-entries.ts';
import { queueChanged } from './queue-store.ts';
import { allows, entriesWords } from './queue-words.ts';

const showQueue = { label: 'Show the queue', run: () => navigate(['queue']) };

/** Calls about single entries. */
type EntryCall = 'queue.cancel' | 'queue.retry' | 'queue.move' | 'queue.setPriority';

/**
 * Makes a call for each entry, one after the other. What was done meanwhile by others is no failure worth a message of its own:
 * the first failure is shown, and how many there were.
 * @returns how many were done
 */
async function forEach<N extends EntryCall>(
  name: N,
  all: readonly CallArgs<N>[],
  failure: string,
): Promise<number> {
  let first: CallError | null = null;
  let done = 0;
  for (const args of all) {
    const answer = await getClient().call(name, args);
    if (answer.ok) done += 1;
    else first ??= answer.error;
  }
  if (first !== null) {
    const failed = all.length - done;
    toast.error(first, all.length === 1 ? failure : `${failure} (${count(failed)} of ${count(all.length)})`);
  }
  queueChanged();
  return done;
}

/** Cancels entries; where one runs, after a confirmation. */
export async function cancelEntries(entries: readonly QueueEntry[]): Promise<void> {
  const meant = entries.filter((entry) => allows(entry, 'cancel'));
  const running = meant.filter(({ state }) => state === 'running');
  if (meant.length === 0) return;
  const agreed =
    running.length === 0 ||
    (await confirm({
      title:
        running.length === 1 ? 'Cancel a running crawl?' : `Cancel ${count(running.length)} running crawls?`,
      message: 'Requests in flight are dropped. Items and pages that were stored are kept.',
      confirm: meant.length === 1 ? 'Cancel the crawl' : `Cancel ${counted(meant.length, 'crawl')}`,
      cancel: 'Keep crawling',
      danger: true,
      remember: 'queue.cancel',
    }));
  if (!agreed) return;
  const refs = meant.map(({ id }) => ({ entry: id }));
  const done = await forEach('queue.cancel', refs, 'Not all crawls were cancelled.');
  if (done > 0 && meant.length > 1) toast.success(`${counted(done, 'crawl')} cancelled`);
}

/** Puts entries that ended without success back into the queue. */
export async function retryEntries(entries: readonly QueueEntry[]): Promise<void> {
  const meant = entries.filter((entry) => allows(entry, 'retry'));
  if (meant.length === 0) return;
  const refs = meant.map(({ id }) => ({ entry: id }));
  const done = await forEach('queue.retry', refs, 'Not all crawls were queued again.');
  if (done > 0) toast.success(`${entriesWords(meant.slice(0, done))} queued again`);
}

/** A place in the queue. */
export type Place = CallArgs<'queue.move'>['to'];

/** Moves pending entries to a place, in the order that they have. */
export async function moveEntries(entries: readonly QueueEntry[], to: Place): Promise<void> {
  const meant = entries.filter((entry) => allows(entry, 'move'));
  // Each goes before those that were moved before it.
  const ordered = to === 'first' ? meant.toReversed() : meant;
  const moves = ordered.map(({ id }) => ({ entry: id, to }));
  if (moves.length > 0) await forEach('queue.move', moves, 'The order was not changed.');
}

/** Gives pending entries a priority. */
export async function setPriority(entries: readonly QueueEntry[], priority: number): Promise<void> {
  const changes = entries.filter((entry) => allows(entry, 'move')).map(({ id }) => ({ entry: id, priority }));
  await forEach('queue.setPriority', changes, 'Not all priorities were changed.');
}

/** Hides the entries that have ended. @param project only those of it; null: all */
export async function clearEnded(project: string | null): Promise<void> {
  const answer = await changed('queue.clear', project === null ? {} : { project }, 'Nothing was cleared.');
  if (answer === null) return;
  toast.success(
    answer.cleared === 0 ? 'Nothing to clear' : `${counted(answer.cleared, 'ended crawl')} cleared`,
    {
      message:
        answer.cleared === 0 ? 'No crawl of the queue has ended.' : 'They stay counted, and can be shown.',
    },
  );
}

/** Holds the queue, or releases it; or says how many crawls run at once. */
export async function configureQueue(change: CallArgs<'queue.configure'>): Promise<void> {
  await changed('queue.configure', change, 'The queue was not changed.');
}

async function changed<N extends CallName>(
  name: N,
  args: CallArgs<N>,
  failure: string,
): Promise<CallValue<N> | null> {
  const answer = await act(name, args, { failure });
  if (answer !== null) queueChanged();
  return answer;
}

/**
 * Queues a full run of each spider of a project. Those that were allowed to reach private addresses may do so again; those that
 * cannot run are left out, and told. One that is pending already is not queued twice.
 */
export async function queueProject(project: string): Promise<void> {
  const spiders = await act('spiders.list', { project });
  if (spiders === null) return;
  if (spiders.length === 0) {
    toast.information(`The project ${project} has no spiders yet`);
    return;
  }
  const all = spiders.map(({ name }) => ({
    project,
    spider: name,
    allowPrivate: mayReachPrivate(project, name),
    duplicates: 'skip' as const,
  }));
  const wrong = new Map<number, string>();
  const failure = `The spiders of ${project} were not queued.`;
  let answer = await act(
    'queue.addMany',
    { entries: all },
    {
      failure,
      handle(error) {
        for (const { index, message } of entryFaults(error)) wrong.set(index, message);
        return wrong.size > 0 && wrong.size < all.length;
      },
    },
  );
  if (answer === null && wrong.size > 0 && wrong.size < all.length) {
    const entries = all.filter((_, index) => !wrong.has(index));
    answer = await act('queue.addMany', { entries }, { failure });
  }
  if (answer === null) return;
  queueChanged();
  const title = `${counted(answer.entries.length, 'crawl')} of ${project} in the queue`;
  const [first] = wrong.values();
  if (first === undefined) toast.success(title, { actions: [showQueue] });
  else {
    const others = wrong.size === 1 ? '' : ` And ${count(wrong.size - 1)} more.`;
    toast.warning(title, {
      message: `${counted(wrong.size, 'spider')} left out: ${first}${others}`,
      actions: [showQueue],
    });
  }
}
