import type { Element } from 'domhandler';
import type { ProposedField, ProposedList, ValueType } from '../../shared/contract/types.ts';
import { isFilled } from '../../shared/filled.ts';
import { languageOfRows } from '../../shared/selectors/language.ts';
import type { FieldExtract } from '../../shared/spider/schema.ts';
import { selectEntries } from '../extract/entries.ts';
import type { Page } from '../extract/page.ts';
import type { PageContext } from '../extract/page-context.ts';
import { detailPages } from './detail-pages.ts';
import { extractRows, type ExtractedRow } from '../extract/rows.ts';
import { isJson, scopeOf, type Scope } from '../extract/scope.ts';
import type { JsonValue } from '../extract/types.ts';

/** A field of a list before it was run on the page. */
export interface FieldDraft {
  name: string;
  type: ValueType;
  /** The field as a spider holds it. */
  definition: FieldExtract;
}

/** A list before it was run on the page. */
export interface ListDraft {
  /** For `iterate.selector`. */
  selector: string;
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
const maxSamples = 5;
const maxRows = 10;
const sampleLength = 300;

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
  const selected = selectEntries(scopeOf(page), { source: selector, language, what: 'rows' });
  if (!selected.ok || selected.scopes.length === 0) return null;
  const rowsOf = (fields: readonly FieldDraft[], plain: boolean): ExtractedRow[] => {
    const extract = Object.fromEntries(
      fields.map(({ name, definition }) => [name, plain ? withoutProcessors(definition) : definition]),
    );
    return extractRows(page, { extract, iterate: { selector } }, context).rows;
  };
  const rows = rowsOf(drafts, false);
  const raw = rowsOf(
    drafts.filter(({ definition }) => hasProcessors(definition)),
    true,
  );
  const measured = (fields: readonly FieldDraft[]): ProposedField[] =>
    fields.flatMap((field) => {
      const made = measureField(field, rows, hasProcessors(field.definition) ? raw : rows);
      return made === null ? [] : [made];
    });
  const fields = measured(draft.fields);
  if (fields.length === 0) return null;
  const kept = fields.map(({ name }) => name);
  return {
    selector,
    language,
    count: rows.length,
    label,
    confidence,
    fields,
    others: measured(draft.others),
    elements: numbersOf(selected.scopes, numberOf),
    rows: rows
      .slice(0, maxRows)
      .map(({ values }) => Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))),
    detail: detailPages(fields, rows, context),
  };
}

/** A field with the values that it gives in rows. Null: it gives none. */
function measureField(
  { name, type, definition }: FieldDraft,
  rows: readonly ExtractedRow[],
  raw: readonly ExtractedRow[],
): ProposedField | null {
  const values = rows.map((row) => row.values[name] ?? null).filter(isFilled);
  if (values.length === 0) return null;
  const first = raw.map((row) => row.values[name] ?? null).find(isFilled) ?? null;
  return {
    name,
    ...selectorOf(definition),
    type,
    filled: values.length,
    samples: [...new Set(values.map(shown))].slice(0, maxSamples),
    raw: shown(first),
    definition,
  };
}

/** The selector of a field and its language. */
export function selectorOf({ css, xpath, json_path: path, selector }: FieldExtract): {
  selector: string;
  language: ProposedField['language'];
} {
  if (typeof css === 'string') return { selector: css, language: 'css' };
  if (typeof xpath === 'string') return { selector: xpath, language: 'xpath' };
  if (typeof path === 'string') return { selector: path, language: 'json' };
  const inner = selector ?? '';
  return { selector: inner, language: languageOfRows(inner) };
}

const hasProcessors = ({ processors }: FieldExtract): boolean => (processors ?? []).length > 0;

const withoutProcessors = (definition: FieldExtract): FieldExtract => ({ ...definition, processors: null });

function shown(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text;
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
