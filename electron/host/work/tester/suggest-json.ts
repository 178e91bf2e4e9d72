import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { PageElement, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import { writeStep, type JsonKey } from '../../../../shared/selectors/json-path-text.ts';
import { isMap } from '../../../authoring/analyze/json.ts';
import { normalizeSpace } from '../../../extract/text.ts';
import { HostError } from '../../errors.ts';
import type { OpenPage } from './open-page.ts';
import { JsonPlace, JsonPlaceMatch, jsonText, selectAt, wholePage, type Place } from './places.ts';
import { placesWithin } from './selector-report.ts';

const textLength = 500;
const valueLength = 200;
const maxAncestors = 100;
const maxFound = 100;

/** Describes a JSON value by its number. @throws HostError `unknown-element` */
export function describeValue(page: OpenPage, number: number): PageElement {
  const { json } = page;
  const value = json.values[number];
  if (value === undefined) {
    throw new HostError('unknown-element', 'There is no such value on this page.', 'Pick it again.');
  }
  return {
    element: number,
    tag: nameOf(json.keysOf(number)),
    attributes: [],
    text: jsonText(value).slice(0, textLength),
    ancestors: json
      .wayTo(number)
      .slice(-maxAncestors)
      .map((at) => ({ element: at, label: labelOf(json.keyOf(at)) })),
  };
}

const labelOf = (key: JsonKey | null): string =>
  key === null ? '$' : typeof key === 'number' ? `[${key}]` : key.slice(0, 80);

/** The nearest member name on the way to a value. */
const nameOf = (keys: readonly JsonKey[]): string =>
  keys.findLast((key): key is string => typeof key === 'string') ?? 'value';

/**
 * Suggests paths for a JSON value alone and for all that are like it. Each was tried on the page: it selects all of the elements
 * that are given, and none that it must not select.
 */
export function suggestPaths(
  page: OpenPage,
  { elements, not = [], within = null }: Pick<CallArgs<'tester.suggest'>, 'elements' | 'not' | 'within'>,
): SelectorSuggestion[] {
  const [number = 0] = elements;
  const places = within === null ? [wholePage(page)] : (placesWithin(page, within) ?? []);
  const inside = new Map(
    places.flatMap((place) => (place instanceof JsonPlace ? [[place.number, place] as const] : [])),
  );
  const outer = page.json.wayTo(number).findLast((at) => inside.has(at));
  if (outer === undefined) return [];
  const keys = page.json.keysOf(number).slice(page.json.keysOf(outer).length);
  const tried = (path: string, kind: SelectorSuggestion['kind'], why: string): Tried =>
    triedPath(page, places, { path, kind, why });
  const own = tried(`$${keys.map(writeStep).join('')}`, 'text', 'this value');
  if (within !== null) own.suggestion.why = inEntries(page, places, own.suggestion.selector);
  const suggestions = [own];
  const depth = page.json.keysOf(outer).length;
  const mapped = page.json
    .wayTo(number)
    .slice(depth, -1)
    .map((at, step) => isMap(page.json.values[at] ?? null) || tellsApart(page, elements, depth + step));
  suggestions.push(...likeIt(keys, mapped).map(({ path, why }) => tried(path, 'list', why)));
  const value = page.json.values[number] ?? null;
  if (Array.isArray(value) || isMap(value)) {
    const entries = Array.isArray(value) ? '[*]' : '.*';
    suggestions.push(tried(`$${keys.map(writeStep).join('')}${entries}`, 'list', 'its entries'));
  }
  const seen = new Set<string>();
  return suggestions.flatMap(({ suggestion, selected }) => {
    const { selector, matches } = suggestion;
    // The entries of a list are offered for the list, which they do not select.
    const takesAll = elements.length === 1 || elements.every((each) => selected.has(each));
    const fits = takesAll && !not.some((each) => selected.has(each));
    if (matches === 0 || !fits || seen.has(selector)) return [];
    seen.add(selector);
    return [suggestion];
  });
}

/** Whether values that are to be taken together are entries by their ids: only names at this step of their paths tell them apart. */
function tellsApart({ json }: OpenPage, elements: readonly number[], step: number): boolean {
  const [first = [], ...others] = elements.map((element) => json.keysOf(element));
  const isApart = (keys: readonly JsonKey[]): boolean =>
    keys.length === first.length &&
    typeof keys[step] === 'string' &&
    keys.every((key, at) => (at === step ? key !== first[at] : key === first[at] || typeof key === 'number'));
  // At the end of a path are the members of one entry.
  const isInside = step < first.length - 1 && typeof first[step] === 'string';
  return isInside && others.length > 0 && others.every(isApart);
}

/** A path with the numbers of the values that it selects. */
interface Tried {
  readonly suggestion: SelectorSuggestion;
  readonly selected: ReadonlySet<number>;
}

/**
 * Paths that also select the values at the same place of other entries, and those of the same name.
 * @param mapped which of the keys is the id of an entry
 */
function likeIt(keys: readonly JsonKey[], mapped: readonly boolean[]): { path: string; why: string }[] {
  const isEntry = keys.map((key, index) => typeof key === 'number' || mapped[index] === true);
  const last = isEntry.lastIndexOf(true);
  const anyOf = (key: JsonKey): string => (typeof key === 'number' ? '[*]' : '.*');
  const paths: { path: string; why: string }[] = [];
  if (last !== -1) {
    const every = keys.map((key, index) => (isEntry[index] === true ? anyOf(key) : writeStep(key))).join('');
    const nearest = keys.map((key, index) => (index === last ? anyOf(key) : writeStep(key))).join('');
    paths.push({ path: `$${every}`, why: 'the same of every entry' });
    paths.push({ path: `$${nearest}`, why: 'the same of the entries of this list' });
  }
  const name = keys.at(-1);
  if (typeof name === 'string' && keys.length > 1) {
    const step = writeStep(name);
    paths.push({
      path: `$..${step.startsWith('.') ? step.slice(1) : step}`,
      why: 'every value of this name',
    });
  }
  return paths;
}

function inEntries(page: OpenPage, places: readonly Place[], path: string): string {
  const filled = places.filter((place) => selectAt(page, place, 'json', path).length > 0).length;
  return `this value; in ${filled} of ${places.length} entries`;
}

function triedPath(
  page: OpenPage,
  places: readonly Place[],
  { path, kind, why }: { path: string; kind: SelectorSuggestion['kind']; why: string },
): Tried {
  let matches = 0;
  let value: string | null = null;
  const selected = new Set<number>();
  for (const place of places) {
    const found = selectAt(page, place, 'json', path);
    matches += found.length;
    for (const match of found) {
      const number = match instanceof JsonPlaceMatch ? match.place.number : null;
      if (number !== null) selected.add(number);
    }
    value ??= found[0]?.value ?? null;
  }
  const shown = value?.slice(0, valueLength) ?? null;
  const rest = { family: null, survival: null, pages: [] };
  return {
    suggestion: { language: 'json', selector: path, matches, value: shown, kind, why, ...rest },
    selected,
  };
}

/** Finds the values that contain a text, or whose names do, ignoring white space and case; in document order, at most 100. */
export function findValues(page: OpenPage, text: string): CallValue<'tester.find'>['found'] {
  const wanted = normalizeSpace(text).toLowerCase();
  if (wanted === '') return [];
  const holds = (candidate: string): boolean => normalizeSpace(candidate).toLowerCase().includes(wanted);
  const found: number[] = [];
  for (const [number, value] of page.json.values.entries()) {
    const key = page.json.keyOf(number);
    const isNested = typeof value === 'object' && value !== null;
    if ((typeof key === 'string' && holds(key)) || (!isNested && holds(String(value)))) found.push(number);
    if (found.length >= maxFound) break;
  }
  return found.map((number) => {
    const keys = page.json.keysOf(number);
    return {
      selector: `$${keys.map(writeStep).join('')}`,
      tag: nameOf(keys),
      attribute: null,
      text: jsonText(page.json.values[number] ?? null).slice(0, textLength),
      element: number,
    };
  });
}
