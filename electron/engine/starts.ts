import type { RequestMessage } from '../../shared/request-message.ts';
import { readListings, type Listing } from '../../shared/spider/listings.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import { methodOf, startRequestsOf, writeRequest } from '../../shared/spider/start-requests.ts';

/** The parts of a spider that say where it begins. */
export type Beginning = Pick<Spider, 'start_urls' | 'start_requests' | 'settings'>;

/** Where a crawl begins, as the spider has it; without what GENERATED_URLS makes. */
export interface Start {
  /** Its place in messages: `start_urls[0]`. */
  label: string;
  /** As the spider has it. */
  written: string;
  /** What is requested: `written` with the form of a GET. */
  url: string;
  method: string;
  /** What is sent besides the URL; null: nothing. */
  message: RequestMessage | null;
  /** Its own callback; null: the rules decide. */
  callback: string | null;
  /** Whether the links of its page go through the rules. */
  follow: boolean;
  /** The list that the browser pages through; null: it is none. */
  listing: Listing | null;
}

/** The places where a crawl begins, in order. */
export function startsOf(spider: Beginning): Start[] {
  const plain = { method: 'GET', message: null, callback: null, follow: true, listing: null };
  return [
    ...spider.start_urls.map((url, index) => ({
      ...plain,
      label: `start_urls[${index}]`,
      written: url,
      url,
    })),
    ...startRequestsOf(spider).map((request, index) => ({
      label: `start_requests[${index}]`,
      written: request.url,
      ...writeRequest(request),
      method: methodOf(request),
      callback: request.callback ?? null,
      follow: request.follow ?? true,
      listing: null,
    })),
    ...readListings(spider.settings).map((listing) => ({
      ...plain,
      label: listing.label,
      written: listing.url,
      url: listing.url,
      listing,
    })),
  ];
}
