import { statSync } from 'node:fs';
import { csvDialect } from '../../../export/csv.ts';
import { exportItems } from '../../../export/export.ts';
import { packFiles } from '../../../export/pack-files.ts';
import { walksOf } from '../../../export/tables.ts';
import type { ItemRow } from '../../../store/items/item-queries.ts';
import { HostError } from '../../errors.ts';
import { serveHostJobs, type Job } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import type { ExportJob, ExportProgress, WrittenExport } from './messages.ts';

/** Interval of progress reports, in milliseconds. */
const progressEvery = 100;

/** Entry of the thread of one export. `exports.ts`, which starts it, types its jobs. */
serveHostJobs(() => async (_name, order: ExportJob, job) => ({ value: await write(order, job) }));

/** Writes the file completely or not at all, also when cancelled. */
async function write(order: ExportJob, job: Job): Promise<WrittenExport> {
  const { dataDir, view, how, file, replace, append, archive } = order;
  const workspace = openWorkspaceReadOnly(dataDir);
  try {
    const items = await workspace.queries.items.stream(view);
    const { total } = items;
    const walks = walksOf(how);
    let walk = 0;
    let reportedAt = 0;
    const counted = async function* (): AsyncGenerator<readonly ItemRow[]> {
      walk += 1;
      let done = 0;
      for await (const batch of items.batches()) {
        if (job.isCancelled) throw new HostError('cancelled', 'It was cancelled.');
        yield batch;
        done += batch.length;
        const now = performance.now();
        if (now - reportedAt < progressEvery) continue;
        reportedAt = now;
        const share = (walk - 1 + done / Math.max(1, total)) / walks;
        job.note({ rows: Math.floor(share * total), total } satisfies ExportProgress);
      }
    };
    const { rows, notes, others } = await exportItems({
      ...how,
      dialect: csvDialect(how.dialect),
      batches: counted,
      // They come from a table, whose filter may have left no item with them.
      unknown: 'empty',
      target: { file, force: replace, append },
    });
    const isPacked = archive !== null && others.length > 0;
    if (isPacked) await packFiles([file, ...others], archive);
    const path = isPacked ? archive : file;
    return { rows, bytes: statSync(path).size, path, notes };
  } finally {
    workspace.close();
  }
}
