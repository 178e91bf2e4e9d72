import { analyzeJson, type JsonList } from './analyze/json.ts';
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
    const { type, processors } = readColumn(
      values,
      { attribute: null, element: null, words: [name] },
      context,
    );
    const definition = processors.length === 0 ? { json_path: path } : { json_path: path, processors };
    return { name, type, definition, filled: values.filter((value) => value !== null).length };
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

const plain = ({ name, type, definition }: FieldDraft): FieldDraft => ({ name, type, definition });

/** The name of the list in the page: "items" for "$.data.items[*]". */
function labelOf(path: string): string {
  const name = /\.([A-Za-z_]\w*)\[\*\]$/.exec(path)?.[1]?.toLowerCase() ?? 'entries';
  return name.endsWith('s') ? name : 'entries';
}
