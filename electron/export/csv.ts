import type { CsvDialectName } from '../../shared/export-formats.ts';
import { listSeparator } from '../system/locale.ts';

export interface CsvDialect {
  /** One character between the cells. */
  separator: string;
  /** What the file begins with, before its first record. */
  mark: string;
}

/** RFC 4180. */
export const standardCsv: CsvDialect = { separator: ',', mark: '' };

let excelCsv: CsvDialect | null = null;

/** @returns what a dialect is on this computer */
export function csvDialect(name: CsvDialectName): CsvDialect {
  if (name === 'standard') return standardCsv;
  return (excelCsv ??= { separator: listSeparator(), mark: '\ufeff' });
}

/**
 * @returns what makes one record of CSV: cells with a separator, a quotation mark or a line break are quoted, records end in
 *   CR LF. Values are written exactly as they are, also where a spreadsheet would take one for a formula.
 */
export function csvRecords({ separator }: CsvDialect): (cells: readonly string[]) => string {
  // Some readers drop white space around a cell that is not quoted.
  const needsQuotes = new RegExp(`["${separator}\\r\\n]|^\\s|\\s$`);
  const quoted = (cell: string): string =>
    needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return (cells) => {
    // A single empty cell would be an empty line, which readers skip.
    const record = cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoted).join(separator);
    return `${record}\r\n`;
  };
}

/** Whether a spreadsheet would take a cell for a formula; numbers with a sign are none. */
export function looksLikeFormula(cell: string): boolean {
  return /^[=+\-@\t\r]./s.test(cell) && !/^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i.test(cell);
}
