import { isTag } from 'domhandler';
import type { ProposedList } from '../../shared/contract/types.ts';
import { languageOfRows } from '../../shared/selectors/language.ts';
import { selectEntries } from '../extract/entries.ts';
import type { PageContext } from '../extract/page-context.ts';
import type { Page } from '../extract/page.ts';
import type { PageTree } from '../extract/tree.ts';
import { draftJsonLists } from './json-proposal.ts';
import { columnsOf, type Columns } from './lists/columns.ts';
import { measureList } from './measure-list.ts';

/** What rows could hold. */
export type ProposedColumns = Pick<ProposedList, 'fields' | 'others'>;

const none: ProposedColumns = { fields: [], others: [] };
/** Rows that the columns are made from, and columns that tell nothing, as for the best list of a page. */
const limits = { most: 30, noise: 12, isThread: false };

/**
 * Proposes columns for the rows that a selector takes from a page, each tried with the code of a crawl. What follows a row on the page
 * is no part of it.
 * @param rows as a spider holds it in `iterate.selector`
 * @returns none where it takes no rows
 */
export function proposeColumns(page: Page, rows: string, context: PageContext): ProposedColumns {
  const columns =
    page.kind === 'json'
      ? draftJsonLists(page, context).find(({ selector }) => selector === rows)
      : columnsIn(page, rows, context);
  if (columns === undefined) return none;
  const draft = { ...columns, selector: rows, label: 'rows', confidence: 1 };
  const list = measureList(page, draft, { context, numberOf: () => null });
  return list === null ? none : { fields: list.fields, others: list.others };
}

function columnsIn(page: PageTree, rows: string, context: PageContext): Columns {
  const source = { source: rows, language: languageOfRows(rows), what: 'rows' } as const;
  const selected = selectEntries(page.document, source);
  const scopes = selected.ok ? selected.scopes : [];
  const records = scopes.flatMap((scope) => ('type' in scope && isTag(scope) ? [[scope]] : []));
  return columnsOf(records, context, limits);
}
