import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ItemRow } from '../../store/items/items.ts';
import type { RequestRow } from '../../store/requests/requests.ts';
import type { SavedPageRow } from '../../store/pages/saved-pages.ts';
import { StoreError } from '../../store/errors.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Ids of rows that may be gone: each throws HostError with the code of its kind. */
function found<T>(read: () => T | null, code: ErrorCode, message: string): T {
  let row: T | null;
  try {
    row = read();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
    row = null;
  }
  if (row === null) throw new HostError(code, message, 'It may have been deleted; look again.');
  return row;
}

export function requirePage({ store }: Workspace, id: string): SavedPageRow {
  return found(() => store.savedPages.get(id), 'unknown-page', 'This page is not saved any more.');
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
