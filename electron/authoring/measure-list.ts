import type { Element } from 'domhandler';
import type { ProposedField, ProposedList } from '../../shared/contract/types.ts';
import { isFilled } from '../../shared/filled.ts';
import { languageOfRows } from '../../shared/selectors/language.ts';
import { selectEntries } from '../extract/entries.ts';
import type { Page } from '../extract/page.ts';
import type { PageContext } from '../extract/page-context.ts';
import { detailPages } from './detail-pages.ts';
import { rowsAt } from '../extract/rows.ts';
import { isJson, scopeOf, type Scope } from '../extract/scope.ts';
import { definitionsOf, measureField, rawValue, type FieldDraft } from './measure-fields.ts';

/** A list before it was run on the page. */
export interface ListDraft {
  /** For `iterate.selector`. */
  selector: string;
  /** What the selector matches, in document order; left out: it was not run yet. */
  scopes?: readonly Scope[];
  /** What the records are, in the plural. */
  label: string;
  /** 0 to 1. */
  confidence: number;
  /** Best first. */
  fields: readonly FieldDraft[];
  others: readonly FieldDraft[];
}

/** How the elements of a page are numbered. */
export type Numbering = (element: Element) => number | null;

const maxElements = 2000;
const maxRows = 10;

/**
 * Runs a list on its page with the code of a crawl, so that what is proposed is what a run gives. Fields without any
 * value are left out. Null: the selector matches nothing, or no field has a value.
 */
export function measureList(
  page: Page,
  draft: ListDraft,
  { context, numberOf }: { context: PageContext; numberOf: Numbering },
): ProposedList | null {
  const { selector, label, confidence } = draft;
  const drafts = [...draft.fields, ...draft.others];
  const language = languageOfRows(selector);
  const scopes = draft.scopes ?? selectedBy(selector, page);
  if (scopes.length === 0) return null;
  const rows = rowsAt(scopes, { extract: definitionsOf(drafts), iterate: { selector } }, context);
  const measured = (fields: readonly FieldDraft[]): ProposedField[] =>
    fields.flatMap((field) => {
      const values = rows.map((row) => row.values[field.name] ?? null);
      const scope = scopes[values.findIndex(isFilled)];
      const raw = scope === undefined ? null : rawValue(scope, field.definition, context);
      return measureField(field, values, raw) ?? [];
    });
  const fields = measured(draft.fields);
  if (fields.length === 0) return null;
  const others = measured(draft.others);
  const kept = [...fields, ...others].map(({ name }) => name);
  return {
    selector,
    language,
    count: rows.length,
    label,
    confidence,
    fields,
    others,
    elements: numbersOf(scopes, numberOf),
    rows: rows
      .slice(0, maxRows)
      .map(({ values }) => Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))),
    detail: detailPages(fields, rows, context),
  };
}

function selectedBy(selector: string, page: Page): readonly Scope[] {
  const language = languageOfRows(selector);
  const selected = selectEntries(scopeOf(page), { source: selector, language, what: 'rows' });
  return selected.ok ? selected.scopes : [];
}

function numbersOf(scopes: readonly Scope[], numberOf: Numbering): number[] {
  const numbers: number[] = [];
  for (const scope of scopes) {
    if (numbers.length >= maxElements) break;
    if (isJson(scope) || !('attribs' in scope)) continue;
    const number = numberOf(scope);
    if (number !== null) numbers.push(number);
  }
  return numbers;
}
