import { analyzeJson, type JsonList } from './analyze/json.ts';
import { writeStep } from '../../shared/selectors/json-path-text.ts';
import { isObject } from '../extract/json-path/node.ts';
import type { JsonValue } from '../extract/types.ts';
import type { JsonPage } from '../extract/page.ts';
import type { PageContext } from '../extract/page-context.ts';
import { extractRows } from '../extract/rows.ts';
import type { FieldDraft } from './measure-fields.ts';
import type { ListDraft } from './measure-list.ts';
import { readColumn } from './values/column.ts';

/** The most fields that a row gets by itself; the others can be added. */
const maxFields = 12;

/** The lists of objects of a JSON page as rows with fields, longest first. */
export function draftJsonLists(page: JsonPage, context: PageContext): ListDraft[] {
  return analyzeJson(page.value).lists.map((list) => draftOf(page, list, context));
}

function draftOf(page: JsonPage, { callback, fields, count }: JsonList, context: PageContext): ListDraft {
  const { rows } = extractRows(page, callback, context);
  const drafts = fields.map(({ name, path }): FieldDraft & { filled: number } => {
    const values = rows.map((row) => row.values[name] ?? null);
    const filled = values.filter((value) => value !== null).length;
    const entries = entriesField(path, values);
    if (entries !== null) return { name, type: 'text', definition: entries, filled };
    const { type, processors } = readColumn(
      values,
      { attribute: null, element: null, words: [name] },
      context,
    );
    const definition = processors.length === 0 ? { json_path: path } : { json_path: path, processors };
    return { name, type, definition, filled };
  });
  // What stands in most entries tells more than what few have.
  const order = drafts.toSorted((a, b) => Number(b.filled * 2 >= count) - Number(a.filled * 2 >= count));
  return {
    selector: callback.iterate.selector,
    label: labelOf(callback.iterate.selector),
    confidence: 0.9,
    fields: order.slice(0, maxFields).map(plain),
    others: order.slice(maxFields).map(plain),
  };
}

/**
 * The field for values that are lists: of plain values all of them, of objects a nested_list with their plain members. Null: they
 * are something else.
 */
function entriesField(path: string, values: readonly JsonValue[]): FieldDraft['definition'] | null {
  const present = values.filter((value) => value !== null);
  if (present.length === 0 || !present.every((value) => Array.isArray(value))) return null;
  const entries = present.flat();
  const selector = `${path}[*]`;
  const objects = entries.filter(isObject);
  if (objects.length === 0) {
    return entries.some((entry) => Array.isArray(entry)) ? null : { json_path: selector, get_all: true };
  }
  if (objects.length < entries.length) return null;
  const members = new Set(
    objects.flatMap((object) =>
      Object.entries(object).flatMap(([name, value]) => (typeof value === 'object' ? [] : name)),
    ),
  );
  const names = [...members].slice(0, maxFields);
  const extract = Object.fromEntries(names.map((name) => [name, { json_path: `$${writeStep(name)}` }]));
  return names.length === 0 ? null : { type: 'nested_list', selector, extract };
}

const plain = ({ name, type, definition }: FieldDraft): FieldDraft => ({ name, type, definition });

/** The name of the list in the page: "items" for "$.data.items[*]" and "$.items.*". */
function labelOf(path: string): string {
  const name = /\.([A-Za-z_]\w*)(?:\[\*\]|\.\*)$/.exec(path)?.[1]?.toLowerCase() ?? 'entries';
  return name.endsWith('s') ? name : 'entries';
}
