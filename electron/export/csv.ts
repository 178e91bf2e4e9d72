import type { CsvDialectName } from '../../shared/export-formats.ts';
import { listSeparator } from '../system/locale.ts';

/** How one kind of CSV is written. */
export interface CsvDialect {
  /** Separator between cells; one character. */
  separator: string;
  /** Text at the start of the file, such as a byte order mark; empty for none. */
  mark: string;
}

/** Standard CSV (RFC 4180): commas, no byte order mark. */
export const standardCsv: CsvDialect = { separator: ',', mark: '' };

/** The byte order mark of UTF-8, by which some programs know it. */
const mark = '\ufeff';

let excelCsv: CsvDialect | null = null;

/** Returns the dialect with this name. The separator of Excel's dialect depends on the regional settings of this computer. */
export function csvDialect(name: CsvDialectName): CsvDialect {
  if (name === 'standard') return standardCsv;
  if (name === 'bom') return { ...standardCsv, mark };
  return (excelCsv ??= { separator: listSeparator(), mark });
}

/**
 * Returns a function that writes one record. Cells with a separator, a quotation mark or a line break are quoted, and records end
 * in CR LF.
 */
export function csvRecords({ separator }: CsvDialect): (cells: readonly string[]) => string {
  // Some readers trim white space around unquoted cells.
  const needsQuotes = new RegExp(`["${separator}\\r\\n]|^\\s|\\s$`);
  const quoted = (cell: string): string =>
    needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return (cells) => {
    // A single empty cell would be an empty line, which readers skip.
    const record = cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoted).join(separator);
    return `${record}\r\n`;
  };
}

/** Whether a spreadsheet would read a cell as a formula. Signed numbers are not formulas. */
export function looksLikeFormula(cell: string): boolean {
  return /^[=+\-@\t\r]./s.test(cell) && !/^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i.test(cell);
}
