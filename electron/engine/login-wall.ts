import { isFilled as hasValue } from '../../shared/filled.ts';
import { asksForLogin } from '../extract/analyze/login-form.ts';
import type { PageTree } from '../extract/tree.ts';
import { elementsBelow } from '../extract/walk.ts';
import type { ReadInput } from './page-items.ts';
import type { PageOutput } from './page-types.ts';
import type { NewEvent } from './ports/ledger.ts';

/** Characters of text from which an item has content of its own, and not what a login page says beside its form. */
const ownContent = 400;

/** What was taken from a page, and whether anything of it has a value. */
type Taken = Pick<PageOutput, 'items' | 'rows'> & { isFilled: boolean };

/**
 * An event about a page that asks for a login: a start URL that is redirected to it, a page that was to give items, or one whose
 * title and hints were taken for an article.
 */
export function loginWall(
  { isRedirectedStart, url, callback }: Pick<ReadInput, 'isRedirectedStart' | 'url' | 'callback'>,
  page: PageTree,
  { items, rows, isFilled }: Taken,
): NewEvent[] {
  const isStart = isRedirectedStart === true;
  const isAsked = isFilled ? rows.length === 0 && items.every(isOfWall) : isStart || callback !== null;
  if (!isAsked || !asksForLogin(elementsBelow(page.document), url)) return [];
  if (isFilled) {
    const message = `What was taken from ${url} is of a page that asks for a login.`;
    return [{ kind: 'login-taken', url, message }];
  }
  const message = isStart
    ? `A start URL leads to ${url}, which asks for a login.`
    : `${url} asks for a login.`;
  return [{ kind: 'login-wall', url, message }];
}

/** Whether an item could be that of a login page: a title, and no more text than such pages have. */
const isOfWall = ({ content, metadata }: Taken['items'][number]): boolean =>
  (content ?? '').length < ownContent && !Object.values(metadata).some(hasValue);
