import type { Spider } from '../../shared/spider/schema.ts';
import { serveJobs } from '../workers/serve.ts';
import { createPageStage } from './page-stage.ts';
import type { PageInput } from './page-types.ts';
import { transferable } from './transfer.ts';

/** Start data of a worker. */
export interface PageWorkerData {
  spider: Spider;
  depthLimit: number;
}

/** The worker thread that processes pages, one or some in a job. Its types are fixed by the file that starts it, `page-processor.ts`. */
serveJobs(({ spider, depthLimit }: PageWorkerData) => {
  const stage = createPageStage(spider, depthLimit);
  return (_name, inputs: readonly PageInput[]) => {
    const outputs = inputs.map(stage);
    return { value: outputs, transfer: outputs.flatMap(({ page }) => transferable(page?.body)) };
  };
});
