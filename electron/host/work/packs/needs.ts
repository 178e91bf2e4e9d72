import type { PackPreview } from '../../../../shared/contract/types.ts';
import { isObject } from '../../../../shared/spider/plain.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { firstUrls } from '../../../../shared/spider/generated-urls.ts';
import { proxiedHostRefusal } from '../../../fetch/address.ts';
import { isJson } from '../../data/rows.ts';

type Told = PackPreview['settings'][number];

/** Settings that a person should know of before a spider of somebody else runs: what each value means; null: nothing special. */
const meanings: Readonly<Record<string, (value: unknown) => string | null>> = {
  EXTRACTOR_ORDER: (value) =>
    Array.isArray(value) && value.includes('browser') ? 'Pages are shown in a browser.' : null,
  INFINITE_SCROLL: (value) => (value === true ? 'Pages are scrolled in a browser.' : null),
  CHALLENGE_ENABLED: (value) => (value === true ? 'Challenges of sites are answered in a browser.' : null),
  PROXY_TIERS: () => 'Pages are fetched through proxies of the project.',
  ROBOTSTXT_OBEY: (value) => (value === false ? 'It does not ask robots.txt.' : null),
  USER_AGENT: () => 'It names itself with a text of its own.',
  DEFAULT_REQUEST_HEADERS: () => 'It sends headers of its own with every request.',
};

/** The settings of a spider that a person should know of before it runs. */
export function toldSettings({ settings }: Spider): Told[] {
  if (!isObject(settings)) return [];
  return Object.entries(settings).flatMap(([name, value]): Told[] => {
    const meaning = Object.hasOwn(meanings, name) ? (meanings[name]?.(value) ?? null) : null;
    return meaning === null || !isJson(value) ? [] : [{ name, value, meaning }];
  });
}

/** Hosts of a spider that are this computer or of a private network. */
export function privateHosts(spider: Spider): string[] {
  const hosts = firstUrls(spider).flatMap((url) => URL.parse(url)?.hostname ?? []);
  const all = new Set([...hosts, ...(spider.allowed_domains ?? [])]);
  return [...all].filter((host) => host.includes('.') && proxiedHostRefusal(host) !== null);
}
