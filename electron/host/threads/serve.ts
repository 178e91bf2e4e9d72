import { parentPort } from 'node:worker_threads';
import { plainError, type JobMessage, type ThreadMessage } from './messages.ts';

/** What one piece of work gives; `transfer` are buffers that move to the other thread instead of being copied. */
export interface JobResult {
  value: unknown;
  transfer?: readonly ArrayBuffer[];
}

/** To be called once in the file that a thread runs: does one job after the other. */
export function serveJobs(work: (name: string, args: never) => JobResult | Promise<JobResult>): void {
  parentPort?.on('message', (job: JobMessage<never>) => {
    void answer(job, work);
  });
  tell({ kind: 'ready' });
}

/** Tells the owner of this thread something. */
export function tell(message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

async function answer(
  { id, name, args }: JobMessage<never>,
  work: (name: string, args: never) => JobResult | Promise<JobResult>,
): Promise<void> {
  try {
    const { value, transfer } = await work(name, args);
    tell({ kind: 'done', id, value }, transfer);
  } catch (error) {
    tell({ kind: 'failed', id, error: plainError(error) });
  }
}
