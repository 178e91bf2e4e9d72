import { builtInCallback, type Spider } from '../../shared/spider/schema.ts';
import type { WrittenRequest } from '../../shared/spider/start-requests.ts';
import { readSettings } from '../../shared/spider/settings.ts';
import type { Outcome } from './explain-types.ts';
import { fingerprintRequest, fingerprintUrl } from './fingerprint.ts';
import { GeneratedSeeds, type GeneratedSeed } from './generated-seeds.ts';
import { judge, ruleForStartUrl, type CompiledRules } from './rules.ts';
import { takenFromStart } from './seeds.ts';
import { looksLikeSitemap } from './sitemap-kind.ts';
import { startsOf, type Start } from './starts.ts';

/** Explains a URL with which a crawl begins; null: it is none. */
export function explainStart(spider: Spider, rules: CompiledRules, url: string): Outcome | null {
  const fingerprint = fingerprintUrl(url);
  const starts = startsOf(spider).filter((start) =>
    [start.written, start.url].some((each) => fingerprintUrl(each) === fingerprint),
  );
  const listed = starts.find(({ listing }) => listing !== null);
  if (listed !== undefined) return explainListing(listed, rules);
  const seeds = new GeneratedSeeds(spider.settings);
  const generated = seeds.find(url);
  const isWritten = starts.some(({ message }) => message === null);
  const [asked] = starts;
  if (!isWritten && generated === null) {
    return asked === undefined ? null : explainRequests(rules, asked, starts);
  }
  const asPage = startOf(rules, url, { isWritten, generated, count: seeds.count });
  const callback = asPage.rule === null ? generated?.request.callback : spider.rules?.[asPage.rule]?.callback;
  return looksLikeSitemap(url)
    ? explainSitemap(asPage, callback ?? null, readSettings(spider.settings).useSitemap)
    : asPage;
}

/** Explains a start request by what it sends; null: there is none like it. */
export function explainSent(
  spider: Spider,
  rules: CompiledRules,
  { url, message }: WrittenRequest,
): Outcome | null {
  const print = fingerprintRequest(url, message);
  const same = startsOf(spider).filter((start) => fingerprintRequest(start.url, start.message) === print);
  const [asked] = same;
  return asked === undefined ? null : explainRequests(rules, asked, same);
}

/** What comes of a page, in a sentence. */
const useOf = (callback: string | null, none: string): string =>
  callback === null ? none : `Callback "${callback}" extracts from it`;

/** Explains the first page of a list that the browser pages through. */
function explainListing(start: Start, rules: CompiledRules): Outcome {
  const { listing, label } = start;
  const { rule, callback } = takenFromStart(start, rules);
  const always = `${label} opens it in the browser, always, and clicks "${listing?.next ?? ''}" for at most ${listing?.maxPages ?? 1} pages`;
  const use = useOf(callback, 'No rule with a callback accepts it, so nothing is extracted');
  const links = listing?.links ?? null;
  const which = links === null ? 'The links of each page' : `The links of each page inside "${links}"`;
  const decision = callback === null ? 'follow' : 'extract';
  return { decision, rule, pattern: null, reason: `${always}. ${use}. ${which} go through the rules.` };
}

/** Explains a URL that start requests ask for; the first says what comes of its page. */
function explainRequests(rules: CompiledRules, first: Start, all: readonly Start[]): Outcome {
  const names = all.map(({ label, method }) => `${label} (${method})`);
  const { rule, callback } = takenFromStart(first, rules);
  const always = `${names.join(' and ')} ${names.length === 1 ? 'asks' : 'ask'} for it, always`;
  const use = useOf(callback, 'No rule with a callback accepts it, so nothing is extracted');
  const links = first.follow ? 'Its links go through the rules' : 'Its links are not followed';
  const decision = callback === null ? 'follow' : 'extract';
  return { decision, rule, pattern: null, reason: `${always}. ${use}. ${links}.` };
}

/**
 * Explains a start URL that looks like a sitemap or a feed; whether it is one is known only after it was fetched.
 * @param asPage what comes of it as a page, which it is for a callback of the spider
 */
function explainSitemap(asPage: Outcome, callback: string | null, useSitemap: boolean): Outcome {
  if (!useSitemap && callback !== null && callback !== builtInCallback) {
    const reason = `${asPage.reason} It looks like a sitemap or a feed: the URLs in it are read only where USE_SITEMAP is true.`;
    return { ...asPage, reason };
  }
  const looks =
    'This is a start URL, which is always fetched. It looks like a sitemap or a feed: if it is one,';
  return {
    decision: useSitemap ? 'follow' : 'ignored',
    rule: null,
    pattern: null,
    reason: useSitemap
      ? `${looks} the URLs in it go through the rules (USE_SITEMAP is true).`
      : `${looks} it is ignored unless USE_SITEMAP is true.`,
  };
}

interface StartUse {
  /** Whether it is one of `start_urls`. */
  isWritten: boolean;
  /** Its place among the generated URLs; null: it is none of them. */
  generated: GeneratedSeed | null;
  /** Number of generated URLs. */
  count: number;
}

/** Explains a start URL. Of one that is generated too, the generated callback counts where the rules have none. */
function startOf(rules: CompiledRules, url: string, { isWritten, generated, count }: StartUse): Outcome {
  const written = isWritten ? explainWritten(rules, url) : null;
  if (written !== null && (written.decision === 'extract' || generated === null)) return written;
  return generated === null ? explainWritten(rules, url) : explainGenerated(generated, count, isWritten);
}

/** Explains a URL that GENERATED_URLS makes. */
function explainGenerated({ index, request }: GeneratedSeed, count: number, isWritten: boolean): Outcome {
  const { callback } = request;
  const place = `GENERATED_URLS makes it (${(index + 1).toLocaleString('en')} of ${count.toLocaleString('en')})`;
  const always = `${place}, so it is a start URL, which is always fetched`;
  const links = isWritten || request.follow ? 'Its links go through the rules' : 'Its links are not followed';
  const use = useOf(callback, 'Nothing is extracted from it');
  const decision = callback === null ? 'follow' : 'extract';
  return { decision, rule: null, pattern: null, reason: `${always}. ${use}. ${links}.` };
}

function explainWritten(rules: CompiledRules, url: string): Outcome {
  const { rule, callback } = ruleForStartUrl(rules, url);
  const always = 'This is a start URL, which is always fetched';
  if (rule === null) {
    const reason =
      callback === builtInCallback
        ? `${always}. The spider has no rules, so ${builtInCallback} extracts from it and no links are followed.`
        : `${always} and its links followed. No rule with a callback and without regions accepts it, so nothing is extracted.`;
    return { decision: callback === null ? 'follow' : 'extract', rule, pattern: null, reason };
  }
  const compiled = rules.rules[rule];
  const pattern = compiled === undefined ? null : judge(compiled, url).pattern;
  const reason = `${always} and its links followed. Rule ${rule} accepts it, so callback "${callback}" extracts from it.`;
  return { decision: 'extract', rule, pattern, reason };
}
