import type { ItemView } from '../../../store/items/item-views.ts';
import type { CsvDialectName, ExportFormat } from '../../../../shared/export-formats.ts';
import type { PlainError } from '../../threads/messages.ts';

export interface ExportWorkerData {
  dataDir: string;
  view: ItemView;
  columns: readonly string[] | null;
  format: ExportFormat;
  dialect: CsvDialectName;
  file: string;
  replace: boolean;
  /** One number: anything but 0 asks to stop. */
  stop: SharedArrayBuffer;
}

export type ExportReport =
  | { kind: 'progress'; rows: number; total: number }
  | { kind: 'done'; rows: number; bytes: number; notes: string[] }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: PlainError };
