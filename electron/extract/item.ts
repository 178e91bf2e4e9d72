import { builtInCallback } from '../../shared/spider/schema.ts';
import type { Article, CallbackResult, FieldProblem, JsonValue, NewItem } from './types.ts';

const columns = ['title', 'content', 'author', 'published_date'] as const;
type Column = (typeof columns)[number];

const isColumn = (name: string): name is Column => columns.some((column) => column === name);

/**
 * A value for a text column: numbers and booleans as text, a list of such values joined (content line by line, the others by
 * ", "). Undefined where the value is an object or holds one: that cannot be a column.
 */
function columnText(column: Column, value: JsonValue): string | null | undefined {
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return undefined;
  const texts: string[] = [];
  for (const element of value) {
    if (element === null) continue;
    if (typeof element === 'object') return undefined;
    texts.push(String(element));
  }
  return texts.length === 0 ? null : texts.join(column === 'content' ? '\n' : ', ');
}

/**
 * The stored item of a callback: title, content, author and published_date fill their columns, every other field becomes
 * metadata in the order of the callback. A column's field that holds objects stays in the metadata, with a problem, rather
 * than being lost.
 */
export function itemFromCallback(url: string, callbackName: string, result: CallbackResult): NewItem {
  const filled: Record<Column, string | null> = {
    title: null,
    content: null,
    author: null,
    published_date: null,
  };
  const metadata: [string, JsonValue][] = [];
  const problems: FieldProblem[] = [...result.problems];
  for (const [field, value] of Object.entries(result.item)) {
    const text = isColumn(field) ? columnText(field, value) : undefined;
    if (isColumn(field) && text !== undefined) filled[field] = text;
    else {
      metadata.push([field, value]);
      if (isColumn(field)) {
        const message = `The column ${field} holds text, but the value is an object or a list of objects; it was kept in the metadata.`;
        problems.push({ field, message });
      }
    }
  }
  return { url, callback: callbackName, ...filled, metadata: Object.fromEntries(metadata), problems };
}

/** The stored item of an article that a strategy of EXTRACTOR_ORDER has found. */
export function itemFromArticle(url: string, article: Article): NewItem {
  const { title, content, author, published_date, metadata } = article;
  return { url, callback: builtInCallback, title, content, author, published_date, metadata, problems: [] };
}
