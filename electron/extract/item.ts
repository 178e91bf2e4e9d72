import { builtInCallback, columnFields } from '../../shared/spider/schema.ts';
import type { Article, CallbackResult, FieldProblem, JsonValue, NewItem } from './types.ts';

type Column = (typeof columnFields)[number];

const isColumn = (name: string): name is Column => columnFields.some((column) => column === name);

const separatorOf = (column: Column): string => (column === 'content' ? '\n' : ', ');

/**
 * Converts a value for a text column: numbers and booleans to text, and lists of them to one text, joined by line feeds for
 * the content and by ", " for other columns. Returns undefined for objects and lists with objects.
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
  return texts.length === 0 ? null : texts.join(separatorOf(column));
}

/**
 * Builds the item of a callback. title, content, author and published_date fill their columns; all other fields become
 * metadata, in the order of the callback. Lists and objects in a column's field are also kept in the metadata, with a
 * problem that says so.
 */
export function itemFromCallback(
  url: string,
  callbackName: string,
  result: Pick<CallbackResult, 'item' | 'problems'> & Partial<CallbackResult>,
): NewItem {
  const filled: Record<Column, string | null> = {
    title: null,
    content: null,
    author: null,
    published_date: null,
  };
  const metadata: [string, JsonValue][] = [];
  const problems: FieldProblem[] = [...result.problems];
  for (const [field, value] of Object.entries(result.item)) {
    if (!isColumn(field)) {
      metadata.push([field, value]);
      continue;
    }
    const text = columnText(field, value);
    filled[field] = text ?? null;
    if (text !== undefined && !Array.isArray(value)) continue;
    metadata.push([field, value]);
    const message = text === undefined ? keptObjects(field) : keptList(field, value);
    if (message !== null) problems.push({ field, message });
  }
  return { url, callback: callbackName, ...filled, metadata: Object.fromEntries(metadata), problems };
}

const keptObjects = (column: Column): string =>
  `The column ${column} holds text, but the value is an object or a list of objects; it was kept in the metadata.`;

/** The problem of a joined list. An empty list has none. */
function keptList(column: Column, value: JsonValue): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const how = column === 'content' ? 'line by line' : 'with ", "';
  const values = value.length === 1 ? 'its value' : `its ${value.length} values`;
  return `The column ${column} holds text: ${values} ${value.length === 1 ? 'is' : 'are'} joined there ${how}, and kept as a list in the metadata.`;
}

/** Builds the item of an article. */
export function itemFromArticle(url: string, article: Article): NewItem {
  const { title, content, author, published_date, metadata } = article;
  return { url, callback: builtInCallback, title, content, author, published_date, metadata, problems: [] };
}
