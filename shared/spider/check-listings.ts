import { readCss } from '../selectors/read-css.ts';
import { urlWithExamples } from './check-args.ts';
import { validate } from './generated/validate-schema.mjs';
import type { GivenListing } from './listings-schema.ts';
import { entriesOf, isSet, memberOf } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { domainsCover, readAddress, readableDomains } from './web-address.ts';
import { shorten } from './wording.ts';

const root: Path = ['settings', 'PAGINATED_LISTINGS'];

type Refuse = (path: Path, message: string, offset?: number | null) => void;

/**
 * Checks PAGINATED_LISTINGS beyond its shape: its URLs and selectors. What is wrong makes the setting unusable, which is a warning.
 *
 * @returns whether the setting makes start URLs, is not given, or cannot be used
 */
export function checkListings(document: unknown, report: Report): 'none' | 'usable' | 'unusable' {
  const given = memberOf(memberOf(document, 'settings'), 'PAGINATED_LISTINGS');
  if (!isSet(given) || (Array.isArray(given) && given.length === 0)) return 'none';
  const listings = inShape(given);
  if (listings === null) return 'unusable';
  let isUsable = true;
  const refuse: Refuse = (path, message, offset) => {
    isUsable = false;
    report.warning([...root, ...path], 'setting-unusable', message, {
      offset: offset ?? null,
      hint: 'PAGINATED_LISTINGS is stored with the spider, and the crawl uses its default instead.',
    });
  };
  const withExamples = urlWithExamples(document);
  const domains = readableDomains(entriesOf(memberOf(document, 'allowed_domains')));
  const seen = new Map<string, number>();
  for (const [index, listing] of listings.entries()) {
    checkSelectors(listing, index, refuse);
    const label = `PAGINATED_LISTINGS[${index}]`;
    const address = readAddress(withExamples(listing.url), `${label}.url`);
    if ('message' in address) {
      refuse([index, 'url'], address.message);
      continue;
    }
    const first = seen.get(address.identity);
    if (first === undefined) seen.set(address.identity, index);
    else {
      const message = `${label} is the same page as PAGINATED_LISTINGS[${first}]`;
      report.warning([...root, index, 'url'], 'duplicate-start-url', message, {
        hint: 'Remove one of them; the first is used.',
      });
    }
    if (domains === null || domains.size === 0 || domainsCover(domains, address.host)) continue;
    const message = `${label} is outside allowed_domains: '${shorten(address.host)}'`;
    report.warning([...root, index, 'url'], 'start-url-outside-domains', message, {
      hint: `Add "${shorten(address.host)}" to allowed_domains, or links to it are dropped.`,
    });
  }
  if (entriesOf(memberOf(document, 'rules')).length === 0) {
    const message = 'PAGINATED_LISTINGS has no effect: the spider has no rules for the links of its pages';
    report.warning(root, 'setting-without-effect', message, { at: 'key', hint: 'Add a rule.' });
  }
  return isUsable ? 'usable' : 'unusable';
}

/** The listings, where the setting has the shape that the schema asks for; else null, and `checkShape` reports why. */
function inShape(given: unknown): readonly GivenListing[] | null {
  const plain: unknown = {
    name: 'x',
    allowed_domains: ['example.org'],
    start_urls: [],
    settings: { PAGINATED_LISTINGS: given },
  };
  return validate(plain) ? (plain.settings?.PAGINATED_LISTINGS ?? []) : null;
}

function checkSelectors(listing: GivenListing, index: number, refuse: Refuse): void {
  for (const key of ['next_selector', 'link_selector', 'wait_selector'] as const) {
    const source = listing[key];
    if (source === null || source === undefined) continue;
    const read = readCss(source);
    if (!read.ok) {
      const { message, offset } = read.problem;
      refuse([index, key], `Invalid CSS selector '${shorten(source)}': ${message}`, offset);
    } else if (read.selector.alternatives.some(({ output }) => output.type !== 'element')) {
      const message = `PAGINATED_LISTINGS[${index}].${key} must select elements: '${shorten(source)}'`;
      refuse([index, key], message, source.indexOf('::'));
    }
  }
}
