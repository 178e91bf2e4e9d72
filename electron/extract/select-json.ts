import { jsonPathFor } from './json-path/select.ts';
import type { PageContext } from './page-context.ts';
import type { Match } from './select.ts';
import { explain, failed, maxCharacters, nothing, tooMuch, type Selection } from './selection.ts';
import { isBlank, quoted } from './text.ts';
import type { FieldProblem, JsonValue } from './types.ts';

/** What a path selects, or why it cannot be used, in one sentence. */
export type SelectedValues = { ok: true; values: JsonValue[] } | { ok: false; problem: string };

/** Applies a JSONPath to a value. Never throws. */
export function selectValues(source: string, value: JsonValue): SelectedValues {
  const read = jsonPathFor(source);
  if (!read.ok)
    return { ok: false, problem: `The JSONPath ${quoted(source)} is not valid: ${read.problem.message}` };
  try {
    return { ok: true, values: read.selector.select(value).map((match) => match.value) };
  } catch (error) {
    return {
      ok: false,
      problem: `The JSONPath ${quoted(source)} could not be evaluated: ${explain(error)}`,
    };
  }
}

/** Selects the value of a field in a JSON value: the first match, or all. Objects and lists stay what they are. */
export function selectByPath(source: string, value: JsonValue, all: boolean): Selection {
  const selected = selectValues(source, value);
  return selected.ok ? chosen(source, selected.values, all) : failed(all ? [] : null, selected.problem);
}

/** Selects the value of a field in the JSON that matches of a page hold as text. Matches that do not parse are told. */
export function selectInTexts(
  source: string,
  matches: readonly Match[],
  all: boolean,
  page: PageContext,
): Selection {
  const values: JsonValue[] = [];
  const broken: string[] = [];
  for (const { text } of matches) {
    const read = page.jsonIn(text);
    if (!read.ok) {
      broken.push(read.problem);
      continue;
    }
    const selected = selectValues(source, read.value);
    if (!selected.ok) return failed(all ? [] : null, selected.problem);
    values.push(...selected.values);
  }
  const selection = chosen(source, values, all);
  return { ...selection, failures: [...told(broken, matches.length), ...selection.failures] };
}

function told(broken: readonly string[], matches: number): FieldProblem[] {
  const [first] = broken;
  if (first === undefined) return [];
  const what = matches === 1 ? 'The match is' : `${broken.length} of ${matches} matches are`;
  return [{ field: '', message: `${what} not valid JSON: ${first}.` }];
}

function chosen(source: string, values: readonly JsonValue[], all: boolean): Selection {
  const empty = all ? [] : null;
  const [first] = values;
  if (first === undefined) return nothing(empty, `${quoted(source)} selects nothing in this JSON.`);
  const kept = all ? [...values] : [first];
  if (charactersOf(kept) > maxCharacters) return { ...failed(empty, tooMuch), matches: values.length };
  return {
    value: all ? kept : first,
    matches: values.length,
    reason: kept.every(isEmpty) ? `${quoted(source)} selects ${emptyAs(first)}.` : null,
    failures: [],
  };
}

const isEmpty = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.length === 0);

const emptyAs = (value: JsonValue): string =>
  value === null ? 'null' : typeof value === 'string' ? 'a blank text' : 'an empty list';

/** The size of values in characters, counted until it exceeds the maximum. An object that is there twice counts twice. */
function charactersOf(values: readonly JsonValue[]): number {
  let size = 0;
  const open: JsonValue[] = [...values];
  for (let value = open.pop(); value !== undefined && size <= maxCharacters; value = open.pop()) {
    size += typeof value === 'string' ? value.length : 4;
    if (Array.isArray(value)) open.push(...value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        size += key.length;
        open.push(member);
      }
    }
  }
  return size;
}
