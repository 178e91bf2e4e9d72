import { daysInTrash } from '../../shared/contract/trash-time.ts';
import { act } from './act.ts';
import { invalidate } from './query.ts';
import { toast } from './toasts.ts';

/** Tells that something was deleted, and offers to undo it. @param trash its entry in the trash */
export function toldDeleted(title: string, trash: string | null): void {
  toast.success(title, {
    message: `It stays in the trash for ${daysInTrash} days.`,
    ...(trash === null ? {} : { actions: [{ label: 'Undo', run: () => void undo(trash) }] }),
  });
}

/** Restores something from the trash. @returns whether it was restored */
export async function restoreFromTrash(entry: string, name?: string): Promise<boolean> {
  const args = { entry, ...(name === undefined ? {} : { name }) };
  const restored = await act('trash.restore', args, { failure: 'It was not restored.' });
  if (restored !== null) invalidate(() => true);
  return restored !== null;
}

async function undo(entry: string): Promise<void> {
  if (await restoreFromTrash(entry)) toast.success('Restored from the trash');
}
