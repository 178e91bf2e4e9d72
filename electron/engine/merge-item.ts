import { isFilled } from '../../shared/filled.ts';
import { columnFields } from '../../shared/spider/schema.ts';
import { itemFromCallback } from '../extract/item.ts';
import { mergeValues } from '../extract/merge-values.ts';
import type { FieldProblem, JsonValue, NewItem } from '../extract/types.ts';

/** Values that travel to a page, from the rows that lead to it. */
export interface TravellingValues {
  values: Record<string, JsonValue>;
  /** Problems of single fields. */
  problems: FieldProblem[];
}

/** Returns the values that leave a page with one of its rows, where values travel to the page too. */
export function extendTravelling(along: TravellingValues, row: TravellingValues): TravellingValues {
  const isOwn = (name: string): boolean => isFilled(row.values[name]);
  return {
    values: mergeValues(along.values, row.values),
    problems: [...problemsBut(along.problems, isOwn), ...row.problems],
  };
}

/**
 * Completes an item with the values that travel to its page. Its own fields win on equal names, unless they are empty. A problem
 * of a value that does not win is left out.
 */
export function completeItem(item: NewItem, along: TravellingValues): NewItem {
  const isColumn = (name: string): boolean => columnFields.some((column) => column === name);
  const isOwn = (name: string): boolean =>
    isFilled(isColumn(name) ? Reflect.get(item, name) : item.metadata[name]);
  const values = Object.entries(along.values).filter(([name]) => !(isColumn(name) && isOwn(name)));
  const travelled = itemFromCallback(item.url, item.callback, {
    item: Object.fromEntries(values),
    problems: problemsBut(along.problems, isOwn),
  });
  const completed = {
    ...item,
    metadata: mergeValues(travelled.metadata, item.metadata),
    problems: [...travelled.problems, ...item.problems],
  };
  for (const column of columnFields) {
    if (!isOwn(column)) completed[column] = travelled[column] ?? item[column];
  }
  return completed;
}

function problemsBut(problems: readonly FieldProblem[], isOwn: (name: string) => boolean): FieldProblem[] {
  return problems.filter(({ field }) => !isOwn(field.split('.', 1)[0] ?? field));
}
