import { elementsBelow } from '../../../extract/walk.ts';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { HostError } from '../../errors.ts';
import { packPage } from './pack-page.ts';
import { serveHostJobs, type Job, type JobResult } from '../../threads/serve-host-jobs.ts';
import { pageSheets } from '../styles/style-links.ts';
import type { CapturedContent, CaptureProgress, SheetsRequest } from './page-capture.ts';
import { PageSession, type CaptureObserver, type CaptureRequest } from './page-session.ts';

/** Entry of the thread that captures one page. `page-capture.ts`, which starts it, types its jobs. */
serveHostJobs(() => async (name, args: never, job): Promise<JobResult> => {
  switch (name) {
    case 'get':
      return { value: await get(args, job) };
    case 'sheets':
      return { value: await sheets(args, job) };
    default:
      throw new HostError('unknown-call', `Adding a page cannot do "${name}".`);
  }
});

async function get(request: CaptureRequest, job: Job): Promise<CapturedContent> {
  const session = new PageSession(request, observerOf(job));
  try {
    const { rendered, notes, ...raw } = await session.page();
    const { page, title, content } = packPage(raw);
    const links = content.kind === 'html' ? pageSheets(elementsBelow(content.document), raw.url) : [];
    const kept = await session.sheets(links, { url: raw.url, encoding: page.encoding });
    if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    const source = rendered ? 'rendered' : 'url';
    return { content: { title, url: raw.url, source, page, sheets: kept }, notes };
  } finally {
    await session.close();
  }
}

async function sheets({ request, links, of }: SheetsRequest, job: Job): Promise<KeptSheet[]> {
  const session = new PageSession(request, observerOf(job));
  try {
    const kept = await session.sheets(links, of);
    if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    return kept;
  } finally {
    await session.close();
  }
}

function observerOf(job: Job): CaptureObserver {
  return { signal: job.signal, onStage: (stage) => job.note({ stage } satisfies CaptureProgress) };
}
