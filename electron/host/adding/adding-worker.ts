import { HostError } from '../errors.ts';
import { packPage } from '../pack-page.ts';
import { serveJobs, tell, type JobResult } from '../threads/serve.ts';
import type { AddingNote, AddedContent } from './adder.ts';
import { PageSession, type PageWish } from './page-session.ts';

/** The thread that gets one page. Jobs are typed by the one file that starts this one, `adder.ts`. */
serveJobs(async (name, wish: never, signal): Promise<JobResult> => {
  if (name !== 'get') throw new HostError('unknown-call', `Adding a page cannot do "${name}".`);
  return { value: await get(wish, signal) };
});

async function get(wish: PageWish, signal: AbortSignal): Promise<AddedContent> {
  const onStage = (stage: AddingNote['stage']): void => {
    const note: AddingNote = { stage };
    tell({ kind: 'note', note });
  };
  const session = new PageSession(wish, { signal, onStage });
  try {
    const { rendered, notes, ...came } = await session.page();
    const { page, title } = packPage(came);
    return { content: { title, url: came.url, source: rendered ? 'rendered' : 'url', page }, notes };
  } finally {
    await session.close();
  }
}
