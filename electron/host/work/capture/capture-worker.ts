import { parsePage } from '../../../extract/tree.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { KeptSheet } from '../../../store/pages/saved-page-queries.ts';
import { HostError } from '../../errors.ts';
import { packPage } from './pack-page.ts';
import { serveHostJobs, type Job, type JobResult } from '../../threads/serve-host-jobs.ts';
import { pageSheets } from '../styles/style-links.ts';
import type { AddedContent, AddingNote, SheetsWish } from './page-capture.ts';
import { PageSession, type PageWatch, type PageWish } from './page-session.ts';

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

async function get(wish: PageWish, job: Job): Promise<AddedContent> {
  const session = new PageSession(wish, watching(job));
  try {
    const { rendered, notes, ...came } = await session.page();
    const { page, title, html } = packPage(came);
    const links = pageSheets(elementsBelow(parsePage(html).document), came.url);
    const kept = await session.sheets(links, { url: came.url, encoding: page.encoding });
    if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    const source = rendered ? 'rendered' : 'url';
    return { content: { title, url: came.url, source, page, sheets: kept }, notes };
  } finally {
    await session.close();
  }
}

async function sheets({ wish, links, of }: SheetsWish, job: Job): Promise<KeptSheet[]> {
  const session = new PageSession(wish, watching(job));
  try {
    const kept = await session.sheets(links, of);
    if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    return kept;
  } finally {
    await session.close();
  }
}

function watching(job: Job): PageWatch {
  return { signal: job.signal, onStage: (stage) => job.note({ stage } satisfies AddingNote) };
}
