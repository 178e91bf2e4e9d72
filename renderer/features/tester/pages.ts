import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { toldDeleted } from '../../state/deleted.ts';
import { confirm } from '../../state/questions.ts';
import { uploadFile } from '../../client/upload.ts';
import { getDocument, type SpiderKey } from '../../spider-document/document.ts';
import { nodeAt, parseText, valueOf } from '../../../shared/spider/json-path.ts';
import { changeTester, showPage } from './tester-store.ts';

const show = (key: SpiderKey, page: SavedPage | null): boolean => {
  if (page === null) return false;
  // The event that the pages have changed may come after this answer.
  invalidate((name) => name === 'pages.list');
  showPage(key, page.id);
  return true;
};

/** Whether a text is an HTTP or HTTPS URL. */
export const isWeb = (text: string) => /^https?:$/u.test(URL.parse(text.trim())?.protocol ?? '');

/** How to fetch a page. */
export interface AddressWish {
  url: string;
  /** Whether to render it in a browser. */
  browser: boolean;
  allowPrivate: boolean;
}

/**
 * Gets a page, by the settings as they stand in the editor, and shows it.
 * @param operation the name to follow it by
 * @returns what went wrong; null: it is there, or was given up
 */
export async function addUrl(
  key: SpiderKey,
  { url, ...how }: AddressWish,
  { operation, signal }: { operation: string; signal: AbortSignal },
): Promise<CallError | null> {
  let failure: CallError | null = null;
  const handle = (error: CallError) => {
    failure = error;
    return true;
  };
  const text = getDocument(key)?.text;
  const args = { ...key, ...how, url: url.trim(), operation, ...(text === undefined ? {} : { text }) };
  showAdded(key, await act('pages.addUrl', args, { handle, signal }));
  return failure;
}

/** Shows a page that was added, and its warnings. */
function showAdded(key: SpiderKey, added: CallValue<'pages.addUrl'> | null): boolean {
  if (added !== null && added.notes.length > 0) {
    toast.information('The page was added', { message: added.notes.join(' ') });
  }
  return show(key, added?.page ?? null);
}

/** Whether a file may be a page: by its name, or by what the system says of it. */
const isPage = ({ name, type }: File) => /\.(?:x?html?|mht)$/iu.test(name) || /html/u.test(type);

/** Saves files as pages and shows the last one. Reports files that are not pages. */
export async function addFiles(key: SpiderKey, files: readonly File[]): Promise<void> {
  const others = files.filter((file) => !isPage(file));
  if (others.length > 0) {
    toast.warning(
      others.length === 1 ? `“${others[0]?.name}” is not a page` : `${others.length} files are not pages`,
      { hint: 'Pages are HTML files (.html, .htm, .xhtml). Drop spider files onto the sidebar.' },
    );
  }
  for (const file of files.filter(isPage)) {
    const sent = await uploadFile(getClient(), file);
    if (!sent.ok) {
      toast.error(sent.error, `“${file.name}” was not added.`);
      continue;
    }
    const args = { ...key, upload: sent.value.upload };
    show(key, await act('pages.addFile', args, { failure: `“${file.name}” was not added.` }));
  }
}

/** Saves the page that a run has stored for a request, and shows it. @returns whether it is there */
export async function addFromRun(key: SpiderKey, request: string): Promise<boolean> {
  const args = { request };
  return show(
    key,
    await act('pages.addFromRun', args, { failure: 'The page of the request was not added.' }),
  );
}

/** Saves the page that a link leads to, and shows it. Asks first if the address is private. */
export async function addLinked(key: SpiderKey, url: string): Promise<void> {
  const text = getDocument(key)?.text;
  const get = (allowPrivate: boolean, handle: (error: CallError) => boolean) =>
    act(
      'pages.addUrl',
      {
        ...key,
        url,
        allowPrivate,
        operation: crypto.randomUUID(),
        ...(text === undefined ? {} : { text }),
      },
      { failure: 'The page was not saved.', handle },
    );
  let blocked = false;
  const added = await get(false, ({ details }) => {
    blocked = details['reason'] === 'blocked-address';
    return blocked;
  });
  if (!blocked) return void showAdded(key, added);
  if (await mayReachPrivate(url)) showAdded(key, await get(true, () => false));
}

