import type { Settings } from './settings-schema.ts';

/** A list of PAGINATED_LISTINGS, complete: the browser opens it and clicks for its next pages. Times in milliseconds. */
export interface Listing {
  /** Name in messages, such as `PAGINATED_LISTINGS[0]`. */
  label: string;
  /** As the document has it. */
  url: string;
  /** CSS selector of what is clicked for the next page. */
  next: string;
  /** CSS selector of the links that go through the rules, or of what holds them; null: all links. */
  links: string | null;
  /** CSS selector that is waited for on each page; null: none. */
  wait: string | null;
  maxPages: number;
  /** Delay after each click. */
  delayMs: number;
}

const usual = { maxPages: 100, delay: 1.5 };

/** Reads PAGINATED_LISTINGS. @param settings of a spider that `validateSpider` accepts */
export function readListings(settings: Settings | null | undefined): readonly Listing[] {
  return (settings?.PAGINATED_LISTINGS ?? []).map((given, index) => ({
    label: `PAGINATED_LISTINGS[${index}]`,
    url: given.url,
    next: given.next_selector,
    links: given.link_selector ?? null,
    wait: given.wait_selector ?? null,
    maxPages: given.max_pages ?? usual.maxPages,
    delayMs: Math.round((given.click_delay ?? usual.delay) * 1000),
  }));
}
