/** The WHATWG URL API of browsers and Node. Declared here because `shared/` is compiled without the types of either. */
declare const URL: {
  parse(text: string): {
    readonly protocol: string;
    readonly hostname: string;
    readonly pathname: string;
    readonly href: string;
    readonly hash: string;
  } | null;
};

/** Longest name that is made from an address; a person can give a longer one. */
const maxNameLength = 40;
/** Names of hosts that are part of the technical address rather than of the site. */
const technicalLabels: ReadonlySet<string> = new Set(['www', 'www2', 'm', 'mobile', 'shop', 'store']);
/** Second levels under which sites are registered, such as "co" in example.co.uk. */
const sharedSecondLevels: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gov',
  'gob',
  'net',
  'ne',
  'or',
  'org',
]);

/**
 * The URL that a typed address stands for: "example.org/shop" is https, an address of this computer http. Null: it is no
 * http(s) address.
 */
export function typedAddress(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || /[\s@]/.test(typed.split(/[/?#]/, 1)[0] ?? '') || /\s/.test(typed)) return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    const url = URL.parse(typed);
    return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url.href : null;
  }
  const plain = typed.replace(/^\/\//, '');
  const isLocal = /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\])(?:[:/?#]|$)/i.test(plain);
  const url = URL.parse(`${isLocal ? 'http' : 'https'}://${plain}`);
  // A word without a dot is a search rather than an address.
  const isHost = url !== null && (isLocal || /^[^.]+(?:\.[^.]+)+$/.test(url.hostname.replace(/\.$/, '')));
  return isHost ? url.href : null;
}

/** A name for a spider of this address: that of the site, and the first part of the path: "harbour-shop". */
export function spiderNameFor(address: string): string {
  const url = URL.parse(address);
  const host = url?.hostname ?? '';
  const isNumeric = /^[\d.]+$|^\[/.test(host);
  const site = isNumeric ? 'site' : siteName(host);
  const part = (url?.pathname ?? '').split('/').find((segment) => isWord(segment) && segment !== site);
  const name = [site, part ?? '']
    .map((word) => plainWord(word))
    .filter((word) => word !== '')
    .join('-');
  return (name === '' ? 'spider' : name).slice(0, maxNameLength).replace(/-+$/, '');
}

/** The name under which a site is registered: "harbour" of www.harbour.co.uk. */
function siteName(host: string): string {
  const labels = host.split('.').filter((label) => label !== '');
  if (labels.length < 2) return labels[0] ?? '';
  const registered = labels.slice(0, -1);
  if (registered.length > 1 && sharedSecondLevels.has(registered.at(-1) ?? '')) registered.pop();
  while (registered.length > 1 && technicalLabels.has(registered[0] ?? '')) registered.shift();
  return registered.at(-1) ?? '';
}

/** Whether a part of a path says something to a person: not a number, a language or a file name. */
const isWord = (segment: string): boolean =>
  /^[a-z][a-z_-]{2,24}$/i.test(segment) && !/^[a-z]{2}[-_][a-z]{2}$|^index/i.test(segment);

const plainWord = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** The entry of `allowed_domains` for an address: its host without "www.". */
export function domainOf(address: string): string {
  const host = URL.parse(address)?.hostname ?? '';
  return host.replace(/^www\.(?=[^.]+\.)/, '').replace(/\.$/, '');
}

/** The address as a start URL: without its fragment. */
export function startUrlOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length);
}

/** The text of a spider that only fetches an address: the beginning that the parts of a choice are added to. */
export function newSpiderText({ name, url }: { name: string; url: string }): string {
  const document = {
    name,
    source_url: url,
    allowed_domains: [domainOf(url)],
    start_urls: [startUrlOf(url)],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
