import type { ItemDetail, JsonValue } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { copyText } from '../../state/clipboard.ts';
import { href, navigate } from '../../navigation/router.ts';
import { getDocument, revealPointer, type SpiderKey } from '../../spider-document/document.ts';
import { setJsonOpen } from '../../spider-document/json-open.ts';
import { fieldPointer } from './field-pointer.ts';

/**
 * The values as a person thinks of them: the title, what the spider extracts, the rest of the page. A key of the metadata
 * that is called like a column is told from it, as in tables and exports.
 */
export function valuesOf(detail: ItemDetail): Record<string, JsonValue> {
  const { url, title, content, author, published_date, metadata } = detail;
  const columns = { author, published_date, content, url };
  const taken = new Set(['title', ...Object.keys(columns)]);
  return Object.fromEntries<JsonValue>([
    ...(title === null ? [] : [['title', title] as const]),
    ...Object.entries(metadata).map(
      ([name, value]) => [taken.has(name) ? `metadata.${name}` : name, value] as const,
    ),
    ...Object.entries(columns).filter(([, value]) => value !== null),
  ]);
}

/** Copies an item as JSON. */
export async function copyItem(item: string): Promise<void> {
  const detail = await read(item);
  if (detail === null) return;
  await copyText(JSON.stringify(valuesOf(detail), null, 2), 'Item copied as JSON');
}

/** Copies the URL of an item. */
export async function copyAddress(url: string): Promise<void> {
  await copyText(url, 'URL copied');
}

/** Opens the spider with the stored page of an item beside it. */
export function openPageOf({ project, spider, request, hasPage }: ItemDetail): void {
  navigate(href(['spider', project, spider, 'author'], hasPage ? { page: `request:${request}` } : {}));
}

/** Opens the spider with the stored page of an item beside it; says so where the page was not stored. */
export async function openPageOfItem(item: string): Promise<void> {
  const detail = await read(item);
  if (detail === null) return;
  if (!detail.hasPage) {
    toast.information('The page of this item was not stored', {
      hint: 'Add the page by its address in the tester.',
    });
    return;
  }
  openPageOf(detail);
}

/** Shows the request that gave an item, in the table of its run. */
export const showRequest = ({ run, request }: ItemDetail): void =>
  navigate(href(['run', run, 'requests'], { request }));

/** Shows the request that an item comes from. */
export async function showRequestOfItem(item: string): Promise<void> {
  const detail = await read(item);
  if (detail !== null) showRequest(detail);
}

/** The time for the text of a spider to load, in milliseconds. */
const openMs = 5000;

/** Opens the definition of a field in the JSON of its spider, with the page of the item beside it. */
export function showField(detail: ItemDetail, field: string): void {
  openPageOf(detail);
  setJsonOpen(true);
  const key: SpiderKey = { project: detail.project, spider: detail.spider };
  const begun = performance.now();
  const look = () => {
    const text = getDocument(key)?.text;
    if (text !== undefined) revealPointer(key, fieldPointer(text, detail.callback, field));
    else if (performance.now() - begun < openMs) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Shows where the spider defines a field of an item. */
export async function showFieldOfItem(item: string, field: string): Promise<void> {
  const detail = await read(item);
  if (detail !== null) showField(detail, field);
}

/** Shows where a value of an item comes from. */
export const showProvenance = (item: string, column: string): void =>
  navigate(href(['item', item, 'from', column]));

/** Reads an item in full; reports a failure. */
async function read(item: string): Promise<ItemDetail | null> {
  const answer = await getClient().call('results.item', { item });
  if (answer.ok) return answer.value;
  toast.error(answer.error, 'The item could not be loaded.');
  return null;
}
