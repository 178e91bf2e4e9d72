import type { FieldReport, WhyEmpty } from '../../../../shared/contract/types.ts';
import { languageOfRows, type SelectorLanguage } from '../../../../shared/selectors/language.ts';
import type { FieldExtract } from '../../../../shared/spider/schema.ts';
import { selectRows, type RowSelector } from '../../../extract/entries.ts';
import { sourceOf } from '../../../extract/field-source.ts';
import { isJson } from '../../../extract/scope.ts';
import type { FieldStep, JsonValue } from '../../../extract/types.ts';
import { whyEmpty } from '../../../extract/why/why-empty.ts';
import { cutValue, type ValueBudget } from './cut-value.ts';
import type { OpenPage } from './open-page.ts';
import { JsonPlace, placesOf, selectAt, wholePage, type PageMatch, type Place } from './places.ts';

const maxSamples = 20;

/** No matched elements. */
export const noNodes = { total: 0, elements: [], cut: false };

/** The report of a field that could not be evaluated. `problem`: why. */
export function brokenReport(path: string, problem: string | null): FieldReport {
  return {
    path,
    depth: 0,
    language: null,
    selector: null,
    value: null,
    valueCut: false,
    entries: null,
    matches: 0,
    items: null,
    filled: null,
    steps: [],
    samples: [],
    nodes: noNodes,
    problem: problem ?? 'This field is not valid.',
    empty: null,
  };
}

/** Reports the matches of a field's selector, without the value. `place`: where it is searched. */
export function reportField(page: OpenPage, path: string, field: FieldExtract, place: Place): FieldReport {
  const { language, selector } = sourceOf(field);
  const base = { ...brokenReport(path, null), language, selector, problem: null };
  if (language === null || selector === null) return base;
  return { ...base, ...shownMatches(page, select(page, place, language, selector)) };
}

/** The number of matches, the first of them, and their elements. */
export const shownMatches = (page: OpenPage, matches: readonly PageMatch[]) => ({
  matches: matches.length,
  samples: page.samplesOf(matches, maxSamples),
  nodes: page.nodesOf(matches),
});

/** A value as a report shows it. */
export function shownValue(whole: JsonValue, budget: ValueBudget) {
  const { value, cut } = cutValue(whole, budget);
  return { value, valueCut: cut, entries: entriesOf(whole) };
}

/** The steps of a field as a report shows them. */
export const shownSteps = (steps: readonly FieldStep[], budget: ValueBudget): FieldReport['steps'] =>
  steps.map(({ step, value }) => ({ step, value: cutValue(value, budget).value, entries: entriesOf(value) }));

const entriesOf = (value: JsonValue): number | null => (Array.isArray(value) ? value.length : null);

/** Evaluates a selector. An invalid one matches nothing here; the field's problem gives the reason. */
export function select(
  page: OpenPage,
  place: Place,
  language: SelectorLanguage,
  source: string,
): PageMatch[] {
  try {
    return selectAt(page, place, language, source);
  } catch {
    return [];
  }
}

/** The places of the rows of a page. */
export function rowPlaces(page: OpenPage, iterate: RowSelector): Place[] {
  const whole = wholePage(page);
  if (typeof iterate.json_path !== 'string')
    return placesOf(select(page, whole, languageOfRows(iterate.selector), iterate.selector));
  const found = selectRows(whole, iterate, page.context);
  return found.ok
    ? found.scopes.flatMap((scope) => (isJson(scope) ? new JsonPlace(scope.value, null) : []))
    : [];
}

/** Says why a selector matches nothing at a place; null: that takes too long to find. */
export function whyNone(place: Place, language: SelectorLanguage, source: string): WhyEmpty | null {
  try {
    return whyEmpty({ scopes: [place], language, source });
  } catch {
    // A selector exceeds its budget; the problem of the field says so.
    return null;
  }
}
