import { itemColumns } from '../../../shared/item-columns.ts';
import { cellText, isCell, type Cell } from '../cells.ts';
import { csvRecords, looksLikeFormula } from '../csv.ts';
import type { TextFormat } from './format.ts';

/** RFC 4180 in UTF-8: a header, then a record for each row. */
export const csv: TextFormat = {
  name: 'csv',
  output: 'text',
  values: 'cells',
  typed: false,
  splitsObjects: true,
  joinsLists: true,
  hidesBlanks: true,
  holdsTables: false,
  texts(columns, { dialect, guardFormulas, notes }) {
    const names = columns?.map(({ name }) => name) ?? itemColumns;
    const record = csvRecords(dialect);
    const textOf = (value: Cell, column: string): string => {
      const text = cellText(value);
      if (!text.isWellFormed()) notes.change('halves', column);
      if (!looksLikeFormula(text)) return text;
      notes.change(guardFormulas ? 'guarded' : 'formula', column);
      return guardFormulas ? `'${text}` : text;
    };
    return {
      // The members of a page's own JSON may name columns, too.
      head: dialect.mark + record(names.map((name) => textOf(name, name))),
      row: (row) =>
        record(
          names.map((name) => {
            const cell = row.get(name);
            return isCell(cell) ? textOf(cell, name) : '';
          }),
        ),
      tail: () => '',
    };
  },
};
