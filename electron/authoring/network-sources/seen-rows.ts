import type { ProposedField, ProposedList } from '../../../shared/contract/types.ts';
import { languageOfRows } from '../../../shared/selectors/language.ts';
import { selectEntries } from '../../extract/entries.ts';
import type { Page } from '../../extract/page.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { rowsAt } from '../../extract/rows.ts';
import { scopeOf } from '../../extract/scope.ts';
import type { JsonValue } from '../../extract/types.ts';
import { definitionsOf } from '../measure-fields.ts';
import { keysOfSeen, type ValueKeys } from './keys.ts';

/** A column of a list as it is seen on the page. */
export interface SeenColumn {
  field: ProposedField;
  /** By row: what its cell says, as written and after its processors. Empty: nothing. */
  cells: readonly (readonly ValueKeys[])[];
  /** Whether an answer has to say it: no address, and not the same in all rows. */
  isTelling: boolean;
}

/** The rows of a list as they are seen on the page. */
export interface SeenRows {
  count: number;
  columns: readonly SeenColumn[];
}

/** The most rows that are compared. */
const maxRows = 300;

/** What is seen in the rows of a list; null: its selector gives none. */
export function seenRows(page: Page, list: ProposedList, context: PageContext): SeenRows | null {
  const { selector, fields } = list;
  const language = languageOfRows(selector);
  const selected = selectEntries(scopeOf(page), { source: selector, language, what: 'rows' });
  if (!selected.ok) return null;
  const scopes = selected.scopes.slice(0, maxRows);
  const rowsOf = (definitions: ReturnType<typeof definitionsOf>): Record<string, JsonValue>[] =>
    rowsAt(scopes, { extract: definitions, iterate: { selector } }, context).map(({ values }) => values);
  const written = rowsOf(
    definitionsOf(
      fields.map(({ name, definition }) => ({ name, definition: { ...definition, processors: null } })),
    ),
  );
  const clean = rowsOf(definitionsOf(fields));
  const columns = fields.map((field): SeenColumn => {
    const cells = written.map((row, at) => cellOf([row[field.name], clean[at]?.[field.name]], context));
    return { field, cells, isTelling: isTelling(field, cells) };
  });
  return { count: scopes.length, columns };
}

function cellOf(values: readonly (JsonValue | undefined)[], context: PageContext): ValueKeys[] {
  const texts = values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : [],
  );
  return [...new Set(texts)].map((text) => keysOfSeen(text, context)).filter(({ text }) => text !== null);
}

function isTelling({ type }: ProposedField, cells: SeenColumn['cells']): boolean {
  if (type === 'url' || type === 'image' || type === 'boolean') return false;
  const texts = cells.flatMap(([first]) => first?.text ?? []);
  return texts.length * 2 >= cells.length && new Set(texts).size > 1;
}
