import type { Spider } from '../../shared/spider/schema.ts';
import { serveJobs } from '../workers/serve.ts';
import { createPageStage, type PageInput } from './page.ts';
import { transferable } from './transfer.ts';

/** What a worker is started with. */
export interface PageWorkerData {
  spider: Spider;
  depthLimit: number;
}

/** The thread that reads pages: its one kind of job is a page. Typed by the one file that starts it, `page-processor.ts`. */
serveJobs(({ spider, depthLimit }: PageWorkerData) => {
  const stage = createPageStage(spider, depthLimit);
  return (_name, input: PageInput) => {
    const output = stage(input);
    return output.page === null
      ? { value: output }
      : { value: output, transfer: transferable(output.page.body) };
  };
});
