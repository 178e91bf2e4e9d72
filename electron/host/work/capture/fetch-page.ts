import type { ProposedSource } from '../../../../shared/contract/types.ts';
import type { FetchFacts } from '../../../authoring/fetch-facts.ts';
import { scriptMade } from '../../../extract/analyze/script-made.ts';
import type { Page } from '../../../extract/page.ts';
import { describeChallenge, detectChallenge } from '../../../fetch/challenge.ts';
import type { FetchProblem, FetchResult } from '../../../fetch/types.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { searchBrowser } from '../browser.ts';
import { PageSession, type CaptureObserver, type CaptureRequest } from './page-session.ts';
import { contentOf, readCaptured, type ReadPage } from './read-captured.ts';

/** A page that was fetched as a crawl would, or what is known instead. */
export interface FetchedPage {
  /** Its URL after redirects. */
  url: string;
  facts: FetchFacts;
  /** null: there is none to read, and the facts say why. */
  read: ReadPage | null;
  /** By which it was fetched. */
  session: PageSession;
}

/** What was made of a fetched page. */
interface Used<T> {
  result: T;
  isKept: boolean;
  /** What carries what is seen on it; left out: that was not looked for. */
  sources?: readonly ProposedSource[];
}

/** Problems of a fetch that say something about the page, and not about the network or what may be reached. */
const problemsOfPages: ReadonlySet<FetchProblem['code']> = new Set(['challenge']);

/**
 * Fetches a page as a crawl would, robots.txt included, and reads it. A page that is empty until its scripts have run is
 * rendered, if there is a browser and the request does not forbid it.
 * @param use looks at the page, and says whether it is kept: only then its style sheets and pictures are fetched
 * @returns what `use` made of the page, and what is to be stored; null: nothing
 * @throws HostError like `PageSession`, `login-expired` included, where nothing is known of the page; `not-html` for a file that is no page
 */
export async function fetchPage<T>(
  request: CaptureRequest,
  observer: CaptureObserver,
  use: (fetched: FetchedPage) => Used<T> | Promise<Used<T>>,
): Promise<{ result: T; content: SavedContent | null }> {
  const kept = async (read: ReadPage, facts: FetchFacts, session: PageSession) => {
    const { result, isKept, sources } = await use({ url: read.captured.url, facts, read, session });
    return { result, content: isKept ? await contentOf(read, session, sources) : null };
  };
  const session = await PageSession.open(request, observer);
  const unread = async (url: string, facts: FetchFacts) => ({
    result: (await use({ url, facts, read: null, session })).result,
    content: null,
  });
  try {
    const canRender = request.browser !== false && searchBrowser(request.dataDir).found !== null;
    const robots = await session.forbidden();
    if (robots !== null) return await unread(request.url, { ...nothingKnown, canRender, robots });
    const answer = await session.answer();
    const facts = { ...factsOf(answer), canRender };
    if (!answer.ok) {
      if (!problemsOfPages.has(answer.problem.code)) throw session.failure(answer.problem);
      return await unread(request.url, facts);
    }
    session.requireLogin(answer.page);
    const { status, finalUrl } = answer.page;
    const isPdf = facts.contentType?.startsWith('application/pdf') === true;
    if (status >= 400 || isPdf) return await unread(finalUrl, facts);
    const plain = readCaptured(await session.captured(answer.page));
    const isFinal = !canRender || plain.captured.rendered || !isEmptyShell(plain.page);
    if (isFinal) return await kept(plain, facts, session);
    const browser = await PageSession.open({ ...request, browser: true }, observer);
    try {
      return await kept(readCaptured(await browser.page()), facts, browser);
    } finally {
      await browser.close();
    }
  } finally {
    await session.close();
  }
}

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
    headers,
    challenge: challenge === null ? null : `The site sent ${describeChallenge(challenge)}.`,
    durationMs,
  };
}

const isEmptyShell = (page: Page): boolean => page.kind === 'html' && scriptMade(page) !== null;
