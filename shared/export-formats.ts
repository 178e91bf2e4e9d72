/** What items can be exported as. */
export const exportFormats = ['csv', 'json', 'jsonl'] as const;
/** A format in which items are exported. */
export type ExportFormat = (typeof exportFormats)[number];

/**
 * How CSV is written. `standard` is RFC 4180: commas, UTF-8 without a byte order mark. `excel` is what a double click opens as a
 * table: with a byte order mark, and the list separator of the computer.
 */
export const csvDialects = ['standard', 'excel'] as const;
/** Name of a CSV dialect. */
export type CsvDialectName = (typeof csvDialects)[number];
