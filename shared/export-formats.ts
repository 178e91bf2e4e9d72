/** The formats of exports. */
export const exportFormats = ['csv', 'json', 'jsonl'] as const;
/** A format of exports; `jsonl` is one JSON object per line. */
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Dialects of CSV. `standard` is RFC 4180: commas, UTF-8 without a byte order mark. `excel` opens as a table on a double
 * click: with a byte order mark and the list separator of the computer.
 */
export const csvDialects = ['standard', 'excel'] as const;
/** A dialect of CSV. */
export type CsvDialectName = (typeof csvDialects)[number];
