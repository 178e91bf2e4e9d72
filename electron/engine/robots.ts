/**
 * The rules of a robots.txt by RFC 9309, with the tolerance of Google's parser for common misspellings. The text is untrusted: it
 * never becomes a regular expression, and parsing and matching take time proportional to its size.
 */
export interface Robots {
  /**
   * Whether a URL may be fetched.
   * @param userAgent the User-Agent header, whose product token selects the group
   * @param url absolute
   */
  allows(userAgent: string, url: string): boolean;
  /** Returns the seconds between two requests; null if the group has no Crawl-delay. Not part of the RFC, but respected. */
  crawlDelay(userAgent: string): number | null;
  /** Values of the `Sitemap` lines, as written. */
  readonly sitemaps: readonly string[];
}

/** Maximum size that is read: RFC 9309, section 2.5, requires at least 500 KiB. */
export const maxRobotsBytes = 500 * 1024;
/** Maximum length of a line, as in Google's parser: eight times the longest URL of browsers, less its end. */
const maxLine = 2083 * 8 - 1;

interface RobotsRule {
  allow: boolean;
  /** The normalized pattern, split at its wildcards. The first piece is anchored at the start of the path. */
  pieces: string[];
  /** Whether the last piece is anchored at the end of the path. */
  atEnd: boolean;
  /** Length of the pattern: the longest matching one decides. */
  length: number;
}

/** The rules for one list of user agents, or for one crawler: all groups that name it, merged. */
interface Group {
  rules: RobotsRule[];
  /** The largest Crawl-delay in seconds; null if there is none. */
  delay: number | null;
}

const misspelled = {
  agent: ['user-agent', 'useragent', 'user agent'],
  allow: ['allow'],
  disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
  sitemap: ['sitemap', 'site-map'],
  delay: ['crawl-delay', 'crawldelay', 'crawl delay'],
} as const;
type LineKind = keyof typeof misspelled;
const lineKinds = ['agent', 'allow', 'disallow', 'sitemap', 'delay'] as const satisfies LineKind[];

/**
 * Parses a robots.txt.
 *
 * A list of `User-agent` lines ends at the first rule, and the next such line begins another group. Rules are `Allow`,
 * `Disallow`, and `Crawl-delay`, because it is obeyed. Protego, Scrapy's parser, does the same (`previous_rule_field`), and so
 * does Google's published matcher (`HandleUnknownAction`). Both also end the list at any other line; here the standard applies,
 * in which other records do not interfere and a `Sitemap` line ends no group (RFC 9309, section 2.2.4; Google's documentation
 * agrees). Empty and malformed rules end the list too.
 * @param text the decoded file; HTML or other text yields a file without rules
 * @param isCut whether the file was truncated after the text
 */
export function parseRobots(text: string, isCut = false): Robots {
  const groups = new Map<string, Group[]>();
  const sitemaps: string[] = [];
  let group: Group | null = null;
  let isListOpen = false;

  for (const line of linesOf(text, isCut)) {
    const parsed = readLine(line);
    if (parsed === null) continue;
    const { kind, value } = parsed;
    if (kind === 'sitemap') {
      if (value !== '') sitemaps.push(value);
    } else if (kind === 'agent') {
      if (group === null || !isListOpen) group = { rules: [], delay: null };
      isListOpen = true;
      const agent = agentOfLine(value);
      if (agent === null) continue;
      const known = groups.get(agent);
      if (known === undefined) groups.set(agent, [group]);
      else if (known.at(-1) !== group) known.push(group);
    } else {
      isListOpen = false;
      if (kind !== 'delay') group?.rules.push(...compileRules(kind === 'allow', value));
      else if (group !== null) group.delay = longer(group.delay, readDelay(value));
    }
  }
  return new ParsedRobots(groups, sitemaps);
}

/** Parses a delay; only plain decimal numbers count. */
function readDelay(value: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : null;
}

function longer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Merges groups: longest pattern first, and allow before disallow, so that the first match decides. */
function merged(groups: readonly Group[]): Group {
  const rules = groups.flatMap((group) => group.rules);
  rules.sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  return { rules, delay: groups.reduce<number | null>((delay, group) => longer(delay, group.delay), null) };
}

/**
 * Interprets the status of robots.txt (RFC 9309, section 2.3.1): a file to parse; no file, so everything is allowed; or no
 * reliable response, so nothing is. 429 means "not now", and not "no rules".
 * @param status after redirects; null if the server could not be reached
 */
export function robotsFromStatus(status: number | null): 'parse' | 'allow' | 'disallow' {
  if (status === null || status === 429 || status < 200 || status >= 500) return 'disallow';
  return status < 300 ? 'parse' : 'allow';
}

class ParsedRobots implements Robots {
  readonly sitemaps: readonly string[];
  readonly #groups: ReadonlyMap<string, readonly Group[]>;
  #lastAgent: string | null = null;
  #lastGroup: Group | null = null;

  constructor(groups: ReadonlyMap<string, readonly Group[]>, sitemaps: readonly string[]) {
    this.#groups = groups;
    this.sitemaps = sitemaps;
  }

  allows(userAgent: string, url: string): boolean {
    const group = this.#groupFor(userAgent);
    if (group === null || group.rules.length === 0) return true;
    const path = pathOf(url);
    if (path === '/robots.txt') return true;
    return group.rules.find((rule) => matches(rule, path))?.allow ?? true;
  }

  crawlDelay(userAgent: string): number | null {
    return this.#groupFor(userAgent)?.delay ?? null;
  }

