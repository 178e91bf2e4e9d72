import { toPointer, type Path } from './problems.ts';
import { entriesOf, isObject, memberOf } from './plain.ts';
import { domainsCover, readAddress } from './web-address.ts';

/** A replacement of URLs: one domain, with those below it, by another; or the beginning of URLs by another one. */
export interface UrlReplacement {
  from: string;
  to: string;
}

/** A text at a place of a document. */
export interface PlacedText {
  path: Path;
  text: string;
}

/** What a replacement does to a document. */
export interface ReplacedUrls {
  /** The texts that are replaced, as they were, with what they are then. */
  replaced: (PlacedText & { after: string })[];
  /** Domains to add to allowed_domains, because URLs lead there now. */
  added: string[];
  /** Other texts that mention what is replaced, such as patterns. They are for a person. */
  mentions: PlacedText[];
}

/** The most mentions that are listed. */
const maxMentions = 100;
const domainShape = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** The host of an http(s) URL; null: it is none. */
function hostOf(text: string): string | null {
  const address = readAddress(text, 'It');
  return 'host' in address ? address.host : null;
}

/** Why two texts are no replacement; null: they are one. */
export function replacementProblem({ from, to }: UrlReplacement): string | null {
  if (domainShape.test(from) && domainShape.test(to)) return null;
  for (const text of [from, to]) {
    if (hostOf(text) === null)
      return `"${text}" is neither a domain nor the beginning of an http(s) URL, like the other one.`;
  }
  return null;
}

/**
 * What a replacement changes in a spider document of any shape: start URLs, allowed domains, the source URL, the templates of
 * generated URLs, and listings. Patterns of rules stay as they are, because what they mean cannot be told from their text.
 */
export function replaceUrl(document: unknown, replacement: UrlReplacement): ReplacedUrls {
  const places = placesOf(document);
  const change = domainShape.test(replacement.from)
    ? domainChange(replacement)
    : beginningChange(replacement);
  const changedAt = ({ path, text }: PlacedText, isDomain: boolean): ReplacedUrls['replaced'] => {
    const after = isDomain ? change.domain(text) : change.url(text);
    return after === null || after === text ? [] : [{ path, text, after }];
  };
  const urls = places.urls.flatMap((place) => changedAt(place, false));
  const domains = places.domains.flatMap((place) => changedAt(place, true));
  const replaced = [...urls, ...domains];
  const pointers = new Set(replaced.map(({ path }) => toPointer(path)));
  const said = change.host.toLowerCase();
  const mentions = textsIn(document, []).filter(
    ({ path, text }) => !pointers.has(toPointer(path)) && mentionsHost(text, said),
  );
  return { replaced, added: newDomains(places, { urls, domains }), mentions: mentions.slice(0, maxMentions) };
}

/** Whether a text, or a pattern with escapes, names a host, and not another one that ends or begins alike. */
function mentionsHost(text: string, host: string): boolean {
  const plain = text
    .replaceAll(/\\[a-z]/gi, ' ')
    .replaceAll('\\', '')
    .toLowerCase();
  for (let at = plain.indexOf(host); at !== -1; at = plain.indexOf(host, at + 1)) {
    const after = plain.slice(at + host.length);
    if (!/[a-z0-9-]$/.test(plain.slice(0, at)) && !/^(?:[a-z0-9-]|\.[a-z0-9])/.test(after)) return true;
  }
  return false;
}

interface Change {
  /** The host that is left. */
  host: string;
  url: (text: string) => string | null;
  domain: (text: string) => string | null;
}

function domainChange({ from, to }: UrlReplacement): Change {
  const moved = (host: string): string | null => {
    const small = host.toLowerCase();
    const old = from.toLowerCase();
    if (small === old) return to;
    return small.endsWith(`.${old}`) ? `${host.slice(0, host.length - from.length)}${to}` : null;
  };
  const url = (text: string): string | null => {
    const [whole, begin = '', host = ''] = /^(https?:\/\/(?:[^/?#@]*@)?)([^/?#:]+)/i.exec(text) ?? [];
    const after = whole === undefined ? null : moved(host);
    return after === null ? null : `${begin}${after}${text.slice(whole?.length ?? 0)}`;
  };
  return { host: from, url, domain: moved };
}

function beginningChange({ from, to }: UrlReplacement): Change {
  const host = hostOf(from) ?? from;
  const isSite = /^https?:\/\/[^/?#]+\/?$/i.test(from);
  const next = hostOf(to) ?? host;
  return {
    host,
    url(text) {
      if (!text.toLowerCase().startsWith(from.toLowerCase())) return null;
      const rest = text.slice(from.length);
      // "https://a.example" is no beginning of "https://a.example.org".
      const isWhole = rest === '' || /[/?#&=]$/.test(from) || /^[/?#]/.test(rest);
      return isWhole ? `${to}${rest}` : null;
    },
    // The beginning of some URLs of a site leaves its domain to the others.
    domain: (text) => (isSite && text.toLowerCase() === host && next !== host ? next : null),
  };
}

interface Places {
  urls: PlacedText[];
  domains: PlacedText[];
}

function placesOf(document: unknown): Places {
  const listed = (key: string): PlacedText[] =>
    entriesOf(memberOf(document, key)).flatMap((text, index) =>
      typeof text === 'string' ? [{ path: [key, index], text }] : [],
    );
  const source = memberOf(document, 'source_url');
  const inSetting = (name: string, key: string): PlacedText[] =>
    entriesOf(memberOf(memberOf(document, 'settings'), name)).flatMap((entry, index) => {
      const text = memberOf(entry, key);
      return typeof text === 'string' ? [{ path: ['settings', name, index, key], text }] : [];
    });
  const templates = inSetting('GENERATED_URLS', 'template');
  const listings = inSetting('PAGINATED_LISTINGS', 'url');
  return {
    urls: [
      ...(typeof source === 'string' ? [{ path: ['source_url'], text: source }] : []),
      ...listed('start_urls'),
      ...templates,
      ...listings,
    ],
    domains: listed('allowed_domains'),
  };
}

/** The domains of replaced URLs that allowed_domains does not cover after the replacement. */
function newDomains(
  places: Places,
  { urls, domains }: { urls: ReplacedUrls['replaced']; domains: ReplacedUrls['replaced'] },
): string[] {
  const known = new Set(
    places.domains.map(({ path, text }) => domains.find((each) => each.path === path)?.after ?? text),
  );
  const added = new Set<string>();
  for (const { path, after } of urls) {
    const host = path[0] === 'source_url' ? null : hostOf(after);
    if (host !== null && !domainsCover(known, host)) added.add(host);
  }
  return [...added];
}

/** Every text of a document with its place. */
function textsIn(value: unknown, path: Path): PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, [...path, index]));
  return isObject(value)
    ? Object.entries(value).flatMap(([key, member]) => textsIn(member, [...path, key]))
    : [];
}
