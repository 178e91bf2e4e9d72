import type { Proposal } from '../../../../shared/contract/types.ts';
import { propose } from '../../../authoring/propose.ts';
import type { Page } from '../../../extract/page.ts';
import { elementsBelow } from '../../../extract/walk.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { HostError } from '../../errors.ts';
import { fetchPage } from './fetch-page.ts';
import { packPage, type RawPage } from './pack-page.ts';
import type { CaptureObserver, CaptureRequest } from './page-session.ts';

/** A page that a spider could begin with. */
export interface BegunPage {
  /** What is stored; null: there is no page, and the state of the proposal says why. */
  content: SavedContent | null;
  proposal: Proposal;
  /** Time that the site took to answer, in milliseconds; null: unknown. */
  durationMs: number | null;
  /** Warnings, in sentences. */
  notes: string[];
}

const nothing = { content: null, durationMs: null, notes: [] };

/** Fetches a page and reads it. @throws HostError like `fetchPage` */
export async function beginPage(request: CaptureRequest, observer: CaptureObserver): Promise<BegunPage> {
  const { url, facts, read } = await fetchPage(request, observer);
  const known = { url, fetchedAt: Date.now(), fetched: facts };
  if (read === null) {
    return { ...nothing, proposal: propose(null, { ...known, rendered: false }) };
  }
  const { captured, page, content } = read;
  const proposal = propose(page, { ...known, rendered: captured.rendered });
  return { content, proposal, durationMs: facts.durationMs, notes: captured.notes };
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
  return { ...nothing, content: { title, url, source: 'file', page: packed, sheets: [] }, proposal };
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
