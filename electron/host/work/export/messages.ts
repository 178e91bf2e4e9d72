import type { ItemView } from '../../../store/items/item-queries.ts';
import type { CsvDialectName, ExportFormat } from '../../../../shared/export-formats.ts';

/** What the thread of an export is to do. */
export interface ExportJob {
  dataDir: string;
  view: ItemView;
  columns: readonly string[] | null;
  format: ExportFormat;
  dialect: CsvDialectName;
  file: string;
  replace: boolean;
}

/** What it tells on its way: rows that are written, and how many there are. */
export interface ExportProgress {
  rows: number;
  total: number;
}

export interface WrittenExport {
  rows: number;
  bytes: number;
  notes: string[];
}
