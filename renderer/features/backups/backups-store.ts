import { create } from 'zustand';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { bytes } from '../../ui/format.ts';

/** A backup that is being sent or verified. */
export interface BackupWork {
  readonly place: string;
  readonly what: 'sending' | 'verifying';
  /** The name under which the host tells how far it is. */
  readonly operation: string;
  readonly abort: AbortController;
}

interface BackupsStore {
  /** One at a time: each takes the room of a second database. */
  readonly work: BackupWork | null;
  readonly isAdding: boolean;
}

/** What is being done with backups. It goes on when the settings are left. */
export const useBackups = create<BackupsStore>(() => ({ work: null, isAdding: false }));

/** Opens or closes the dialog that adds a place. */
export const showAdding = (isAdding: boolean) => useBackups.setState({ isAdding });

/** Reads places, their backups and plans again. */
export const readBackupsAgain = () =>
  invalidate((name) => name === 'places.list' || name === 'backups.stored' || name === 'backups.plans');

function begin(place: string, what: BackupWork['what']): BackupWork | null {
  if (useBackups.getState().work !== null) return null;
  const work = { place, what, operation: crypto.randomUUID(), abort: new AbortController() };
  useBackups.setState({ work });
  return work;
}

function end(): void {
  useBackups.setState({ work: null });
  readBackupsAgain();
}

/** Stores the workspace in a place. */
export async function backUp(place: string): Promise<void> {
  const work = begin(place, 'sending');
  if (work === null) return;
  const { operation, abort } = work;
  const made = await act(
    'backups.store',
    { target: `place:${place}`, operation },
    { failure: 'The backup was not stored.', signal: abort.signal },
  );
  end();
  if (made !== null)
    toast.success('The backup is stored', {
      message: `${bytes(made.bytes)} in ${place}. It is not verified yet.`,
    });
}

/** Reads a backup, restores it into a scratch folder and compares it. */
export async function verify(place: string, id: string): Promise<void> {
  const work = begin(place, 'verifying');
  if (work === null) return;
  const { operation, abort } = work;
  const answer = await getClient().call(
    'backups.verifyStored',
    { target: `place:${place}/${id}`, operation },
    { signal: abort.signal },
  );
  end();
  if (answer.ok)
    toast.success('The backup is valid', { message: 'It was restored into a scratch folder and compared.' });
  else if (answer.error.code !== 'cancelled') toast.error(answer.error, 'The backup was not verified.');
}
