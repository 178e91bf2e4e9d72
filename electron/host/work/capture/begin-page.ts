import type { Proposal } from '../../../../shared/contract/types.ts';
import { guessesFor, propose, type ProposalFacts } from '../../../authoring/propose.ts';
import type { Page } from '../../../extract/page.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { HostError } from '../../errors.ts';
import { askRobots } from './ask-robots.ts';
import { fetchPage } from './fetch-page.ts';
import { packPage, type RawPage } from './pack-page.ts';
import type { CaptureObserver, CaptureRequest } from './page-session.ts';

/** A page that a spider could begin with. */
export interface BegunPage {
  /** What is stored; null: there is no page to keep. */
  content: SavedContent | null;
  /** Whether a browser has rendered it. */
  rendered: boolean;
  proposal: Proposal;
  /** Time that the site took to answer, in milliseconds; null: unknown. */
  durationMs: number | null;
  /** Warnings, in sentences. */
  notes: string[];
}

/** Which pages are kept: those of which a working spider can be made, all that could be read, or none. */
export type Keeping = 'working' | 'all' | 'none';

/** Fetches a page and reads it. @throws HostError like `fetchPage` */
export async function beginPage(
  { request, keep }: { request: CaptureRequest; keep: Keeping },
  observer: CaptureObserver,
): Promise<BegunPage> {
  const { result, content } = await fetchPage(request, observer, async ({ url, facts, read, session }) => {
    const rendered = read?.captured.rendered ?? false;
    const { answers = [] } = read?.captured ?? {};
    const about: ProposalFacts = { url, fetchedAt: Date.now(), fetched: facts, rendered, answers };
    const page = read?.page ?? null;
    const proposal = await askRobots(propose(page, about), answers, session);
    const { durationMs } = read === null ? { durationMs: null } : facts;
    const begun = { proposal, rendered, durationMs, notes: read?.captured.notes ?? [], page, about };
    const isKept = keep === 'all' || (keep === 'working' && proposal.choices.length > 0);
    return { result: begun, isKept, sources: proposal.sources };
  });
  const { page, about, ...begun } = result;
  const proven = page === null ? null : await provenPage(page, about, request, observer);
  const proposal = proven === null ? begun.proposal : propose(page, { ...about, proven: [proven] });
  return { ...begun, proposal, content };
}

/** Fetches the pages that could follow a JSON page, until one of them does. Null: none does, or nothing has to be tried. */
async function provenPage(
  page: Page,
  about: ProposalFacts,
  request: CaptureRequest,
  observer: CaptureObserver,
): Promise<string | null> {
  const { urls, proves } = guessesFor(page, about);
  for (const url of urls) {
    try {
      const { result } = await fetchPage({ ...request, url }, observer, ({ read }) => ({
        result: read !== null && proves(read.page),
        isKept: false,
      }));
      if (result) return url;
    } catch (error) {
      // A guess that the site refuses is no guess any more; that the person has gone away is told.
      if (!(error instanceof HostError) || error.code === 'cancelled') throw error;
    }
  }
  return null;
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
  const content = { title, url, source: 'file' as const, page: packed, sheets: [] };
  return { content, rendered: false, proposal, durationMs: null, notes: [] };
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
