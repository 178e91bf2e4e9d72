import { getClient } from './client.ts';
import { toast } from './toasts.ts';

/** Warns, once when the window opens, of a data folder at risk. */
export async function reportFolderWarning(): Promise<void> {
  const status = await getClient().call('app.status', {});
  if (status.ok && status.value.folderWarning !== null) toast.warning(status.value.folderWarning);
}
