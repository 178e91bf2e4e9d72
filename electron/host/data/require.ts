import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ItemRow } from '../../store/items/items.ts';
import type { RequestRow } from '../../store/requests/requests.ts';
import type { SavedPageRow } from '../../store/pages/saved-page-queries.ts';
import { StoreError } from '../../store/errors.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Ids of rows that may be gone: each throws HostError with the code of its kind. */
function found<T>(read: () => T | null, code: ErrorCode, message: string): T {
  let row: T | null;
  try {
    row = read();
  } catch (error) {
    throw isMissing(error) ? gone(code, message) : error;
  }
  if (row === null) throw gone(code, message);
  return row;
}

const isMissing = (error: unknown): boolean => error instanceof StoreError && error.code === 'not-found';

const gone = (code: ErrorCode, message: string): HostError =>
  new HostError(code, message, 'It may have been deleted; look again.');

export async function requirePage({ queries }: Workspace, id: string): Promise<SavedPageRow> {
  try {
    return await queries.savedPages.get(id);
  } catch (error) {
    throw isMissing(error) ? gone('unknown-page', 'This page is not saved any more.') : error;
  }
}

export function requireRequest({ store }: Workspace, id: string): RequestRow {
  return found(() => store.requests.get(id), 'unknown-request', 'There is no such request any more.');
}

export function requireItem(
  { store }: Workspace,
  id: string,
): ItemRow & { project: string; hasPage: boolean } {
  return found(() => store.itemViews.get(id), 'unknown-item', 'There is no such item any more.');
}
