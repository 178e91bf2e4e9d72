import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { csvDialect } from '../../../export/csv.ts';
import { exportItems } from '../../../export/export.ts';
import type { ItemRow } from '../../../store/items/items.ts';
import { plainError } from '../../threads/messages.ts';
import { openWorkspaceForReading } from '../../workspace/workspace.ts';
import type { ExportReport, ExportWorkerData } from './messages.ts';

/** Milliseconds between two words about progress. */
const progressEvery = 100;

class Stopped extends Error {}

/** The thread of one export. The file is written whole or not at all, also when it is stopped. */
async function write(data: ExportWorkerData): Promise<ExportReport> {
  const { dataDir, view, columns, format, dialect, file, replace, stop } = data;
  const wish = new Int32Array(stop);
  const workspace = openWorkspaceForReading(dataDir);
  try {
    const { total, rows } = workspace.store.itemViews.stream(view);
    // In CSV, and where columns were chosen, all items are read once before they are written.
    const walks = format === 'csv' || columns !== null ? 2 : 1;
    let walk = 0;
    let told = 0;
    const counted = function* (): Generator<ItemRow> {
      walk += 1;
      let done = 0;
      for (const row of rows()) {
        if (Atomics.load(wish, 0) !== 0) throw new Stopped();
        yield row;
        done += 1;
        const now = performance.now();
        if (now - told < progressEvery) continue;
        told = now;
        const share = (walk - 1 + done / Math.max(1, total)) / walks;
        tell({ kind: 'progress', rows: Math.floor(share * total), total });
      }
    };
    const written = await exportItems({
      rows: counted,
      format,
      dialect: csvDialect(dialect),
      columns,
      // They come from a table: a filter may have left no item that has them.
      unknown: 'empty',
      target: { file, force: replace },
    });
    return { kind: 'done', rows: written.rows, bytes: statSync(file).size, notes: written.notes };
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'cancelled' };
    throw error;
  } finally {
    workspace.close();
  }
}

function tell(report: ExportReport): void {
  parentPort?.postMessage(report);
}

try {
  tell(await write(workerData));
} catch (error) {
  tell({ kind: 'failed', error: plainError(error) });
}
