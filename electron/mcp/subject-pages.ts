import type { SavedPage } from '../../shared/contract/types.ts';
import { requireCovered } from './domains.ts';
import type { Subject } from './subject.ts';
import type { ToolContext } from './tool.ts';

/** The calls that these functions make. */
export const pageCalls = ['pages.list', 'pages.listOfDraft'] as const;
/** See `pageCalls`. */
export const fetchCalls = ['pages.addUrl', 'pages.addUrlToDraft'] as const;

/** The saved pages of a subject, newest first. */
export async function pagesOf(
  subject: Subject,
  { ask }: Pick<ToolContext, 'ask'>,
): Promise<readonly SavedPage[]> {
  const { project } = subject;
  return subject.kind === 'stored'
    ? ask('pages.list', { project, spider: subject.spider })
    : ask('pages.listOfDraft', { project, draft: subject.draft });
}

/** What is fetched into a subject. */
export interface PageToFetch {
  url: string;
  /** The text whose domains and settings apply. */
  text: string;
  browser?: boolean | undefined;
}

/**
 * Fetches a page as a crawl of the subject would, and saves it there.
 * @throws HostError `bad-url`; `outside-domains` also where the page leads elsewhere: nothing is asked of that site
 */
export async function fetchInto(
  subject: Subject,
  { url, text, browser }: PageToFetch,
  { ask, allowPrivate }: Pick<ToolContext, 'ask' | 'allowPrivate'>,
): Promise<{ page: SavedPage; notes: readonly string[] }> {
  requireCovered(text, url);
  const { project } = subject;
  const rendering = browser === undefined ? {} : { browser };
  const how = { project, url, allowPrivate, withinDomains: true, ...rendering };
  return subject.kind === 'stored'
    ? ask('pages.addUrl', { ...how, spider: subject.spider, text })
    : ask('pages.addUrlToDraft', { ...how, draft: subject.draft });
}
