import { checkProcessor } from './check-processors.ts';
import {
  checkFieldSource,
  nestedList,
  scopeOfCallback,
  scopeOfEntries,
  type FieldScope,
} from './check-field-source.ts';
import { checkDownload, checkTextFlags } from './check-text-flags.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { columnFields, maxNestedDepth } from './schema.ts';

/** Checks what the callbacks extract: every field at every level, with its selectors and processors. */
export function checkCallbacks(document: unknown, report: Report): void {
  for (const [name, callback] of membersOf(memberOf(document, 'callbacks'))) {
    const fields = memberOf(callback, 'extract');
    const follow = memberOf(memberOf(callback, 'iterate'), 'follow');
    const path = ['callbacks', name, 'iterate', 'follow'];
    const scope = scopeOfCallback(callback);
    checkFollowPart(memberOf(follow, 'url'), [...path, 'url'], scope, report);
    for (const [key, field] of membersOf(memberOf(follow, 'form')))
      checkFollowPart(field, [...path, 'form', key], scope, report);
    checkFields(fields, ['callbacks', name, 'extract'], { scope, depth: 1 }, report);
    for (const column of columnFields) {
      const field = memberOf(fields, column);
      if (isObject(field)) checkColumn(column, field, ['callbacks', name, 'extract', column], report);
    }
  }
}

/** Checks a field of a row that gives the address of its detail page, or a value of the form that is sent there. */
function checkFollowPart(field: unknown, path: Path, scope: FieldScope, report: Report): void {
  if (!isObject(field)) return;
  if (field.type === nestedList) {
    const isUrl = path.at(-2) === 'follow';
    const what = isUrl ? 'The url of follow' : 'A value of the form of follow';
    report.error([...path, 'type'], 'selects-no-url', `${what} must be one text, not a nested_list`, {
      hint: `Select the ${isUrl ? 'address' : 'value'}, for example with "css": "${isUrl ? 'a::attr(href)' : 'input::attr(value)'}".`,
    });
  }
  checkField(field, path, { scope, depth: 1 }, report);
}

/** Warns about a list in a text column, and says how it will be joined. */
function checkColumn(column: string, field: PlainObject, path: Path, report: Report): void {
  const joins = entriesOf(field.processors).some((processor) => memberOf(processor, 'type') === 'join');
  if (field.get_all !== true || field.type === nestedList || joins) return;
  const how = column === 'content' ? 'line by line' : 'with ", "';
  const message = `${column} is a column of text: the list is joined there ${how}, and kept as a list in the metadata`;
  report.warning([...path, 'get_all'], 'list-in-column', message, {
    at: 'key',
    hint: 'Add a join processor for one text, or choose another field name for a list.',
  });
}

/** Where fields are: what they are evaluated at, and the depth of a nested_list among them; the outermost is 1. */
interface FieldPlace {
  scope: FieldScope;
  depth: number;
}

function checkFields(fields: unknown, path: Path, at: FieldPlace, report: Report): void {
  for (const [name, field] of membersOf(fields)) {
    const place = [...path, name];
    if (name === '') report.error(place, 'empty-field-name', 'Field names must not be empty', { at: 'key' });
    if (isObject(field)) checkField(field, place, at, report);
  }
}

function checkField(field: PlainObject, path: Path, { scope, depth }: FieldPlace, report: Report): void {
  if (field.type === nestedList) checkNested(field, path, depth, report);
  checkFieldSource(field, path, scope, report);
  for (const [index, processor] of entriesOf(field.processors).entries()) {
    if (isObject(processor)) checkProcessor(processor, [...path, 'processors', index], report);
  }
  checkTextFlags(field, path, report);
  checkDownload(field, path, report);
  const inner = { scope: scopeOfEntries(field), depth: depth + 1 };
  checkFields(field.extract, [...path, 'extract'], inner, report);
}

function checkNested(field: PlainObject, path: Path, depth: number, report: Report): void {
  const { selector, extract } = field;
  const hasSelector = isSet(selector) && selector !== '';
  const hasFields = isSet(extract) && !(isObject(extract) && Object.keys(extract).length === 0);
  if (!hasSelector || !hasFields) {
    const message = "nested_list fields must have both 'selector' and 'extract' fields";
    report.error(path, 'incomplete-nested-list', message, {
      hint: `Add ${[...(hasSelector ? [] : ['a selector']), ...(hasFields ? [] : ['fields in extract'])].join(' and ')}.`,
    });
  }
  // Reported once, where the limit is passed, and not again for every level below.
  if (depth === maxNestedDepth + 1) {
    report.error(path, 'nested-too-deep', `nested_list depth must be at most ${maxNestedDepth}`, {
      hint: 'The outermost nested_list has depth 1.',
    });
  }
}
