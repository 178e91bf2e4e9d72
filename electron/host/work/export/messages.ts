import type { ItemView } from '../../../store/items/item-queries.ts';
import type { CsvDialectName, ExportFormat } from '../../../../shared/export-formats.ts';

/** Job of an export's thread. */
export interface ExportJob {
  dataDir: string;
  view: ItemView;
  /** The list whose entries have a row each; null: each item is a row. */
  rows: string | null;
  columns: readonly string[] | null;
  format: ExportFormat;
  dialect: CsvDialectName;
  file: string;
  replace: boolean;
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
  notes: string[];
}
