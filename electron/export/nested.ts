import type { PathChoice } from '../../shared/export-formats.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { freeName, topLevelFields } from './columns.ts';
import { isJoinable, isObject, joined, listSeparator, type OnChange, type PathChoices } from './flatten.ts';

/**
 * Returns the fields of an item with nested values as they are, but for the paths that something was chosen for.
 * @param changed called for each value that was converted
 */
export function nestedFields(row: ItemRow, choices: PathChoices, changed: OnChange): Map<string, unknown> {
  const fields = topLevelFields(row);
  return choices.hasWithin('') ? shaped(fields, '', choices, changed) : fields;
}

/** Returns fields with the chosen paths converted. @param prefix what stands before a name in the path of a choice */
export function shaped(
  fields: Iterable<readonly [string, unknown]>,
  prefix: string,
  choices: PathChoices,
  changed: OnChange,
): Map<string, unknown> {
  const all = new Map<string, unknown>();
  const add = (name: string, value: unknown): void => {
    const path = prefix + name;
    const choice = choices.get(path);
    if (choice?.as === 'table') return;
    if (
      choice?.as === 'columns' &&
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).length > 0
    ) {
      changed('dotted', path);
      for (const [key, member] of Object.entries(value)) add(`${name}.${key}`, member);
      return;
    }
    all.set(freeName(name, all), converted(path, value, choice));
  };
  function converted(path: string, value: unknown, choice: PathChoice | undefined): unknown {
    if (choice?.as === 'join' && Array.isArray(value)) {
      const { separator = listSeparator } = choice;
      changed(isJoinable(value, separator) ? 'joined' : 'forced', path);
      return joined(value, separator);
    }
    if (choice?.as === 'json' && typeof value === 'object' && value !== null) {
      changed('chosen-json', path);
      return JSON.stringify(value);
    }
    if (!isObject(value) || !choices.hasWithin(path)) return value;
    return Object.fromEntries(shaped(Object.entries(value), `${path}.`, choices, changed));
  }
  for (const [name, value] of fields) add(name, value);
  return all;
}
