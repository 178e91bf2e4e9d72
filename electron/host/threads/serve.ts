import { parentPort } from 'node:worker_threads';
import { plainError, type JobMessage, type ThreadMessage, type ThreadOrder } from './messages.ts';

/** What one piece of work gives; `transfer` are buffers that move to the other thread instead of being copied. */
export interface JobResult {
  value: unknown;
  transfer?: readonly ArrayBuffer[];
}

/** Does a job. `signal` is aborted when nobody waits for it any more: work that waits for something may end sooner. */
export type JobWork = (name: string, args: never, signal: AbortSignal) => JobResult | Promise<JobResult>;

/** To be called once in the file that a thread runs: does one job after the other. */
export function serveJobs(work: JobWork): void {
  const underWay = new Map<number, AbortController>();
  parentPort?.on('message', (order: ThreadOrder<never>) => {
    if (order.kind === 'cancel') return underWay.get(order.id)?.abort();
    const abort = new AbortController();
    underWay.set(order.id, abort);
    void answer(order, work, abort.signal).finally(() => underWay.delete(order.id));
  });
  tell({ kind: 'ready' });
}

/** Tells the owner of this thread something. */
export function tell(message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

async function answer(
  { id, name, args }: JobMessage<never>,
  work: JobWork,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { value, transfer } = await work(name, args, signal);
    tell({ kind: 'done', id, value }, transfer);
  } catch (error) {
    tell({ kind: 'failed', id, error: plainError(error) });
  }
}
