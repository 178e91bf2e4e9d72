import { getClient } from './client.ts';
import { toast } from './toasts.ts';

/** Tells, once when the window opens, what is risky about where the data is kept. */
export async function tellFolderWarning(): Promise<void> {
  const status = await getClient().call('app.status', {});
  if (status.ok && status.value.folderWarning !== null) toast.warning(status.value.folderWarning);
}
