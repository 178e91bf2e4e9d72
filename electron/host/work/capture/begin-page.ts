import type { Proposal } from '../../../../shared/contract/types.ts';
import { propose } from '../../../authoring/propose.ts';
import type { FetchFacts } from '../../../authoring/fetch-facts.ts';
import { scriptMade } from '../../../extract/analyze/script-made.ts';
import type { Page } from '../../../extract/page.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import { describeChallenge, detectChallenge } from '../../../fetch/challenge.ts';
import type { FetchProblem, FetchResult } from '../../../fetch/types.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { HostError } from '../../errors.ts';
import { searchBrowser } from '../browser.ts';
import { packPage, type RawPage } from './pack-page.ts';
import { PageSession, type CaptureObserver, type CaptureRequest } from './page-session.ts';
import { readCaptured, type ReadPage } from './read-captured.ts';

/** A page that a spider could begin with. */
export interface BegunPage {
  /** What is stored; null: there is no page, and the state of the proposal says why. */
  content: SavedContent | null;
  proposal: Proposal;
  /** Warnings, in sentences. */
  notes: string[];
}

/** Problems of a fetch that say something about the page, and not about the network or what may be reached. */
const statesOfPages: ReadonlySet<FetchProblem['code']> = new Set(['challenge']);

/**
 * Fetches a page as a crawl would, robots.txt included, and reads it. A page that is empty until its scripts have run is
 * rendered, if there is a browser and the request does not forbid it.
 * @throws HostError like `PageSession` where nothing is known of the page; `not-html` for a file that is no page
 */
export async function beginPage(request: CaptureRequest, observer: CaptureObserver): Promise<BegunPage> {
  const session = new PageSession(request, observer);
  try {
    const canRender = request.browser !== false && searchBrowser(request.dataDir).found !== null;
    const robots = await session.forbidden();
    if (robots !== null) return unread(request.url, { ...nothingKnown, canRender, robots });
    const answer = await session.answer();
    const facts = { ...factsOf(answer), canRender };
    if (!answer.ok) {
      if (!statesOfPages.has(answer.problem.code)) throw session.failure(answer.problem);
      return unread(request.url, facts);
    }
    const { status, finalUrl, durationMs } = answer.page;
    if (status >= 400 || facts.contentType?.startsWith('application/pdf') === true)
      return unread(finalUrl, facts);
    const plain = await readCaptured(await session.captured(answer.page), session);
    if (!canRender || plain.captured.rendered || !isEmptyShell(plain.page)) {
      return found(plain, { ...facts, durationMs });
    }
    return await rendered(request, observer, facts);
  } finally {
    await session.close();
  }
}

/**
 * Reads a page from a file.
 * @param url where it was saved from; null: the page may say it
 * @throws HostError `not-html`; `bad-url` if it is not known where the page comes from
 */
export function beginFile({ body, contentType, url: told }: RawPage): BegunPage {
  const { page: packed, title, content: page } = packPage({ body, contentType, url: told });
  const url = told ?? addressIn(page);
  if (url === null) {
    throw new HostError(
      'bad-url',
      'It is not known where this page comes from.',
      'Give the address that it was saved from.',
    );
  }
  const proposal = propose(page, { url, fetchedAt: Date.now(), rendered: false });
  return { content: { title, url, source: 'file', page: packed, sheets: [] }, proposal, notes: [] };
}

/** The address that a page gives itself; null: none. */
function addressIn(page: Page): string | null {
  if (page.kind !== 'html') return null;
  for (const { name, attribs } of elementsBelow(page.document)) {
    const own =
      name === 'link' && attribs['rel'] === 'canonical'
        ? attribs['href']
        : name === 'meta' && attribs['property'] === 'og:url'
          ? attribs['content']
          : undefined;
    const url = URL.parse(own?.trim() ?? '');
    if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  }
  return null;
}

async function rendered(
  request: CaptureRequest,
  observer: CaptureObserver,
  facts: FetchFacts,
): Promise<BegunPage> {
  const session = new PageSession({ ...request, browser: true }, observer);
  try {
    return found(await readCaptured(await session.page(), session), facts);
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
    challenge: challenge === null ? null : describeChallenge(challenge),
    durationMs,
  };
}

function found({ captured, page, content }: ReadPage, fetched: FetchFacts): BegunPage {
  const { url, rendered: isRendered, notes } = captured;
  const proposal = propose(page, { url, fetchedAt: Date.now(), rendered: isRendered, fetched });
  return { content, proposal, notes };
}

function unread(url: string, fetched: FetchFacts): BegunPage {
  const proposal = propose(null, { url, fetchedAt: Date.now(), rendered: false, fetched });
  return { content: null, proposal, notes: [] };
}

const isEmptyShell = (page: Page): boolean => page.kind === 'html' && scriptMade(page) !== null;
