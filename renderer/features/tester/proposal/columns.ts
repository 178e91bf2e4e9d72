import type { ProposedField, ProposedList, SpiderParts } from '../../../../shared/contract/types.ts';
import type { Callback, FieldExtract } from '../../../../shared/spider/schema.ts';
import { memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { getDocument, replaceText, type SpiderKey } from '../../../spider-document/document.ts';
import { removeAt, setValue } from '../../../../shared/spider/json-edits.ts';
import { nodeAt, parseText, valueOf } from '../../../../shared/spider/json-path.ts';
import { fieldPath } from '../../../spider-document/place.ts';

/** Every column that a list offers, best first. */
export const columnsOf = ({
  fields,
  others,
}: Pick<ProposedList, 'fields' | 'others'>): readonly ProposedField[] => [...fields, ...others];

/** A list with only the columns that were chosen; null: those that are proposed. */
export function withColumns(list: ProposedList, names: readonly string[] | null): ProposedList {
  if (names === null) return list;
  const all = columnsOf(list);
  return {
    ...list,
    fields: all.filter(({ name }) => names.includes(name)),
    others: all.filter(({ name }) => !names.includes(name)),
  };
}

/** What a choice adds to a spider, with the columns of its list as they were chosen; null: as they are proposed. */
export function partsWithColumns(
  parts: SpiderParts,
  list: ProposedList,
  names: readonly string[] | null,
): SpiderParts {
  if (names === null) return parts;
  const added = list.others.filter(({ name }) => names.includes(name));
  const dropped = new Set(list.fields.flatMap(({ name }) => (names.includes(name) ? [] : [name])));
  const callbacks = Object.entries(parts.callbacks).map(([name, callback]): [string, Callback] => {
    // Rows in a script are what a path selects in its text; one thing has no rows, and the path of its object before that of a member.
    const isThing = (callback.iterate ?? null) === null && list.language === 'json' && list.count === 1;
    if (!isThing && (callback.iterate?.json_path ?? callback.iterate?.selector) !== list.selector)
      return [name, callback];
    const kept = Object.entries(callback.extract ?? {}).filter(([field]) => !dropped.has(field));
    const [any] = Object.values(callback.extract ?? {});
    const definitionOf = ({ definition }: ProposedField): FieldExtract =>
      isThing ? inThing(definition, list.selector, any?.css ?? null) : definition;
    const more = added.map((field): [string, FieldExtract] => [field.name, definitionOf(field)]);
    return [name, { ...callback, extract: Object.fromEntries([...kept, ...more]) }];
  });
  return { ...parts, callbacks: Object.fromEntries(callbacks) };
}

/** A field of an object as it is taken from the whole answer, or from the script that `css` selects. */
const inThing = (definition: FieldExtract, path: string, css: string | null): FieldExtract => ({
  ...(css === null ? {} : { css }),
  ...definition,
  json_path: `${path}${definition.json_path?.slice(1) ?? ''}`,
});

/** The columns that are not taken: first those that tell rows apart, and not in the way that one which is taken does. */
export function columnsLeft(
  columns: readonly ProposedField[],
  isTaken: (column: ProposedField) => boolean,
): readonly ProposedField[] {
  const told = new Set(columns.filter(isTaken).map(({ samples }) => samples.join('\n')));
  const most = Math.max(0, ...columns.map(({ filled }) => filled));
  const tells = ({ samples, filled }: ProposedField) =>
    (samples.length > 1 || filled < most) && !told.has(samples.join('\n'));
  const left = columns.filter((column) => !isTaken(column));
  return [...left.filter(tells), ...left.filter((column) => !tells(column))];
}

/** The share of rows that a list must have to be the one that they were made from. */
const sameShare = 0.8;

/** The proposed list that the rows of a page are; null: none is. @param elements numbers of the elements of the rows */
export function listOfRows(lists: readonly ProposedList[], elements: readonly number[]): ProposedList | null {
  const shareOf = (list: ProposedList) => {
    const known = new Set(list.elements);
    return elements.filter((element) => known.has(element)).length / Math.max(1, elements.length);
  };
  return lists.find((list) => shareOf(list) >= sameShare) ?? null;
}

/** The selector of a field; null: it has none. */
const selectorOf = (field: unknown): string | null => {
  const found = ['css', 'xpath', 'json_path'].map((language) => memberOf(field, language));
  return found.find((value) => typeof value === 'string') ?? null;
};

const extractOf = (text: string, callback: string): unknown =>
  valueOf(nodeAt(parseText(text).root, ['callbacks', callback, 'extract']));

/** The name of the field of a callback that takes what a column takes; null: none does. */
export function fieldOfColumn(text: string, callback: string, { selector }: ProposedField): string | null {
  const own = membersOf(extractOf(text, callback)).find(([, field]) => selectorOf(field) === selector);
  return own === undefined ? null : own[0];
}

/** Adds a column to a callback, or removes it, in one step that can be undone. */
export function toggleColumn(key: SpiderKey, callback: string, column: ProposedField): void {
  const text = getDocument(key)?.text;
  if (text === undefined) return;
  const known = fieldOfColumn(text, callback, column);
  const edits =
    known === null
      ? setValue(
          text,
          fieldPath(callback, [freeName(extractOf(text, callback), column.name)]),
          column.definition,
        )
      : removeAt(text, fieldPath(callback, [known]));
  if (edits !== null) replaceText(key, edits, known === null ? 'Add the column' : 'Remove the column');
}

/** A name that no field has: the wanted one, or one with a number behind it. */
export function freeName(extract: unknown, name: string): string {
  const taken = new Set(membersOf(extract).map(([field]) => field));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}
