import { create } from 'zustand';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { StorageReport } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../state/questions.ts';
import { bytes, counted } from '../../ui/format.ts';

/** Something that takes a while. */
export interface StorageTask {
  /** In words, for what shows it: "Compacting the database". */
  readonly title: string;
  /** The name under which the host tells how far it is. */
  readonly operation: string;
  readonly abort: AbortController;
}

interface StorageStore {
  readonly report: StorageReport | null;
  readonly error: CallError | null;
  readonly measuring: StorageTask | null;
  /** One at a time; it goes on when the screen is left. */
  readonly task: StorageTask | null;
  /** What a check has found, while it is shown. */
  readonly checked: CallValue<'storage.check'> | null;
}

/** What takes room, as it was measured last, and what is being done about it. */
export const useStorage = create<StorageStore>(() => ({
  report: null,
  error: null,
  measuring: null,
  task: null,
  checked: null,
}));

const newTask = (title: string): StorageTask => ({
  title,
  operation: crypto.randomUUID(),
  abort: new AbortController(),
});

/** Measures what takes room. What was measured before stays until it is done. @param fresh false: the last measurement is enough */
export async function measure(fresh: boolean): Promise<void> {
  if (useStorage.getState().measuring !== null) return;
  const measuring = newTask('Measuring what takes room');
  useStorage.setState({ measuring, error: null });
  const { operation, abort } = measuring;
  const answer = await getClient().call('storage.report', { fresh, operation }, { signal: abort.signal });
  if (answer.ok) useStorage.setState({ report: answer.value, measuring: null });
  else
    useStorage.setState({
      measuring: null,
      error: answer.error.code === 'cancelled' ? null : answer.error,
    });
  invalidate((name) => name === 'storage.runs');
}

/** Carries out one thing at a time. @returns null where it was not done, or something else is under way */
async function oneAtATime<T>(
  title: string,
  work: (task: StorageTask) => Promise<T | null>,
): Promise<T | null> {
  if (useStorage.getState().task !== null) return null;
  const task = newTask(title);
  useStorage.setState({ task });
  const done = await work(task);
  useStorage.setState({ task: null });
  return done;
}

/** Carries out what changes what is stored, then measures again. */
async function carryOut<T>(title: string, work: (task: StorageTask) => Promise<T | null>): Promise<T | null> {
  const done = await oneAtATime(title, work);
  await measure(true);
  return done;
}

/** Looks at the whole database. What is found is shown until it is closed. */
export async function check(): Promise<void> {
  const checked = await oneAtATime('Checking the database', ({ operation, abort: { signal } }) =>
    act('storage.check', { operation }, { failure: 'The database was not checked.', signal }),
  );
  if (checked !== null) useStorage.setState({ checked });
}

/** Closes what a check has found. */
export const closeChecked = () => useStorage.setState({ checked: null });

/** Gives free room inside the database back to the disk, after a question where that takes long. */
export async function compact({ compaction }: StorageReport): Promise<void> {
  const { way, neededBytes } = compaction;
  const agreed =
    way === 'steps' ||
    (await confirm({
      title: 'Compact the database?',
      message: `It was made by an earlier version and is written anew once. That needs ${bytes(neededBytes)} of free room, and changes wait until it is done.`,
      confirm: 'Compact',
    }));
  if (!agreed) return;
  const done = await carryOut('Compacting the database', ({ operation, abort: { signal } }) =>
    act('storage.compact', { operation }, { failure: 'The database was not compacted.', signal }),
  );
  if (done !== null)
    toast.success(`${bytes(Math.max(0, done.beforeBytes - done.afterBytes))} given back to the disk`);
}

/** Deletes the stored responses of sites, after a question. */
export async function clearCache(): Promise<void> {
  const agreed = await confirm({
    title: 'Clear the HTTP cache?',
    message: 'The next runs of spiders that use it request their pages again. Runs and items stay.',
    confirm: 'Clear cache',
    danger: true,
  });
  if (!agreed) return;
  const done = await carryOut('Clearing the HTTP cache', ({ operation, abort: { signal } }) =>
    act('storage.clearCache', { operation }, { failure: 'The cache was not cleared.', signal }),
  );
  if (done !== null) toast.success(`${counted(done.answers, 'cached response')} deleted`);
}
