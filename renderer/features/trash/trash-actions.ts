import { create } from 'zustand';
import { getClient } from '../../state/client.ts';
import type { TrashEntry } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { restoreFromTrash } from '../../state/deleted.ts';
import { invalidate } from '../../state/query.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { bytes, counted } from '../../ui/format.ts';
import { nameOf } from './trash-columns.tsx';

/** What needs another name before it can be restored; null: nothing. */
export const useRenaming = create<{ entry: TrashEntry | null }>(() => ({ entry: null }));

/** Restores entries; what has a name that is taken asks for another one. */
export async function restoreEntries(entries: readonly TrashEntry[]): Promise<void> {
  let restored = 0;
  // What others belong to comes first.
  const order = ['project', 'spider', 'run', 'page'];
  for (const entry of entries.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    const answer = await getClient().call('trash.restore', { entry: entry.id });
    if (answer.ok) restored += 1;
    else if (answer.error.code === 'name-taken') useRenaming.setState({ entry });
    else toast.error(answer.error, `${nameOf(entry)} was not restored.`);
  }
  invalidate(() => true);
  if (restored > 0)
    toast.success(restored === 1 ? 'Restored' : `Restored ${counted(restored, 'entry', 'entries')}`);
}

/** Restores an entry under another name. @returns whether it was restored */
export async function restoreAs(entry: TrashEntry, name: string): Promise<boolean> {
  const isRestored = await restoreFromTrash(entry.id, name);
  if (isRestored) toast.success(`Restored as “${name}”`);
  return isRestored;
}

/** Deletes entries for good, after a question. */
export async function deleteForGood(entries: readonly TrashEntry[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const room = bytes(entries.reduce((sum, { contents }) => sum + contents.bytes, 0));
  const agreed = await confirm({
    title:
      entries.length === 1
        ? `Delete “${nameOf(first)}” for good?`
        : `Delete ${counted(entries.length, 'entry', 'entries')} for good?`,
    message: `This frees about ${room}. It cannot be undone.`,
    confirm: 'Delete for good',
    danger: true,
  });
  if (!agreed) return;
  const answer = await act(
    'trash.empty',
    { entries: entries.map(({ id }) => id) },
    { failure: 'Nothing was deleted.' },
  );
  if (answer === null) return;
  invalidate((name) => name === 'trash.list');
  toast.success(
    answer.removed === 1
      ? 'Deleted for good'
      : `Deleted ${counted(answer.removed, 'entry', 'entries')} for good`,
  );
}
