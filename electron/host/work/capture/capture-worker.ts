import { HostError } from '../../errors.ts';
import { checkLogin } from './check-login.ts';
import { beginFile, beginPage, type BegunPage } from './begin-page.ts';
import { serveHostJobs, type Job, type JobResult } from '../../threads/serve-host-jobs.ts';
import type { CapturedContent, CaptureProgress, FilesRequest, PageFiles } from './page-capture.ts';
import { lookAtDetails, type DetailedChoice } from './detail-page.ts';
import { contentOf, readCaptured } from './read-captured.ts';
import { PageSession, type CaptureObserver, type CaptureRequest } from './page-session.ts';

/** Entry of the thread that captures one page. `page-capture.ts`, which starts it, types its jobs. */
serveHostJobs(() => async (name, args: never, job): Promise<JobResult> => {
  switch (name) {
    case 'get':
      return { value: await get(args, job) };
    case 'files':
      return { value: await files(args, job) };
    case 'begin':
      return { value: await begin(args, job) };
    case 'beginFile':
      return { value: beginFile(args) };
    case 'login':
      return { value: await checkLogin(args, observerOf(job)) };
    case 'details':
      return { value: await details(args, job) };
    default:
      throw new HostError('unknown-call', `Adding a page cannot do "${name}".`);
  }
});

async function get(request: CaptureRequest, job: Job): Promise<CapturedContent> {
  const session = await PageSession.open(request, observerOf(job));
  try {
    const read = readCaptured(await session.page());
    const content = await contentOf(read, session);
    if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    return { content, notes: read.captured.notes };
  } finally {
    await session.close();
  }
}

async function begin(what: Parameters<typeof beginPage>[0], job: Job): Promise<BegunPage> {
  const begun = await beginPage(what, observerOf(job));
  if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
  return begun;
}

async function details(what: Parameters<typeof lookAtDetails>[0], job: Job): Promise<DetailedChoice> {
  const detailed = await lookAtDetails(what, observerOf(job));
  if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
  return detailed;
}

async function files({ request, sheets, pictures, of }: FilesRequest, job: Job): Promise<PageFiles> {
  const session = await PageSession.open(request, observerOf(job));
  try {
    const kept = {
      sheets: await session.sheets(sheets, of),
      pictures: await session.pictures(pictures, of.url),
    };
    if (job.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
    return kept;
  } finally {
    await session.close();
  }
}

function observerOf(job: Job): CaptureObserver {
  return { signal: job.signal, onStage: (stage) => job.note({ stage } satisfies CaptureProgress) };
}
