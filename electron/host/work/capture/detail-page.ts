import type { ProposedChoice } from '../../../../shared/contract/types.ts';
import type { SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { withDetails } from '../../../authoring/details.ts';
import { fetchPage } from './fetch-page.ts';
import type { CaptureObserver, CaptureRequest } from './page-session.ts';

/** A choice with the fields of the detail page that was looked at. */
export interface DetailedChoice {
  choice: ProposedChoice;
  /** The detail page; null: it is not to be kept, or could not be read, and the choice is as it was. */
  content: SavedContent | null;
  notes: string[];
}

/** Fetches the sample of a choice as a crawl would, and adds what it holds. @throws HostError like `fetchPage` */
export async function lookAtDetails(
  { request, choice, isKept }: { request: CaptureRequest; choice: ProposedChoice; isKept: boolean },
  observer: CaptureObserver,
): Promise<DetailedChoice> {
  const { result, content } = await fetchPage(request, observer, ({ url, read }) => {
    if (read === null) {
      const note = `The detail page ${url} could not be read, so the choice takes what most pages have.`;
      return { result: { choice, notes: [note] }, isKept: false };
    }
    const detailed = withDetails(choice, read.page, { url, fetchedAt: Date.now() });
    return { result: { choice: detailed, notes: read.captured.notes }, isKept };
  });
  return { ...result, content };
}
