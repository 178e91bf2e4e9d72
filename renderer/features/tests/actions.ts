import type { CallArgs } from '../../../shared/contract/index.ts';
import type { TestPart } from '../../../shared/contract/types.ts';
import { navigate, href } from '../../navigation/router.ts';
import { getDocument, revealPointer, type SpiderKey } from '../../spider-document/document.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { pointerOf } from '../../../shared/spider/json-path.ts';
import { fieldPath } from '../../spider-document/place.ts';
import { act } from '../../state/act.ts';
import { mayReachPrivate } from '../../state/private-sites.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { counted } from '../../ui/format.ts';
import type { Lockable } from './grid-heads.tsx';
import { look, type Place } from './tests-store.ts';

/** Which cells are meant: those of a page, of a part, of both, or all. */
export interface Meant {
  page?: string;
  part?: TestPart;
}

/** The edited text, where there are edits. */
function edited(key: SpiderKey): { text?: string } {
  const document = getDocument(key);
  return document !== null && isDirty(document) ? { text: document.text } : {};
}

/** Locks what the edited text takes as right. */
export async function lock(key: SpiderKey, meant: Meant): Promise<void> {
  const args = { ...key, ...meant, ...edited(key) };
  const done = await act('tests.lock', args, { failure: 'Nothing was locked.' });
  if (done !== null && (meant.page === undefined || meant.part === undefined)) {
    toast.success(`${counted(done.locked, 'value')} locked as right`);
  }
}

/** Locks all cells of a head as right. */
export async function lockAll(key: SpiderKey, meant: Lockable): Promise<void> {
  if (!('pages' in meant)) return lock(key, meant);
  for (const page of meant.pages ?? []) await lock(key, { page, part: meant.part });
}

/** Unlocks values. */
export async function unlock(key: SpiderKey, meant: Meant): Promise<void> {
  await act('tests.unlock', { ...key, ...meant }, { failure: 'Nothing was unlocked.' });
}

/** Moves locked values to the new name of a field. */
export async function moveLocked(key: SpiderKey, names: { from: string; to: string }): Promise<void> {
  await act('tests.rename', { ...key, ...names }, { failure: 'The locked values were not moved.' });
}

/** Saves a varied sample of the pages of the last run. */
export async function addSample(key: SpiderKey): Promise<void> {
  const added = await act('tests.sample', { ...key }, { failure: 'No pages were added.' });
  if (added === null) return;
  if (added.pages.length === 0) toast.information('The pages of the last run are saved already');
  else toast.success(`${counted(added.pages.length, 'page')} of run ${added.run} added`);
}

/** Fetches the saved pages again, beside the earlier copies, and shows what has changed. Asks first if an address is private. */
export async function fetchPagesAgain(
  key: SpiderKey,
  how: Pick<CallArgs<'tests.fetchAgain'>, 'page' | 'operation'>,
  signal: AbortSignal,
): Promise<void> {
  const { project, spider } = key;
  const fetch = (allowPrivate: boolean) =>
    act(
      'tests.fetchAgain',
      { project, spider, ...how, allowPrivate },
      { failure: 'The pages were not fetched again.', signal },
    );
  const allowed = mayReachPrivate(project, spider);
  let done = await fetch(allowed);
  if (done !== null && !allowed && done.failed.some(({ reason }) => reason === 'blocked-address')) {
    const sure = await confirm({
      title: 'Allow a private address?',
      message: 'The pages are on this computer or in this network. Continue only if the site is yours.',
      confirm: 'Fetch them',
    });
    if (sure) done = await fetch(true);
  }
  if (done === null) return;
  const [first] = done.failed;
  if (first !== undefined) {
    toast.warning(`${counted(done.failed.length, 'page')} could not be fetched again`, {
      message: first.message,
    });
  }
  if (done.fetched > 0) look(key, { view: 'copies' });
}

/** Keeps one of the two copies of a page. */
export async function keepCopy(page: string, copy: 'newer' | 'earlier'): Promise<void> {
  await act('tests.keep', { page, copy }, { failure: 'The copy was not kept.' });
}

/** Opens the spider with the page beside it, at the field. */
export function showOnPage(key: SpiderKey, { page, part }: Place, callback: string | null): void {
  navigate(href(['spider', key.project, key.spider, 'author'], { page }));
  if (part.kind !== 'field' || callback === null) return;
  revealPointer(key, pointerOf(fieldPath(callback, [part.name])), { focus: false });
}
