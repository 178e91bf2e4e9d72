import { urlWithExamples } from './check-args.ts';
import { entriesOf, memberOf } from './plain.ts';
import { contentOf, startRequestUrls } from './check-start-requests.ts';
import type { Path, Report } from './problems.ts';
import { maxUrlLength } from './schema.ts';
import { domainsCover, readAddress, readDomain } from './web-address.ts';
import { shorten } from './wording.ts';

/**
 * Checks the domains and URLs of a spider, each on its own and in combination.
 * @param generates whether GENERATED_URLS or PAGINATED_LISTINGS makes start URLs, so that there need be no others
 */
export function checkSources(document: unknown, generates: boolean, report: Report): void {
  const domains = new Set<string>();
  let allReadable = true;
  for (const [index, domain] of entriesOf(memberOf(document, 'allowed_domains')).entries()) {
    if (typeof domain !== 'string') continue;
    const path = ['allowed_domains', index];
    const read = readDomain(domain, `allowed_domains[${index}]`);
    if ('host' in read) domains.add(read.host);
    else {
      allReadable = false;
      report.error(path, 'invalid-domain', read.message, { hint: read.hint });
    }
  }
  const seen = new Map<string, number>();
  const startUrls = memberOf(document, 'start_urls');
  const requests = startRequestUrls(document);
  if (Array.isArray(startUrls) && startUrls.length === 0 && !generates && requests.length === 0) {
    report.error(['start_urls'], 'too-few', 'start_urls must have at least one entry');
  }
  const warnOutside = (host: string, path: Path, label: string): void => {
    if (domainsCover(domains, host) || !allReadable || domains.size === 0) return;
    const message = `${label} is outside allowed_domains: '${shorten(host)}'`;
    report.warning(path, 'start-url-outside-domains', message, {
      hint: `Add "${shorten(host)}" to allowed_domains, or links to it are dropped.`,
    });
  };
  const withExamples = urlWithExamples(document);
  for (const [index, url] of entriesOf(startUrls).entries()) {
    const path = ['start_urls', index];
    const label = `start_urls[${index}]`;
    const address = checkUrl(typeof url === 'string' ? withExamples(url) : url, path, label, report);
    if (address === null) continue;
    const first = seen.get(address.identity);
    if (first !== undefined) {
      report.warning(path, 'duplicate-start-url', `${label} is the same page as start_urls[${first}]`, {
        hint: 'Remove one of them; it is fetched once.',
      });
      continue;
    }
    seen.set(address.identity, index);
    warnOutside(address.host, path, label);
  }
  const asked = new Map<string, number>();
  for (const [index, { url, path, request }] of requests.entries()) {
    const label = `start_requests[${index}]`;
    const address = checkUrl(url, path, `${label}.url`, report);
    if (address === null) continue;
    const key = `${address.identity} ${contentOf(request)}`;
    const first = asked.get(key);
    if (first !== undefined) {
      report.warning(
        path.slice(0, -1),
        'duplicate-start-url',
        `${label} is the same as start_requests[${first}]`,
        {
          hint: 'Remove one of them; it is sent once.',
        },
      );
      continue;
    }
    asked.set(key, index);
    warnOutside(address.host, path, label);
  }
  checkUrl(memberOf(document, 'source_url'), ['source_url'], 'source_url', report);
}

function checkUrl(url: unknown, path: Path, label: string, report: Report) {
  // The schema check reports a URL that is too long.
  if (typeof url !== 'string' || url.length > maxUrlLength) return null;
  const address = readAddress(url, label);
  if ('message' in address) {
    report.error(path, 'invalid-url', address.message, { hint: address.hint });
    return null;
  }
  if (address.hasCredentials) {
    report.warning(path, 'credentials-in-url', `${label} holds a user name or password`, {
      hint: 'It is stored and exported with the spider; remove it.',
    });
  }
  return address;
}
