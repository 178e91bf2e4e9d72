import type { FetchFacts } from '../../../authoring/fetch-facts.ts';
import { scriptMade } from '../../../extract/analyze/script-made.ts';
import type { Page } from '../../../extract/page.ts';
import { describeChallenge, detectChallenge } from '../../../fetch/challenge.ts';
import type { FetchProblem, FetchResult } from '../../../fetch/types.ts';
import { searchBrowser } from '../browser.ts';
import { PageSession, type CaptureObserver, type CaptureRequest } from './page-session.ts';
import { readCaptured, type ReadPage } from './read-captured.ts';

/** A page that was fetched as a crawl would, or what is known instead. */
export interface FetchedPage {
  /** Its URL after redirects. */
  url: string;
  facts: FetchFacts;
  /** null: there is none to read, and the facts say why. */
  read: ReadPage | null;
}

/** Problems of a fetch that say something about the page, and not about the network or what may be reached. */
const problemsOfPages: ReadonlySet<FetchProblem['code']> = new Set(['challenge']);

/**
 * Fetches a page as a crawl would, robots.txt included, and reads it. A page that is empty until its scripts have run is
 * rendered, if there is a browser and the request does not forbid it.
 * @throws HostError like `PageSession` where nothing is known of the page; `not-html` for a file that is no page
 */
export async function fetchPage(request: CaptureRequest, observer: CaptureObserver): Promise<FetchedPage> {
  const session = new PageSession(request, observer);
  try {
    const canRender = request.browser !== false && searchBrowser(request.dataDir).found !== null;
    const robots = await session.forbidden();
    if (robots !== null)
      return { url: request.url, facts: { ...nothingKnown, canRender, robots }, read: null };
    const answer = await session.answer();
    const facts = { ...factsOf(answer), canRender };
    if (!answer.ok) {
      if (!problemsOfPages.has(answer.problem.code)) throw session.failure(answer.problem);
      return { url: request.url, facts, read: null };
    }
    const { status, finalUrl } = answer.page;
    const isPdf = facts.contentType?.startsWith('application/pdf') === true;
    if (status >= 400 || isPdf) return { url: finalUrl, facts, read: null };
    const plain = await readCaptured(await session.captured(answer.page), session);
    const isFinal = !canRender || plain.captured.rendered || !isEmptyShell(plain.page);
    return isFinal ? fetched(plain, facts) : fetched(await rendered(request, observer), facts);
  } finally {
    await session.close();
  }
}

async function rendered(request: CaptureRequest, observer: CaptureObserver): Promise<ReadPage> {
  const session = new PageSession({ ...request, browser: true }, observer);
  try {
    return await readCaptured(await session.page(), session);
  } finally {
    await session.close();
  }
}

const fetched = (read: ReadPage, facts: FetchFacts): FetchedPage => ({ url: read.captured.url, facts, read });

const nothingKnown: FetchFacts = {
  status: null,
  contentType: null,
  challenge: null,
  robots: null,
  canRender: false,
  durationMs: null,
};

function factsOf(answer: FetchResult): FetchFacts {
  if (!answer.ok) {
    const { code, message } = answer.problem;
    return { ...nothingKnown, challenge: code === 'challenge' ? message : null };
  }
  const { status, headers, durationMs } = answer.page;
  const challenge = detectChallenge(answer.page);
  return {
    ...nothingKnown,
    status,
    contentType: headers['content-type'] ?? null,
    challenge: challenge === null ? null : `The site sent ${describeChallenge(challenge)}.`,
    durationMs,
  };
}

const isEmptyShell = (page: Page): boolean => page.kind === 'html' && scriptMade(page) !== null;
