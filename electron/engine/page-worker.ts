import { parentPort, workerData } from 'node:worker_threads';
import type { Spider } from '../../shared/spider/schema.ts';
import { transferable } from './transfer.ts';
import { createPageStage, type PageInput, type PageOutput } from './page.ts';

/** What a worker is started with. */
export interface PageWorkerData {
  spider: Spider;
  depthLimit: number;
}

/** Once, that pages may come; then one answer for every page, in the order of the pages. */
export type PageWorkerAnswer = 'ready' | { ok: true; output: PageOutput } | { ok: false; message: string };

/** The port and the data are typed by the one file that starts this one, `page-processor.ts`. */
function serve({ spider, depthLimit }: PageWorkerData): void {
  const stage = createPageStage(spider, depthLimit);
  parentPort?.on('message', (input: PageInput) => {
    const given = answer(() => stage(input));
    const kept = given.ok ? given.output.page : null;
    parentPort?.postMessage(given, kept === null ? [] : transferable(kept.body));
  });
  parentPort?.postMessage('ready' satisfies PageWorkerAnswer);
}

function answer(work: () => PageOutput): Exclude<PageWorkerAnswer, 'ready'> {
  try {
    return { ok: true, output: work() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

serve(workerData);
