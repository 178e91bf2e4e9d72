import { isFilled } from '../../../../shared/filled.ts';
import { languageOfRows } from '../../../../shared/selectors/language.ts';
import { builtInCallback, type FieldExtract, type Iterate } from '../../../../shared/spider/schema.ts';
import { evaluateField } from '../../../extract/field.ts';
import { itemFromCallback } from '../../../extract/item.ts';
import { rowsAt } from '../../../extract/rows.ts';
import { traceArticle } from './trace-article.ts';
import { sourceOf } from '../../../extract/field-source.ts';
import { rowPlaces, select } from './field-report.ts';
import type { OpenPage } from './open-page.ts';
import { placesOf, wholePage, type PageMatch, type Place } from './places.ts';
import {
  asJson,
  emptyTrace,
  fieldOf,
  within,
  type Inside,
  type Retaken,
  type Sought,
  type Trace,
  type TraceScope,
} from './trace.ts';

/**
 * Traces a value on the page that an item was extracted from.
 * @param place the place of the item on the page; of a callback that makes rows its row, from 0
 */
export function traceOnPage(page: OpenPage, sought: Sought, place: number): Retaken {
  const { spider, callback: name } = sought;
  const callbacks = spider.callbacks ?? {};
  const callback = Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
  if (callback === undefined) {
    if (name === builtInCallback) return traceArticle(page, sought);
    return { ok: false, reason: `This version of the spider has no callback "${name}".` };
  }
  const { iterate } = callback;
  const isRow = iterate !== null && iterate !== undefined;
  const row = isRow ? rowAt(page, iterate, place) : null;
  if (isRow && row === null) return { ok: false, reason: `The page has no row ${place + 1}.` };
  const field = fieldOf(sought.column);
  const fields = callback.extract ?? {};
  const definition = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const scopes = row === null ? [] : [row.scope];
  const at = row?.place ?? wholePage(page);
  const traced = definition === undefined ? null : traceField(page, at, definition, sought.inside, 1);
  if (isRow && (traced === null || !isFilled(traced.value))) {
    const fromUrl = traceUrl(page, iterate, field, at);
    if (fromUrl !== null) return { ok: true, trace: { ...fromUrl, scopes } };
  }
  if (traced === null) return { ok: false, reason: `The callback "${name}" has no field "${field}".` };
  const trace = { ...traced, scopes: [...scopes, ...traced.scopes] };
  return { ok: true, trace: asText(trace, sought) };
}

/** The row of a page at a place among its rows. */
function rowAt(page: OpenPage, iterate: Iterate, index: number): { scope: TraceScope; place: Place } | null {
  const { selector } = iterate;
  const language = languageOfRows(selector);
  const places = rowPlaces(page, iterate);
  const place = places[index];
  if (place === undefined) return null;
  const element = page.numberOfPlace(place);
  return { place, scope: { kind: 'row', language, selector, index, total: places.length, element } };
}

/** Traces a value that `url_context` takes from the URL of the page; null: it takes none of this name. */
function traceUrl(page: OpenPage, iterate: Iterate, field: string, row: Place): Trace | null {
  const wanted = iterate.url_context ?? {};
  const pattern = Object.hasOwn(wanted, field) ? wanted[field] : undefined;
  if (pattern === undefined) return null;
  const [only] = rowsAt([row], { iterate: { ...iterate, follow: null } }, page.context);
  const value = only?.values[field] ?? null;
  const steps = [
    { step: 'url', value: page.url },
    { step: `regex ${pattern.regex}`, value },
  ];
  return { ...emptyTrace, source: 'url', steps, value };
}

/** Traces a field at a place; `inside` leads into lists and the fields of nested lists. */
function traceField(page: OpenPage, place: Place, field: FieldExtract, inside: Inside, depth: number): Trace {
  const { language, selector } = sourceOf(field);
  const all = language === null || selector === null ? [] : select(page, place, language, selector);
  const [first, ...rest] = inside;
  if (field.type === 'nested_list' && language !== null && selector !== null && typeof first === 'number') {
    const entries = placesOf(all, field.as ?? null);
    const entry = entries[first];
    const [name, ...deeper] = rest;
    const inner = typeof name === 'string' ? (field.extract ?? {})[name] : undefined;
    if (entry !== undefined && inner !== undefined) {
      const element = page.numberOfPlace(entry);
      const scope = {
        kind: 'entry',
        language,
        selector,
        index: first,
        total: entries.length,
        element,
      } as const;
      const traced = traceField(page, entry, inner, deeper, depth + 1);
      return { ...traced, scopes: [scope, ...traced.scopes] };
    }
  }
  const { result } = evaluateField(place, field, page.context, depth);
  const matches = takenMatches(all, field, first);
  const { steps, value } = result;
  return {
    ...emptyTrace,
    source: 'field',
    definition: field,
    language,
    selector,
    matches: all.length,
    taken: page.samplesOf(matches, 1)[0] ?? null,
    elements: page.nodesOf(matches).elements,
    steps,
    value: within(value, inside),
  };
}

/** The matches that a value is taken from: the first, or all of a list, or one of them. */
function takenMatches(
  all: readonly PageMatch[],
  field: FieldExtract,
  at: string | number | undefined,
): PageMatch[] {
  if (field.type !== 'nested_list' && field.get_all !== true) return all.slice(0, 1);
  const one = typeof at === 'number' ? all[at] : undefined;
  return one === undefined ? [...all] : [one];
}

/** Adds the step that makes a text of the value for a column of items. */
function asText(trace: Trace, { column, inside }: Sought): Trace {
  if (column.kind === 'metadata' || inside.length > 0) return trace;
  const { name } = column;
  const item = itemFromCallback('', '', { item: { [name]: trace.value }, problems: [] });
  const value = asJson(Reflect.get(item, name));
  if (value === trace.value) return trace;
  return { ...trace, value, steps: [...trace.steps, { step: 'text', value }] };
}