/** Sends a start request as the text stands, saves its answer and shows it. Asks first if the address is private. */
export async function addRequest(key: SpiderKey, number: number): Promise<void> {
  const text = getDocument(key)?.text;
  const from = text === undefined ? {} : { text };
  let blocked = false;
  const send = (allowPrivate: boolean) =>
    act(
      'pages.addRequest',
      { ...key, ...from, number, allowPrivate, operation: crypto.randomUUID() },
      {
        failure: 'The answer was not saved.',
        handle: ({ details }) => {
          blocked = !allowPrivate && details['reason'] === 'blocked-address';
          return blocked;
        },
      },
    );
  let added = await send(false);
  if (blocked) added = (await mayReachPrivate('Its address')) ? await send(true) : null;
  const path = ['start_requests', number - 1, 'callback'];
  const callback = valueOf(nodeAt(parseText(text ?? '').root, path));
  if (showAdded(key, added) && typeof callback === 'string') changeTester(key, { callback });
}

/** Fetches a page again, by the settings as they stand in the editor, and replaces it. Asks first if the address is private. */
export async function fetchAgain(key: SpiderKey, page: SavedPage): Promise<void> {
  let blocked = false;
  const handle = ({ details }: CallError) => {
    blocked = details['reason'] === 'blocked-address';
    return blocked;
  };
  const failure = 'The page was not fetched again.';
  const text = getDocument(key)?.text;
  const args = { page: page.id, ...(text === undefined ? {} : { text }) };
  let fetched = await act('pages.fetchAgain', { ...args, allowPrivate: false }, { failure, handle });
  if (blocked) {
    if (!(await mayReachPrivate(page.url ?? 'The page'))) return;
    fetched = await act('pages.fetchAgain', { ...args, allowPrivate: true }, { failure });
  }
  if (!showAdded(key, fetched)) return;
  toast.success('The page was fetched again');
}

/** Fetches the style sheets and pictures of a page and keeps them. Asks first if an address is private. @returns whether any were loaded */
export async function fetchFiles(page: SavedPage): Promise<boolean> {
  const fetch = (allowPrivate: boolean) =>
    act(
      'pages.fetchFiles',
      { page: page.id, allowPrivate },
      { failure: 'What the page shows was not fetched.' },
    );
  let fetched = await fetch(false);
  if (
    fetched !== null &&
    fetched.blocked > 0 &&
    (await mayReachPrivate('A picture or style sheet of the page'))
  ) {
    fetched = await fetch(true);
  }
  if (fetched === null) return false;
  if (fetched.kept === 0)
    toast.warning('No picture and no style sheet of the page could be loaded', {
      message: 'The page says why.',
    });
  return true;
}

const mayReachPrivate = (what: string) =>
  confirm({
    title: 'Allow a private address?',
    message: `${what} is on this computer or in this network. Continue only if the site is yours.`,
    confirm: 'Fetch it',
  });

/** Moves a saved page to the trash after a confirmation. */
export async function deletePage(key: SpiderKey, page: SavedPage): Promise<void> {
  const sure = await confirm({
    title: 'Move the page to the trash?',
    message: `“${page.title}” goes with the values that are locked on it, and can be restored for ${daysInTrash} days. Runs keep their own copies.`,
    confirm: 'Move to the trash',
    danger: true,
    remember: 'delete-page',
  });
  if (!sure) return;
  const done = await act('pages.delete', { page: page.id }, { failure: 'The page was not deleted.' });
  if (done === null) return;
  invalidate((name) => name === 'pages.list');
  showPage(key, null);
  toldDeleted('The page was moved to the trash', done.trash);
}
