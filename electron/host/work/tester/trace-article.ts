import type { ItemColumn } from '../../../store/items/item-queries.ts';
import { extractArticle } from '../../../extract/articles/chain.ts';
import { itemFromArticle } from '../../../extract/item.ts';
import { whyNotTaken } from '../../../extract/takes-page.ts';
import { builtInCallback } from '../../../../shared/spider/schema.ts';
import type { JsonValue } from '../../../extract/types.ts';
import { findElements } from './find-elements.ts';
import type { OpenPage } from './open-page.ts';
import { emptyTrace, valueAt, type Retaken, type Sought } from './trace.ts';

/** Length in characters up to which a text is looked for on the page. */
const maxSought = 300;

/**
 * Traces a value of an article. Strategies read the page as a whole and keep no elements, so those are shown that hold the text of
 * the value, or of the first paragraph of the content.
 */
export function traceArticle(page: OpenPage, { spider, column, inside }: Sought): Retaken {
  const refusal = whyNotTaken(page.content.kind, builtInCallback, null) ?? page.unreadable;
  if (refusal !== null) return { ok: false, reason: refusal };
  const settings = spider.settings ?? {};
  const url = page.url ?? '';
  const browser = page.rendered ? ({ browser: { kind: 'rendered' } } as const) : {};
  const { article, strategies } = extractArticle(page.tree, { url, settings, ...browser });
  const told = strategies.map(({ strategy, reason }) => `${strategy}: ${reason ?? 'nothing found'}`);
  if (article === null) return { ok: false, reason: `No article was found. ${told.join(' · ')}` };
  const name = strategies.find((each) => each.article !== null)?.strategy ?? '';
  const value = valueAt(itemFromArticle(url, article), column, inside);
  const trace = {
    ...emptyTrace,
    source: 'article' as const,
    strategy: { name, earlier: told.slice(0, -1) },
    elements: elementsOf(page, column, value),
    steps: [{ step: name, value }],
    value,
  };
  return { ok: true, trace };
}

/** The first element that holds the text of a value. */
function elementsOf(page: OpenPage, column: ItemColumn, value: JsonValue): number[] {
  if (typeof value !== 'string') return [];
  const isContent = column.kind === 'column' && column.name === 'content';
  const text = (isContent ? (value.split('\n').find((line) => line.trim() !== '') ?? '') : value).trim();
  const sought = isContent ? text.slice(0, maxSought) : text;
  if (sought === '' || sought.length > maxSought) return [];
  const [first] = findElements(page, sought);
  return first === undefined || first.element === null ? [] : [first.element];
}
