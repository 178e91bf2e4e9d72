import { checkCss, checkXPath } from './check-expressions.ts';
import { checkProcessor } from './check-processors.ts';
import { checkTextFlags } from './check-text-flags.ts';
import { nearest } from './nearest.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { columnFields, maxNestedDepth } from './schema.ts';

const nestedList = 'nested_list';

/** Checks what the callbacks extract: every field at every level, with its selectors and processors. */
export function checkCallbacks(document: unknown, report: Report): void {
  for (const [name, callback] of membersOf(memberOf(document, 'callbacks'))) {
    const fields = memberOf(callback, 'extract');
    const url = memberOf(memberOf(memberOf(callback, 'iterate'), 'follow'), 'url');
    checkFollowUrl(url, ['callbacks', name, 'iterate', 'follow', 'url'], report);
    checkFields(fields, ['callbacks', name, 'extract'], 1, report);
    for (const column of columnFields) {
      const field = memberOf(fields, column);
      if (isObject(field)) checkColumn(column, field, ['callbacks', name, 'extract', column], report);
    }
  }
}

/** Checks the field of a row that gives the address of its detail page. */
function checkFollowUrl(field: unknown, path: Path, report: Report): void {
  if (!isObject(field)) return;
  if (field.type === nestedList) {
    report.error(
      [...path, 'type'],
      'selects-no-url',
      'The url of follow must be one text, not a nested_list',
      {
        hint: 'Select the address, for example with "css": "a::attr(href)".',
      },
    );
  }
  checkField(field, path, 1, report);
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

/** @param depth of a nested_list among these fields; the outermost is 1 */
function checkFields(fields: unknown, path: Path, depth: number, report: Report): void {
  for (const [name, field] of membersOf(fields)) {
    const place = [...path, name];
    if (name === '') report.error(place, 'empty-field-name', 'Field names must not be empty', { at: 'key' });
    if (isObject(field)) checkField(field, place, depth, report);
  }
}

function checkField(field: PlainObject, path: Path, depth: number, report: Report): void {
  const { css, xpath, selector, extract } = field;
  const isNested = field.type === nestedList;
  if (isNested) {
    checkNested(field, path, depth, report);
  } else {
    checkHasSource(field, path, report);
    for (const key of ['selector', 'extract']) {
      if (isSet(field[key]) && (isSet(css) || isSet(xpath))) {
        report.warning(
          [...path, key],
          'field-key-without-effect',
          `${key} has no effect without "type": "nested_list"`,
          {
            at: 'key',
            hint: `Add "type": "nested_list", or remove ${key}.`,
          },
        );
      }
    }
  }
  if (isSet(css) && isSet(xpath)) {
    report.error(path, 'css-and-xpath', "Field must have either 'css' or 'xpath' selector, not both", {
      hint: 'Remove one of them.',
    });
  }
  checkCss(css, [...path, 'css'], report);
  checkXPath(xpath, [...path, 'xpath'], report);
  checkCss(selector, [...path, 'selector'], report, 'the fields are taken from within them');
  for (const [index, processor] of entriesOf(field.processors).entries()) {
    if (isObject(processor)) checkProcessor(processor, [...path, 'processors', index], report);
  }
  checkTextFlags(field, path, report);
  checkFields(extract, [...path, 'extract'], depth + 1, report);
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
  for (const key of ['css', 'xpath', 'get_all']) {
    if (isSet(field[key]) && field[key] !== false) {
      report.warning([...path, key], 'field-key-without-effect', `${key} has no effect on a nested_list`, {
        at: 'key',
        hint: key === 'get_all' ? 'A nested_list is always a list.' : 'Its items are selected by selector.',
      });
    }
  }
}

function checkHasSource(field: PlainObject, path: Path, report: Report): void {
  const { css, xpath, type, selector, extract } = field;
  if (isSet(css) || isSet(xpath)) return;
  // A misspelt type has its own problem; once it is fixed, the field is complete.
  const misspelt = typeof type === 'string' && nearest(type, [nestedList]) !== null;
  if (misspelt && isSet(selector) && isSet(extract)) return;
  const message =
    "Field must have either 'css' or 'xpath' selector, or be a nested_list with 'selector' and 'extract' fields";
  const forgotten = !isSet(type) && isSet(selector) && isSet(extract);
  report.error(path, 'field-without-source', message, {
    hint: forgotten ? 'Add "type": "nested_list".' : 'Add "css" or "xpath".',
  });
}
