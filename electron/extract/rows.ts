import { readPattern } from '../../shared/patterns/read.ts';
import { isSet } from '../../shared/spider/plain.ts';
import type { Callback, FieldExtract, Iterate } from '../../shared/spider/schema.ts';
import { compilePattern } from '../patterns/compile.ts';
import { selectRows } from './entries.ts';
import { evaluateField, prepareValue, type FieldValue } from './field.ts';
import { valuesAtAll } from './fields.ts';
import { mergeValues } from './merge-values.ts';
import type { Page } from './page.ts';
import type { PageContext } from './page-context.ts';
import { scopeOf, type Scope } from './scope.ts';
import { isBlank, quoted } from './text.ts';
import type { FieldProblem, JsonValue } from './types.ts';

/** A row of a page: a match of the selector of `iterate`. */
export interface ExtractedRow {
  /** What url_context and extract give, in this order. A field wins over url_context unless it is empty. */
  values: Record<string, JsonValue>;
  /** Problems of single fields. */
  problems: FieldProblem[];
  /** Where the row leads; null without `follow`. */
  follow: RowTarget | null;
}

/**
 * The address of a row's detail page as the page writes it, with the form that is sent there; null, and why there is none, in one
 * sentence.
 */
export type RowTarget =
  { href: string; form?: Record<string, string | string[]>; reason: null } | { href: null; reason: string };

/** A callback that makes rows. */
export interface IteratingCallback {
  extract?: Callback['extract'] | undefined;
  iterate: Iterate;
}

/** The rows of a page. */
export interface PageRows {
  /** In the order of the page. */
  rows: ExtractedRow[];
  /** Why there are no rows, in one sentence; null if there are some. */
  reason: string | null;
}

/**
 * Extracts the rows of a page. Never throws: what fails is a reason or a problem.
 * @param callback the callback that has `iterate`
 */
export function extractRows(page: Page, callback: IteratingCallback, context: PageContext): PageRows {
  const selected = selectRows(scopeOf(page), callback.iterate, context);
  if (!selected.ok) return { rows: [], reason: selected.reason };
  return { rows: rowsAt(selected.scopes, callback, context), reason: null };
}

/** Extracts rows from the matches of the selector of `iterate`. */
export function rowsAt(
  scopes: readonly Scope[],
  { extract, iterate }: IteratingCallback,
  context: PageContext,
): ExtractedRow[] {
  const fromUrl = readUrlContext(iterate, context.url ?? '');
  const columns = Object.entries(extract ?? {}).map(([name, field]) => ({
    name,
    cells: valuesAtAll(scopes, field, context),
  }));
  const targetOf = targetsOf(iterate, context);
  return scopes.map((scope, at): ExtractedRow => ({
    ...rowOf(columns, at, fromUrl),
    follow: targetOf(scope),
  }));
}

/** The values of a field in all rows. */
interface Column {
  name: string;
  cells: readonly FieldValue[];
}

function rowOf(columns: readonly Column[], at: number, fromUrl: UrlValues): Omit<ExtractedRow, 'follow'> {
  const values: [string, JsonValue][] = [];
  const problems = [...fromUrl.problems];
  for (const { name, cells } of columns) {
    const { value = null, failures = [] } = cells[at] ?? {};
    values.push([name, value]);
    for (const { field, message } of failures) {
      problems.push({ field: field === '' ? name : `${name}.${field}`, message });
    }
  }
  const own = Object.fromEntries(values);
  return { values: fromUrl.values === null ? own : mergeValues(fromUrl.values, own), problems };
}

/** The values that all rows take from the URL of the page; null: none are wanted. */
interface UrlValues {
  values: Record<string, JsonValue> | null;
  problems: FieldProblem[];
}

function readUrlContext({ url_context: wanted }: Iterate, url: string): UrlValues {
  if (!isSet(wanted)) return { values: null, problems: [] };
  const problems: FieldProblem[] = [];
  const values = Object.entries(wanted).map(([name, { regex }]): [string, JsonValue] => {
    const value = searchUrl(regex, url);
    if (value === null) problems.push({ field: name, message: `${quoted(regex)} finds nothing in ${url}.` });
    return [name, value];
  });
  return { values: Object.fromEntries(values), problems };
}

/** What the one group of a pattern matches in a URL; null: nothing, or the pattern cannot be used. */
function searchUrl(regex: string, url: string): string | null {
  const read = readPattern(regex);
  if (!read.ok) return null;
  try {
    return compilePattern(read.pattern).search(url)?.groups[1] ?? null;
  } catch {
    return null;
  }
}

/** Returns a function that gives where a row leads; null without `follow`. */
function targetsOf({ follow }: Iterate, context: PageContext): (row: Scope) => RowTarget | null {
  if (!isSet(follow)) return () => null;
  const hrefAt = textsAt(follow.url, { name: 'follow.url', takesNumbers: false }, context);
  const form = Object.entries(follow.form ?? {}).map(([name, value]) => ({
    name,
    valueAt:
      typeof value === 'string'
        ? () => [value]
        : textsAt(value, { name: `follow.form.${name}`, takesNumbers: true }, context),
  }));
  return (row) => {
    const href = hrefAt(row);
    if (typeof href === 'string') return { href: null, reason: href };
    const sent: [string, string | string[]][] = [];
    for (const { name, valueAt } of form) {
      const values = valueAt(row);
      if (typeof values === 'string') return { href: null, reason: values };
      sent.push([name, values.length === 1 ? (values[0] ?? '') : values]);
    }
    const target = { href: (href[0] ?? '').trim(), reason: null };
    return sent.length === 0 ? target : { ...target, form: Object.fromEntries(sent) };
  };
}

/** Returns a function that gives the texts of a field in a row, at least one; a text: why there is none, in one sentence. */
function textsAt(
  field: FieldExtract,
  { name, takesNumbers }: { name: string; takesNumbers: boolean },
  context: PageContext,
): (row: Scope) => string[] | string {
  const valueAt = prepareValue({ ...field, download: null }, context);
  return (row) => {
    const { value } = valueAt(row);
    const texts = [value].flat().flatMap((each) => {
      if (takesNumbers && (typeof each === 'number' || typeof each === 'boolean')) return [String(each)];
      return typeof each === 'string' && !isBlank(each) ? [each] : [];
    });
    if (texts.length > 0) return texts;
    // Only a full evaluation knows why there is nothing.
    const { problem } = evaluateField(row, field, context).result;
    return problem ?? `${name} gives no text.`;
  };
}
