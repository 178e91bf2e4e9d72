import { walksOf } from '../../../export/tables.ts';
import type { ItemRow, ItemStream } from '../../../store/items/item-queries.ts';
import { HostError } from '../../errors.ts';
import { serveHostJobs, type Job } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import type { ExportJob, ExportProgress, WrittenExport } from './messages.ts';
import { writeExport } from './write-export.ts';

/** Interval of progress reports, in milliseconds. */
const progressEvery = 100;

/** Entry of the thread of one export. `exports.ts`, which starts it, types its jobs. */
serveHostJobs(() => async (_name, order: ExportJob, job) => ({ value: await write(order, job) }));

/** Writes the export completely or not at all, also when cancelled. */
async function write(order: ExportJob, job: Job): Promise<WrittenExport> {
  const workspace = openWorkspaceReadOnly(order.dataDir);
  const walks = walksOf(order.how, order.to.kind === 'file' && !order.to.append);
  const counted = ({ total, batches }: ItemStream): (() => AsyncGenerator<readonly ItemRow[]>) => {
    let walk = 0;
    let reportedAt = 0;
    return async function* read() {
      walk += 1;
      let done = 0;
      for await (const batch of batches()) {
        if (job.isCancelled) throw new HostError('cancelled', 'It was cancelled.');
        yield batch;
        done += batch.length;
        const now = performance.now();
        if (now - reportedAt < progressEvery) continue;
        reportedAt = now;
        // An export that begins anew has one walk more.
        const share = Math.min(1, (((walk - 1) % walks) + done / Math.max(1, total)) / walks);
        job.note({ rows: Math.floor(share * total), total } satisfies ExportProgress);
      }
    };
  };
  try {
    // They come from a table, whose filter may have left no item with them.
    return await writeExport(workspace, order, { signal: job.signal, counted, unknown: 'empty' });
  } finally {
    workspace.close();
  }
}
