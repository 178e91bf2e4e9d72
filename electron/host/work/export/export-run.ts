import type { CsvDialectName, ExportFormat } from '../../../../shared/export-formats.ts';
import { csvDialect } from '../../../export/csv.ts';
import { exportItems, type ExportResult } from '../../../export/export.ts';
import type { ExportTarget } from '../../../export/target.ts';
import { select, type ItemQuery } from '../../data/run-items.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface ExportRequest {
  query: ItemQuery;
  format: ExportFormat;
  dialect?: CsvDialectName;
  columns: string[] | null;
  target: ExportTarget;
}

/** Writes the items of a run, or of all, to a file or a stream. A file is written whole or not at all. */
export async function exportRun(
  workspace: Workspace,
  { query, format, dialect = 'standard', columns, target }: ExportRequest,
): Promise<ExportResult> {
  const rows = workspace.store.items.stream(select(workspace, query));
  return exportItems({ rows, format, dialect: csvDialect(dialect), columns, target });
}
