import {
  generatedEntries,
  placeholdersOf,
  seriesOf,
  urlAt,
} from '../../../../shared/spider/generated-urls.ts';
import { entriesOf, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import type { GeneratedVariable } from '../../../../shared/spider/settings-schema.ts';

/** What an entry of GENERATED_URLS makes. */
export interface GeneratedPreview {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** What an entry of any shape makes; null while something is missing or wrong, which its problems say. */
export function previewOf(entry: unknown): GeneratedPreview | null {
  const template = memberOf(entry, 'template');
  if (typeof template !== 'string' || template === '') return null;
  const vars: Record<string, GeneratedVariable> = {};
  for (const [name, value] of membersOf(memberOf(entry, 'vars'))) {
    const variable = variableOf(value);
    if (variable === null || typeof seriesOf(variable) === 'string') return null;
    vars[name] = variable;
  }
  const names = Object.keys(vars);
  const wanted = placeholdersOf(template);
  if (names.length !== wanted.size || names.some((name) => !wanted.has(name))) return null;
  const [generated] = generatedEntries({ GENERATED_URLS: [{ template, vars }] });
  if (generated === undefined) return null;
  const { count } = generated;
  return { count, first: urlAt(generated, 0).url, last: urlAt(generated, count - 1).url };
}

/** The variable that a value of any shape is; null: none. */
function variableOf(value: unknown): GeneratedVariable | null {
  const text = (key: string) => textOrNull(memberOf(value, key));
  const whole = (key: string) => wholeOrNull(memberOf(value, key));
  const unsetOr = (key: string, read: unknown) => !isSet(memberOf(value, key)) || read !== null;
  switch (memberOf(value, 'type')) {
    case 'range': {
      const [from, to, step] = [whole('from'), whole('to'), whole('step')];
      if (from === null || to === null || !unsetOr('step', step) || (step !== null && step < 1)) return null;
      return { type: 'range', from, to, step };
    }
    case 'date': {
      const [from, to, format, days] = [text('from'), text('to'), text('format'), whole('step_days')];
      if (from === null || to === null || !unsetOr('format', format)) return null;
      if (!unsetOr('step_days', days) || (days !== null && days < 1)) return null;
      return { type: 'date', from, to, format, step_days: days };
    }
    case 'list': {
      const given = entriesOf(memberOf(value, 'values'));
      const values = given.filter((each) => typeof each === 'string' || typeof each === 'number');
      return values.length === 0 || values.length < given.length ? null : { type: 'list', values };
    }
    default:
      return null;
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const wholeOrNull = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null);
