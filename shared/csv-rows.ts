/** A row of CSV. */
export interface CsvRow {
  /** The line of the text that it begins in, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The separator of a CSV text, by its first line: a comma, or what some spreadsheets write in its place. */
export function separatorOf(text: string): ',' | ';' | '\t' {
  const head = /^[^\r\n]*/u.exec(text.trimStart())?.[0] ?? '';
  if (head.includes(',')) return ',';
  if (head.includes(';')) return ';';
  return head.includes('\t') ? '\t' : ',';
}

/**
 * Reads CSV (RFC 4180); line ends are those of any system. Empty lines are left out.
 * @returns the rows, and the line in which a quoted value begins that has no end; null: there is none
 */
export function readCsv(text: string, separator: string): { rows: CsvRow[]; unclosed: number | null } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let rowLine = 1;
  let quotedSince: number | null = null;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') line += 1;
    if (quotedSince !== null) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quotedSince = null;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quotedSince = line;
    } else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      rowLine = line;
    } else if (char !== '\r') cell += char;
  }
  endRow();
  return { rows, unclosed: quotedSince };
}
