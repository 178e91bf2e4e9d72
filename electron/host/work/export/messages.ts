import type { ItemView } from '../../../store/items/item-queries.ts';
import type { CsvDialectName, ExportFormat, PathChoice } from '../../../../shared/export-formats.ts';

/** How items are written. */
export interface ExportHow {
  /** The list whose entries have a row each; null: each item is a row. */
  rows: string | null;
  columns: readonly string[] | null;
  format: ExportFormat;
  dialect: CsvDialectName;
  flatten: readonly PathChoice[];
  guardFormulas: boolean;
}

/** Job of an export's thread. */
export interface ExportJob {
  dataDir: string;
  view: ItemView;
  how: ExportHow;
  file: string;
  replace: boolean;
  append: boolean;
  /** The archive that all files are packed into if there are several; null: they stay beside each other. */
  archive: string | null;
}

/** Progress of an export: items written, and their total. */
export interface ExportProgress {
  rows: number;
  total: number;
}

/** Result of an export. */
export interface WrittenExport {
  rows: number;
  bytes: number;
  /** Path of the file; that of the archive if they were packed. */
  path: string;
  notes: string[];
}
