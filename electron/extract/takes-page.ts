import type { PageKind } from '../../shared/page-kind.ts';
import { languageOfEntries, languageOfRows } from '../../shared/selectors/language.ts';
import type { Callback, FieldExtract } from '../../shared/spider/schema.ts';

/** What people call pages that are no HTML. */
export const pageNames = { xml: 'XML', json: 'JSON' } as const;

/**
 * Why a callback takes no page of a kind, in one sentence; null: it takes it. parse_article takes HTML only, and a JSON page is taken
 * by a callback that has a JSONPath for it.
 * @param callback null: parse_article
 * @param type Content-Type of the page, for the sentence; null: none; left out: unknown
 */
export function whyNotTaken(
  kind: PageKind,
  name: string,
  callback: Callback | null,
  type?: string | null,
): string | null {
  if (kind === 'html' || (callback !== null && (kind === 'xml' || readsJson(callback)))) return null;
  const page = `The page is ${pageNames[kind]}${type === undefined ? '' : ` (${type ?? 'no content type'})`}`;
  return callback === null
    ? `${page}, and ${name} reads HTML only, so nothing can be extracted.`
    : `${page}, and ${name} has no json_path for it, so nothing can be extracted.`;
}

/** Whether a callback reads values of JSON pages, rather than JSON inside HTML. */
function readsJson({ extract, iterate }: Callback): boolean {
  if (typeof iterate?.json_path === 'string') return false;
  if (iterate !== null && iterate !== undefined && languageOfRows(iterate.selector) === 'json') return true;
  return Object.values(extract ?? {}).some(isPath);
}

/** Whether a callback reads JSON pages, and nothing of others. */
export const readsOnlyJson = (callback: Callback): boolean =>
  readsJson(callback) && Object.values(callback.extract ?? {}).every(isPath);

const isPath = ({ type, selector, json_path: path, css, xpath }: FieldExtract): boolean =>
  type === 'nested_list'
    ? typeof selector === 'string' && languageOfEntries(selector) === 'json'
    : typeof path === 'string' && typeof css !== 'string' && typeof xpath !== 'string';
