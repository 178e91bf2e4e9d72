/**
 * One record of CSV after RFC 4180: cells with a comma, a quotation mark or a line break are quoted, records end in
 * CR LF. Values are written exactly as they are, also where a spreadsheet would take one for a formula.
 */
export function csvRecord(cells: readonly string[]): string {
  // A single empty cell would be an empty line, which readers skip.
  const record = cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoted).join(',');
  return `${record}\r\n`;
}

function quoted(cell: string): string {
  // Some readers drop white space around a cell that is not quoted.
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Whether a spreadsheet would take a cell for a formula; numbers with a sign are none. */
export function looksLikeFormula(cell: string): boolean {
  return /^[=+\-@\t\r]./s.test(cell) && !/^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i.test(cell);
}
