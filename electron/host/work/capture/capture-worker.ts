import { parsePage } from '../../../extract/tree.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { KeptSheet } from '../../../store/pages/page-styles.ts';
import { HostError } from '../../errors.ts';
import { packPage } from './pack-page.ts';
import { serveJobs, tell, type JobResult } from '../../threads/serve.ts';
import { pageSheets } from '../styles/style-links.ts';
import type { AddedContent, AddingNote, SheetsWish } from './page-capture.ts';
import { PageSession, type PageWish } from './page-session.ts';

/** The thread that gets one page. Jobs are typed by the one file that starts this one, `capture.ts`. */
serveJobs(async (name, args: never, signal): Promise<JobResult> => {
  switch (name) {
    case 'get':
      return { value: await get(args, signal) };
    case 'sheets':
      return { value: await sheets(args, signal) };
    default:
      throw new HostError('unknown-call', `Adding a page cannot do "${name}".`);
  }
});

async function get(wish: PageWish, signal: AbortSignal): Promise<AddedContent> {
  const session = new PageSession(wish, { signal, onStage });
  try {
    const { rendered, notes, ...came } = await session.page();
    const { page, title, html } = packPage(came);
    const links = pageSheets(elementsBelow(parsePage(html).document), came.url);
    const kept = await session.sheets(links, { url: came.url, encoding: page.encoding });
    if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    const source = rendered ? 'rendered' : 'url';
    return { content: { title, url: came.url, source, page, sheets: kept }, notes };
  } finally {
    await session.close();
  }
}

async function sheets({ wish, links, of }: SheetsWish, signal: AbortSignal): Promise<KeptSheet[]> {
  const session = new PageSession(wish, { signal, onStage });
  try {
    const kept = await session.sheets(links, of);
    if (signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    return kept;
  } finally {
    await session.close();
  }
}

function onStage(stage: AddingNote['stage']): void {
  const note: AddingNote = { stage };
  tell({ kind: 'note', note });
}
