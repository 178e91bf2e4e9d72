import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ItemRow } from '../../store/items/item-queries.ts';
import type { RequestRow } from '../../store/requests/request-queries.ts';
import type { SavedPageRow } from '../../store/pages/saved-page-queries.ts';
import { StoreError } from '../../store/errors.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Awaits a row that may be missing. @throws HostError with the given code */
async function found<T>(row: Promise<T | null>, code: ErrorCode, message: string): Promise<T> {
  try {
    const there = await row;
    if (there !== null) return there;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
  }
  throw new HostError(code, message, 'It may have been deleted; look again.');
}

/** Reads a saved page. @throws HostError `unknown-page` */
export const requirePage = ({ queries }: Workspace, id: string): Promise<SavedPageRow> =>
  found(queries.savedPages.get(id), 'unknown-page', 'This page is not saved any more.');

/** Reads a request. @throws HostError `unknown-request` */
export const requireRequest = ({ queries }: Workspace, id: string): Promise<RequestRow> =>
  found(queries.requests.get(id), 'unknown-request', 'There is no such request any more.');

/** Reads an item. @throws HostError `unknown-item` */
export const requireItem = (
  { queries }: Workspace,
  id: string,
): Promise<ItemRow & { project: string; hasPage: boolean }> =>
  found(queries.items.get(id), 'unknown-item', 'There is no such item any more.');
