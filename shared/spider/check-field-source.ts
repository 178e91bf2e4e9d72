import { languageOfEntries, languageOfRows } from '../selectors/language.ts';
import { checkCss, checkJsonPath, checkXPath } from './check-expressions.ts';
import { nearest } from './nearest.ts';
import { isSet, memberOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';

export const nestedList = 'nested_list';

/** What a field is evaluated at: a page of a kind that is not known yet, elements, or JSON values. */
export type FieldScope = 'page' | 'elements' | 'json';

/** What the fields of a callback are evaluated at. */
export function scopeOfCallback(callback: unknown): FieldScope {
  const iterate = memberOf(callback, 'iterate');
  const selector = memberOf(iterate, 'selector');
  if (typeof selector !== 'string') return 'page';
  if (isSet(memberOf(iterate, 'json_path'))) return 'json';
  return languageOfRows(selector) === 'json' ? 'json' : 'elements';
}

/** What the fields of a field are evaluated at. */
export function scopeOfEntries({ selector, as }: PlainObject): FieldScope {
  if (typeof selector !== 'string' || languageOfEntries(selector) === 'css') return 'elements';
  return as === 'html' ? 'elements' : 'json';
}

/** Checks where the value of a field comes from: that there is a source, that it is valid, and that it can select here. */
export function checkFieldSource(field: PlainObject, path: Path, scope: FieldScope, report: Report): void {
  const { css, xpath, json_path: jsonPath, selector } = field;
  if (field.type === nestedList) checkSuperfluous(field, path, report);
  else checkIsField(field, path, report);
  if (isSet(css) && isSet(xpath)) {
    report.error(path, 'css-and-xpath', "Field must have either 'css' or 'xpath' selector, not both", {
      hint: 'Remove one of them.',
    });
  }
  checkCss(css, [...path, 'css'], report);
  checkXPath(xpath, [...path, 'xpath'], report);
  checkJsonPath(jsonPath, [...path, 'json_path'], report);
  if (typeof selector === 'string') checkEntries(selector, [...path, 'selector'], report);
  checkScope(field, path, scope, report);
}

function checkEntries(selector: string, path: Path, report: Report): void {
  if (languageOfEntries(selector) === 'json') return checkJsonPath(selector, path, report);
  checkCss(selector, path, report, 'the fields are taken from within them');
}

function warnWithoutEffect(path: Path, message: string, hint: string, report: Report): void {
  report.warning(path, 'field-key-without-effect', message, { at: 'key', hint });
}

/** Warns about keys of a nested_list that are those of other fields. */
function checkSuperfluous(field: PlainObject, path: Path, report: Report): void {
  for (const key of ['css', 'xpath', 'json_path', 'get_all']) {
    if (!isSet(field[key]) || field[key] === false) continue;
    const hint =
      key === 'get_all' ? 'A nested_list is always a list.' : 'Its items are selected by selector.';
    warnWithoutEffect([...path, key], `${key} has no effect on a nested_list`, hint, report);
  }
  const { as, selector } = field;
  if (isSet(as) && typeof selector === 'string' && languageOfEntries(selector) !== 'json') {
    const message = 'as has no effect where elements are selected';
    const hint = 'Select JSON texts with a JSONPath that begins with "$", or remove as.';
    warnWithoutEffect([...path, 'as'], message, hint, report);
  }
}

function checkIsField(field: PlainObject, path: Path, report: Report): void {
  const sources = [field.css, field.xpath, field.json_path];
  if (!sources.some(isSet)) return reportWithoutSource(field, path, report);
  for (const key of ['selector', 'extract', 'as']) {
    if (!isSet(field[key])) continue;
    const message = `${key} has no effect without "type": "nested_list"`;
    warnWithoutEffect([...path, key], message, `Add "type": "nested_list", or remove ${key}.`, report);
  }
}

function reportWithoutSource({ type, selector, extract }: PlainObject, path: Path, report: Report): void {
  // A misspelt type has its own problem; once it is fixed, the field is complete.
  const misspelt = typeof type === 'string' && nearest(type, [nestedList]) !== null;
  if (misspelt && isSet(selector) && isSet(extract)) return;
  const message =
    "Field must have either 'css' or 'xpath' selector, or be a nested_list with 'selector' and 'extract' fields";
  const forgotten = !isSet(type) && isSet(selector) && isSet(extract);
  report.error(path, 'field-without-source', message, {
    hint: forgotten ? 'Add "type": "nested_list".' : 'Add "css", "xpath" or "json_path".',
  });
}

/** Warns about a selector of elements where there are only JSON values, and of JSON values where there are only elements. */
function checkScope(field: PlainObject, path: Path, scope: FieldScope, report: Report): void {
  if (scope === 'page') return;
  const isNested = field.type === nestedList;
  const markup = isNested
    ? typeof field.selector === 'string' && languageOfEntries(field.selector) === 'css'
    : isSet(field.css) || isSet(field.xpath);
  const key = isNested ? 'selector' : isSet(field.css) ? 'css' : isSet(field.xpath) ? 'xpath' : 'json_path';
  if (!isSet(field[key]) || markup === (scope === 'elements')) return;
  if (scope === 'json') {
    const hint = isNested
      ? 'Write a JSONPath; "$" is the entry.'
      : 'Use json_path; "$" is the entry. For entries that hold HTML use a nested_list with "as": "html".';
    warnWithoutEffect(
      [...path, key],
      `${key} selects nothing here, because the entries are JSON`,
      hint,
      report,
    );
    return;
  }
  const hint = isNested
    ? 'Write a CSS selector.'
    : 'Add "css" or "xpath" for the text that holds the JSON, or use them instead of json_path.';
  warnWithoutEffect(
    [...path, key],
    `${key} selects nothing here, because the entries are elements`,
    hint,
    report,
  );
}
