import { htmlRoad, jsonRoad, textRoad } from '../../shared/roads.ts';
import { pageNames, readsOnlyJson } from '../extract/takes-page.ts';
import { jsonText } from '../extract/analyze/json-text.ts';
import type { Page } from '../extract/page.ts';
import { elementsBelow } from '../extract/walk.ts';
import type { Callback } from '../../shared/spider/schema.ts';

/**
 * Says of a page that gave nothing that it is of another kind than its callback reads, and what to do about it; null: it is not.
 * @param callback null: parse_article
 */
export function otherKind(
  page: Page,
  { url, name, callback }: { url: string; name: string; callback: Callback | null },
): string | null {
  const reads = callback !== null && readsOnlyJson(callback);
  if (page.kind === 'json' && !reads)
    return `${url} is ${pageNames.json}, and ${name} has no json_path for it. ${jsonRoad}`;
  if (page.kind !== 'html') return null;
  if (jsonText(elementsBelow(page.document)) !== null)
    return `${url} holds JSON, but the site does not call it so. ${textRoad}`;
  return reads ? `${url} is HTML, and ${name} reads JSON by json_path. ${htmlRoad}` : null;
}
