import type { Column } from '../cells.ts';
import type { Row, TextFormat } from './format.ts';

/** One JSON object a line. */
export const jsonl: TextFormat = {
  name: 'jsonl',
  output: 'text',
  values: 'nested',
  typed: false,
  splitsObjects: true,
  joinsLists: false,
  hidesBlanks: false,
  holdsTables: false,
  texts(columns) {
    const json = jsonOf(columns);
    return { head: '', row: (row) => `${json(row)}\n`, tail: () => '' };
  },
};

/** Returns a function that writes a row as a JSON object. @param columns null: all fields of a row */
export function jsonOf(columns: readonly Column[] | null): (row: Row) => string {
  if (columns === null) return (row) => JSON.stringify(Object.fromEntries(row));
  return (row) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row.get(name) ?? null])));
}
