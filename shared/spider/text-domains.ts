import { parseText, valueOf } from './json-path.ts';
import { entriesOf, memberOf } from './plain.ts';
import { readableDomains } from './web-address.ts';

/** The hosts in the `allowed_domains` of a text; null where an entry is not readable. */
export const domainsOfText = (text: string): ReadonlySet<string> | null =>
  readableDomains(entriesOf(memberOf(valueOf(parseText(text).root ?? undefined), 'allowed_domains')));
