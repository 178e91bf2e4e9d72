import type { SavedPage } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../ui/confirm.tsx';
import { uploadFile } from '../../client/upload.ts';
import type { SpiderKey } from '../author/author-state.ts';
import { changeTester } from './tester-store.ts';

const show = (key: SpiderKey, page: SavedPage | null): boolean => {
  if (page !== null) changeTester(key, { page: page.id, outlines: [], picked: null });
  return page !== null;
};

/** Fetches a page and shows it. @returns whether it is there */
export async function addUrl(key: SpiderKey, url: string, allowPrivate: boolean): Promise<boolean> {
  const args = { ...key, url: url.trim(), allowPrivate };
  return show(key, await act('pages.addUrl', args, { failure: 'The page was not added.' }));
}

/** Saves files as pages; the last one is shown. */
export async function addFiles(key: SpiderKey, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const sent = await uploadFile(getClient(), file);
    if (!sent.ok) {
      toast.error(sent.error, `“${file.name}” was not added.`);
      continue;
    }
    const args = { ...key, upload: sent.value.upload };
    show(key, await act('pages.addFile', args, { failure: `“${file.name}” was not added.` }));
  }
}

/** Saves the page that a run has stored for a request, and shows it. */
export async function addFromRun(key: SpiderKey, request: string): Promise<void> {
  show(
    key,
    await act('pages.addFromRun', { request }, { failure: 'The page of the request was not added.' }),
  );
}

export async function deletePage(key: SpiderKey, page: SavedPage): Promise<void> {
  const sure = await confirm({
    title: 'Delete the page?',
    message: `“${page.title}” is taken from the saved pages of this spider. Runs keep their own copies.`,
    confirm: 'Delete',
    danger: true,
    remember: 'delete-page',
  });
  if (!sure) return;
  const done = await act('pages.delete', { page: page.id }, { failure: 'The page was not deleted.' });
  if (done !== null) changeTester(key, { page: null, outlines: [], picked: null });
}
