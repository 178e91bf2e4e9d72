import { domainsOfText } from '../../shared/spider/text-domains.ts';
import { domainsCover, readAddress } from '../../shared/spider/web-address.ts';
import { HostError } from '../host/errors.ts';

/** Whether a spider covers an address. */
export function isCovered(text: string, url: string): boolean {
  const address = readAddress(url, 'The address');
  const domains = domainsOfText(text);
  return !('message' in address) && domains !== null && domainsCover(domains, address.host);
}

/**
 * Checks that an address is one that the spider covers: tools fetch nothing else, whatever a page says.
 * @throws HostError `bad-url`, `outside-domains`
 */
export function requireCovered(text: string, url: string): void {
  const address = readAddress(url, 'The address');
  if ('message' in address)
    throw new HostError('bad-url', address.message, address.hint, { pointer: '/url' });
  if (isCovered(text, url)) return;
  throw new HostError(
    'outside-domains',
    `${url} is outside the allowed_domains of the spider.`,
    'Fetch pages of its site. Only the person who wants the spider can add a domain.',
    { pointer: '/url' },
  );
}

/**
 * Checks that a change of a text allows no domain that was not allowed before: a page that asks for one is not to be obeyed.
 * @throws HostError `outside-domains`
 */
export function requireNoNewDomain(before: string, after: string): void {
  const allowed = domainsOfText(before) ?? new Set<string>();
  const wanted = domainsOfText(after);
  const added = [...(wanted ?? [])].find((host) => !domainsCover(allowed, host));
  if (wanted !== null && added === undefined) return;
  throw new HostError(
    'outside-domains',
    added === undefined
      ? 'The change makes allowed_domains unreadable.'
      : `The change allows the domain "${added}", which the spider does not have.`,
    'Leave allowed_domains as it is. The person who wants the spider can add a domain in the editor, or give an address there for create_spider.',
    { pointer: '/allowed_domains' },
  );
}
