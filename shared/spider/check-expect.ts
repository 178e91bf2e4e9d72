import { checkPattern } from './check-expressions.ts';
import { exampleFits, typeWords, type ExpectedType } from './expected-type.ts';
import { itemFieldNames } from './item-fields.ts';
import { byNearness, nearest } from './nearest.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf, type PlainObject } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { expectedTypes } from './schema.ts';
import { labelOf, listed, shorten } from './wording.ts';

/** The most fields that a message lists. */
const listedFields = 10;

/** Checks what a schema cannot express of `expect`: that it names fields of items, and that its parts go together. */
export function checkExpect(document: unknown, report: Report): void {
  const expect = memberOf(document, 'expect');
  if (!isObject(expect)) return;
  const known = itemFieldNames(document);
  checkKey(expect, known, report);
  for (const [name, field] of membersOf(expect.fields)) {
    const path = ['expect', 'fields', name];
    if (!known.includes(name)) reportUnknown(name, { path, at: 'key' }, known, report);
    if (isObject(field)) checkField(field, path, report);
  }
}

function checkKey({ key, duplicates }: PlainObject, known: readonly string[], report: Report): void {
  const earlier = new Set<string>();
  for (const [index, name] of entriesOf(key).entries()) {
    if (typeof name !== 'string' || name === '') continue;
    const path = ['expect', 'key', index];
    if (!known.includes(name)) reportUnknown(name, { path, at: 'value' }, known, report);
    if (earlier.has(name)) {
      report.warning(path, 'expectation-without-effect', `key names '${shorten(name)}' twice`, {
        hint: 'Remove one of them.',
      });
    }
    earlier.add(name);
  }
  if (duplicates === 'drop' && !isSet(key)) {
    const message = 'duplicates has no effect without key: no two items of a run have the same URL and row';
    report.warning(['expect', 'duplicates'], 'expectation-without-effect', message, {
      at: 'key',
      hint: 'Add "key" with the fields that tell an item from all others.',
    });
  }
}

function reportUnknown(
  name: string,
  { path, at }: { path: Path; at: 'key' | 'value' },
  known: readonly string[],
  report: Report,
): void {
  const near = nearest(name, known);
  const advice =
    near === null
      ? `Fields of the items: ${listed(byNearness(name, known), listedFields)}`
      : `Did you mean '${near}'?`;
  const rename =
    at === 'key' ? `Rename it to "${near ?? ''}", or remove it.` : `Did you mean "${near ?? ''}"?`;
  report.error(path, 'unknown-field', `Unknown field: '${shorten(name)}'. ${advice}`, {
    at,
    hint: near === null ? 'Name a field that a callback extracts, or remove it.' : rename,
  });
}

const isType = (value: unknown): value is ExpectedType => expectedTypes.some((type) => type === value);

function checkField(field: PlainObject, path: Path, report: Report): void {
  const type = isType(field.type) ? field.type : null;
  checkPattern(field.pattern, [...path, 'pattern'], report);
  checkRange(field.range, [...path, 'range'], report);
  if (type !== null) checkType(field, type, path, report);
  if (field.unique === true && field.constant === true) {
    const message = `${labelOf(path)} cannot be both unique and constant`;
    report.error([...path, 'constant'], 'contradictory-expectation', message, {
      at: 'key',
      hint: 'Remove one of them.',
    });
  }
}

function checkRange(range: unknown, path: Path, report: Report): void {
  const [least, greatest] = entriesOf(range);
  if (typeof least !== 'number' || typeof greatest !== 'number' || least <= greatest) return;
  const message = `The range begins above its end: ${least} is greater than ${greatest}`;
  report.error(path, 'empty-range', message, { hint: `Write [${greatest}, ${least}].` });
}

/** Checks the parts that depend on the type. */
function checkType(field: PlainObject, type: ExpectedType, path: Path, report: Report): void {
  for (const [index, example] of entriesOf(field.examples).entries()) {
    if (exampleFits(example, type)) continue;
    const message = `The example ${shorten(JSON.stringify(example))} is not ${typeWords[type]}`;
    report.error([...path, 'examples', index], 'example-of-other-type', message, {
      hint: 'Correct the example, or the type.',
    });
  }
  const isNumber = type === 'number' || type === 'integer';
  if (isSet(field.range) && !isNumber) withoutEffect('range', 'numbers', type, path, report);
  if (isSet(field.pattern) && (type === 'list' || type === 'object'))
    withoutEffect('pattern', 'single values', type, path, report);
}

function withoutEffect(key: string, about: string, type: string, path: Path, report: Report): void {
  const message = `${key} has no effect: it says something about ${about}, and the type is ${type}`;
  report.warning([...path, key], 'expectation-without-effect', message, { at: 'key', hint: 'Remove it.' });
}
