import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { evaluateField } from '../field.ts';
import { sourceOf } from '../field-source.ts';
import type { PageContext } from '../page-context.ts';
import { isJson, type Scope } from '../scope.ts';
import { selectMatches } from '../select-matches.ts';
import { isBlank, quoted } from '../text.ts';
import type { FieldStep, JsonValue } from '../types.ts';
import { whyNoValues } from './json.ts';
import { whyEmpty, type WhyEmpty } from './why-empty.ts';

/** Rows and entries at which a field is looked at. */
const maxScopes = 200;

/**
 * Says why a field is empty on a page, or at all of its rows or entries. Never throws.
 * @param scopes where it is evaluated, at least one, all of one page
 * @returns null: it is not empty everywhere, or the reason takes too long to find
 */
export function whyFieldEmpty(
  scopes: readonly Scope[],
  field: FieldExtract,
  page: PageContext,
): WhyEmpty | null {
  try {
    return reasonAt(scopes.slice(0, maxScopes), field, page);
  } catch {
    // A selector exceeds its budget on this page.
    return null;
  }
}

function reasonAt(scopes: readonly Scope[], field: FieldExtract, page: PageContext): WhyEmpty | null {
  const results = scopes.map((scope) => evaluateField(scope, field, page).result);
  if (results.length === 0 || results.some(({ value }) => !isEmpty(value))) return null;
  const { language, selector } = sourceOf(field);
  if (language === null || selector === null) return null;
  const isPath = language !== 'json' && typeof field.json_path === 'string' && field.type !== 'nested_list';
  const selected = results.find(({ steps }) => !isEmpty(steps[0]?.value ?? null));
  if (selected !== undefined) return whyProcessed(selected.steps, selected.problem);
  const inText = isPath ? whyNotInText(scopes, field, page) : null;
  if (inText !== null) return inText;
  const matched = results.find(({ matches, problem }) => matches > 0 && problem !== null);
  const why = whyEmpty({ scopes, language, source: selector, takesFirst: field.get_all !== true });
  // Text and Markdown of an element can be blank where its markup is not.
  if (matched !== undefined && (field.to_text === true || field.to_markdown === true)) {
    return { ...why, line: matched.problem ?? why.line, fix: null };
  }
  // A nested_list takes no XPath.
  const isRefused = field.type === 'nested_list' && why.fix?.language === 'xpath';
  return isRefused ? { ...why, fix: null } : why;
}

/** Why JSON in the text of elements has nothing where the path of a field looks; null: there are no such elements. */
function whyNotInText(scopes: readonly Scope[], field: FieldExtract, page: PageContext): WhyEmpty | null {
  const { language, selector } = sourceOf(field);
  const { json_path: path } = field;
  if (selector === null || (language !== 'css' && language !== 'xpath') || typeof path !== 'string')
    return null;
  const values: JsonValue[] = [];
  let broken: string | null = null;
  for (const scope of scopes) {
    const selected = isJson(scope) ? null : selectMatches(scope, language, selector);
    for (const { text } of selected?.ok === true ? selected.matches : []) {
      const read = page.jsonIn(text);
      if (read.ok) values.push(read.value);
      else broken ??= `What ${quoted(selector)} matches is not valid JSON: ${read.problem}.`;
    }
  }
  if (values.length > 0) return whyNoValues(values, path);
  return broken === null ? null : { line: broken, fix: null, steps: [] };
}

/** Which processor leaves nothing of what was selected. */
function whyProcessed(steps: readonly FieldStep[], problem: string | null): WhyEmpty | null {
  const at = steps.findIndex(({ value }) => isEmpty(value));
  const step = steps[at];
  const before = steps[at - 1];
  if (step === undefined || before === undefined) return null;
  const place = steps.length > 2 ? `Processor ${at}, ` : '';
  const line = problem ?? `${step.step}: nothing is left of ${shown(before.value)}.`;
  return { line: `${place}${line}`, fix: null, steps: [] };
}

const shown = (value: JsonValue): string => quoted(typeof value === 'string' ? value : JSON.stringify(value));

const isEmpty = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.every(isEmpty));
