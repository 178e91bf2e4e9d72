import type { CrawlSettings } from '../../shared/spider/settings.ts';
import type { Listing } from '../../shared/spider/listings.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { pageActions } from './page-actions.ts';

/** Most pages of a list that are saved of it; a run reads up to `max_pages`. */
export const savedListPages = 10;

/** What was done on a page in the browser before it was saved. Plain data. */
export interface ActedOn {
  /** Its actions in order, each as JSON. */
  steps: readonly string[];
  /** Indexes of the steps that could not be carried out. */
  missed: readonly number[];
  /** The list that was paged through; null: none was. */
  list: Pick<Listing, 'url' | 'next' | 'links' | 'wait' | 'maxPages'> | null;
}

/** The settings that say what is done on a page. */
type ActingSettings = Pick<CrawlSettings, 'browser' | 'listings' | 'extractorOrder'>;

/** A saved page, as far as it matters to what is done on it. */
export interface ActedPage {
  /** URL after redirects. */
  url: string;
  /** Whether a browser has rendered it. */
  rendered: boolean;
  /** What was done on it; null: nothing, as far as is known. */
  acted: ActedOn | null;
}

/** The list that begins with a URL; null: none does. */
export function listingAt({ listings }: Pick<ActingSettings, 'listings'>, url: string): Listing | null {
  const own = fingerprintUrl(url);
  return listings.find((listing) => fingerprintUrl(listing.url) === own) ?? null;
}

/**
 * What a run does on a page that its browser shows; null: nothing.
 * @param notes what the browser told, which says what could not be carried out
 */
export function actedOn(
  { browser, listings }: Pick<ActingSettings, 'browser' | 'listings'>,
  { url, requested }: { url: string; requested: string },
  notes: readonly string[] = [],
): ActedOn | null {
  const listing = listingAt({ listings }, requested);
  const actions = pageActions(browser.actions).filter((action) => action.applies(url));
  if (listing === null && actions.length === 0) return null;
  const isMissed = (label: string): boolean =>
    notes.some((note) => note.startsWith(`${label} was not carried out:`));
  return {
    steps: actions.map(({ step }) => JSON.stringify(step)),
    missed: actions.flatMap(({ label }, index) => (isMissed(label) ? [index] : [])),
    list: listing === null ? null : partOf(listing),
  };
}

const partOf = ({ url, next, links, wait, maxPages }: Listing): NonNullable<ActedOn['list']> => ({
  url,
  next,
  links,
  wait,
  maxPages: Math.min(maxPages, savedListPages),
});

/** Why a saved page is not what a run would see, in a sentence; null: it is. */
export function whyNotAsActed(settings: ActingSettings, { url, rendered, acted }: ActedPage): string | null {
  const isShown = rendered || acted !== null || settings.extractorOrder?.[0] === 'browser';
  const wanted = actedOn(
    isShown ? settings : { ...settings, browser: { ...settings.browser, actions: [] } },
    { url, requested: acted?.list?.url ?? url },
  );
  const what = [
    ...(stepsOf(wanted) === stepsOf(acted) ? [] : ['BROWSER_ACTIONS']),
    ...(listOf(wanted) === listOf(acted) ? [] : ['PAGINATED_LISTINGS']),
  ];
  if (what.length === 0) return null;
  if (wanted === null)
    return 'The page was saved after actions that the spider no longer has, so a run sees another one.';
  const named = what.join(' and ');
  const how = acted === null ? `before ${named} was carried out` : `with another ${named}`;
  return `The page was saved ${how}, so a run sees another one.`;
}

const stepsOf = (acted: ActedOn | null): string => JSON.stringify(acted?.steps ?? []);
const listOf = (acted: ActedOn | null): string => {
  const list = acted?.list ?? null;
  return JSON.stringify(list === null ? null : [list.url, list.next, list.links, list.wait, list.maxPages]);
};