  #groupFor(userAgent: string): Group | null {
    if (userAgent !== this.#lastAgent) {
      this.#lastAgent = userAgent;
      this.#lastGroup = this.#findGroup(productToken(userAgent));
    }
    return this.#lastGroup;
  }

  /** Returns the group of the token itself, else that of "*". */
  #findGroup(token: string): Group | null {
    const groups = this.#groups.get(token) ?? this.#groups.get('*');
    return groups === undefined ? null : merged(groups);
  }
}

/** Whether a name can be a product token: letters, digits, "-" and "_" only. */
export const isProductToken = (name: string): boolean => /^[\w-]+$/.test(name);

/**
 * Returns the product token of a User-Agent header in lower case: Name for "Mozilla/5.0 (compatible; Name/1.0)", else the first
 * word. Empty for words that name no product.
 */
function productToken(userAgent: string): string {
  const header = userAgent.trim();
  const words = header.split(/\s+/);
  if (words.length > 1 && words.every(isProductToken)) return '';
  const compatible = /^Mozilla\/[^(]*\(compatible;\s*([\w-]+)/i.exec(header);
  return (compatible?.[1] ?? /^[\w-]+/.exec(header)?.[0] ?? '').toLowerCase();
}

function agentOfLine(value: string): string | null {
  if (value === '*' || /^\*\s/.test(value)) return '*';
  return /^[\w-]+/.exec(value)?.[0].toLowerCase() ?? null;
}

/** Decodes a file as UTF-8. A byte order mark at its start is skipped, even an incomplete one, as in Google's parser. */
export function decodeRobots(bytes: Uint8Array): string {
  let at = 0;
  for (const byte of [0xef, 0xbb, 0xbf]) {
    if (bytes[at] !== byte) break;
    at += 1;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at));
}

function linesOf(text: string, isCut: boolean): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  // A truncated line would change its meaning: "/pri" forbids more than "/private".
  if (isCut) lines.pop();
  return lines;
}

function readLine(line: string): { kind: LineKind; value: string } | null {
  const text = trimmed(line.slice(0, maxLine).split('#', 1)[0] ?? '');
  let separator = text.indexOf(':');
  if (separator === -1) {
    // A missing colon is tolerated if the line has exactly two words.
    separator = text.search(/[ \t]/);
    if (separator === -1 || /[ \t]/.test(trimmed(text.slice(separator)))) return null;
  }
  const key = trimmed(text.slice(0, separator)).toLowerCase();
  const kind = lineKinds.find((kind) => misspelled[kind].some((name) => key.startsWith(name)));
  return kind === undefined ? null : { kind, value: trimmed(text.slice(separator + 1)) };
}

const asciiSpace = '\t\n\v\f\r ';

/** Trims ASCII white space only: `trim()` would also remove a byte order mark. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && asciiSpace.includes(text.charAt(from))) from += 1;
  while (to > from && asciiSpace.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Compiles a rule. "Allow: /a/index.html" also allows "/a/", as in Google's parser, because it is the same page. */
function compileRules(allow: boolean, value: string): RobotsRule[] {
  const folder = allow ? /^(.*\/)index\.htm[^/]*$/.exec(value)?.[1] : undefined;
  const values = folder === undefined ? [value] : [value, `${folder}$`];
  return values.flatMap((one) => compileRule(allow, one) ?? []);
}

function compileRule(allow: boolean, value: string): RobotsRule | null {
  if (value === '') return null;
  const atEnd = value.endsWith('$');
  const pattern = atEnd ? value.slice(0, -1) : value;
  const pieces = pattern.split('*').map(normalizePath);
  const length = pieces.reduce((sum, piece) => sum + piece.length, pieces.length - 1) + (atEnd ? 1 : 0);
  return {
    allow,
    pieces: pieces.filter((piece, i) => piece !== '' || i === 0 || i === pieces.length - 1),
    atEnd,
    length,
  };
}

/** Matches the pieces in order, each as far left as possible, so no alternative is tried twice. */
function matches(rule: RobotsRule, path: string): boolean {
  const { pieces, atEnd } = rule;
  const first = pieces[0] ?? '';
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = pieces.length - 1;
  for (let i = 1; i <= last; i++) {
    const piece = pieces[i] ?? '';
    if (i === last && atEnd) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return !atEnd || last > 0 || at === path.length;
}

/** Returns path and query of a URL in the form of the patterns; without a scheme, the part after the host. */
export function pathOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed !== null) return normalizePath(parsed.pathname + parsed.search);
  const path = /^(?:\/\/)?[^/?;#]*([/?;][^#]*)?/.exec(url)?.[1] ?? '/';
  return normalizePath(path.startsWith('/') ? path : `/${path}`);
}

const unreserved = /[A-Za-z0-9\-._~]/;

/**
 * Normalizes a path (RFC 9309, section 2.2.2): encoded letters, digits and -._~ are decoded, other encodings become upper case,
 * and reserved characters are encoded. A literal "*" or "$" can only be text here, so it is encoded as the RFC requires.
 */
export function normalizePath(path: string): string {
  if (/^[A-Za-z0-9\-._~/?=&+,:@!;'()]*$/.test(path)) return path;
  return path.toWellFormed().replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~/?=&+,:@!;'()[\]|%]/gu, (text) => {
    if (text.length === 3 && text.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(text.slice(1), 16));
      return unreserved.test(character) ? character : text.toUpperCase();
    }
    if (text === '*') return '%2A';
    return encodeURIComponent(text);
  });
}
