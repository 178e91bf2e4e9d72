import type { Spider } from '../../shared/spider/schema.ts';
import { serveJobs } from '../workers/serve.ts';
import { createPageStage } from './page.ts';
import type { PageInput } from './page-types.ts';
import { transferable } from './transfer.ts';

/** Start data of a worker. */
export interface PageWorkerData {
  spider: Spider;
  depthLimit: number;
}

/** The worker thread that processes pages. Its types are fixed by the file that starts it, `page-processor.ts`. */
serveJobs(({ spider, depthLimit }: PageWorkerData) => {
  const stage = createPageStage(spider, depthLimit);
  return (_name, input: PageInput) => {
    const output = stage(input);
    return output.page === null
      ? { value: output }
      : { value: output, transfer: transferable(output.page.body) };
  };
});
