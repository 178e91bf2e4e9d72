import { domainToASCII } from 'node:url';

/**
 * Options of the canonical form of a URL, by which a crawl decides whether two URLs name the same page. It equals
 * `canonicalize_url` of w3lib 2.1.1 (tested against a table of its results): query arguments are sorted, blank ones are kept,
 * percent-encodings are normalized, the host becomes lower case and ASCII, and the fragment is removed. Unlike there, user name
 * and password keep their case. A canonical URL is for comparison only, never for fetching.
 */
export interface CanonicalOptions {
  /** Keeps the fragment, so that links to different places of one page differ. Default: false. */
  keepFragment?: boolean;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const unreserved = `${letters}-._~`;
/** Characters of RFC 3986 that are not encoded, and "|", which servers accept everywhere. */
const safe = `${unreserved}:/?[]@!$&'()*+,;=|%`;

/** Returns one entry per byte: the byte itself if it is safe, else its percent-encoding. */
function encodingTable(safeCharacters: string): string[] {
  const kept = new Set(safeCharacters);
  return Array.from({ length: 256 }, (_, byte) => {
    const character = String.fromCharCode(byte);
    return kept.has(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
const pathTable = encodingTable(safe);
const fragmentTable = encodingTable(`${safe}#`);
const formTable = encodingTable(unreserved).with(0x20, '+');

/** Returns the UTF-8 bytes of a text, one character per byte. */
const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function encodeBytes(bytes: string, table: readonly string[]): string {
  let encoded = '';
  for (let i = 0; i < bytes.length; i++) encoded += table[bytes.charCodeAt(i)] ?? '';
  return encoded;
}

const decodeBytes = (bytes: string): string =>
  bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes a path, except slashes and question marks, whose encoded form has another meaning. */
const decodePathBytes = (bytes: string): string =>
  bytes.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const byte = Number.parseInt(hex, 16);
    return byte === 0x2f || byte === 0x3f ? escape.toUpperCase() : String.fromCharCode(byte);
  });

const plainUrl = /^https?:\/\/[a-z0-9.-]+(?::\d+)?\/[\w\-.~/!$&'()*+,:@=|[\]]*$/;
const plainQuery = /^[\w\-.~]+=[\w\-.~+]*(?:&[\w\-.~]+=[\w\-.~+]*)*$/;

/** Orders `name=value` arguments by name, then by value. Both are ASCII, so string order is byte order. */
function compareArguments(a: string, b: string): number {
  const aName = a.slice(0, a.indexOf('='));
  const bName = b.slice(0, b.indexOf('='));
  if (aName !== bName) return aName < bName ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Fast path for most URLs: plain ASCII, no percent signs, no parameters. Returns null for others. */
function canonicalizePlain(url: string): string | null {
  const question = url.indexOf('?');
  if (question === -1) return plainUrl.test(url) ? url : null;
  if (!plainUrl.test(url.slice(0, question))) return null;
  const query = url.slice(question + 1);
  if (!plainQuery.test(query)) return null;
  if (!query.includes('&')) return url;
  return `${url.slice(0, question + 1)}${query.split('&').sort(compareArguments).join('&')}`;
}

/**
 * Returns the canonical form of a URL. Never throws.
 * @param url an absolute http(s) URL; any other is cleaned as far as its parts can be recognized
 */
export function canonicalizeUrl(url: string, options: CanonicalOptions = {}): string {
  const cleaned = url.replace(/^[\u0000- ]+|[\u0000- ]+$/g, '').replace(/[\t\n\r]/g, '');
  const hash = cleaned.indexOf('#');
  const withoutFragment = hash === -1 ? cleaned : cleaned.slice(0, hash);
  const canonical = canonicalizePlain(withoutFragment) ?? canonicalizeParts(withoutFragment);
  if (options.keepFragment !== true || hash === -1 || hash === cleaned.length - 1) return canonical;
  return `${canonical}#${encodeBytes(toBytes(cleaned.slice(hash + 1)), fragmentTable)}`;
}

function canonicalizeParts(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?]*))?([^?]*)(?:\?([\s\S]*))?$/i.exec(url);
  if (parts === null) return url;
  const [, scheme = '', authority, fullPath = '', query = ''] = parts;
  // Parameters follow the first ";" of the last segment; only their unsafe characters are encoded.
  const semicolon = fullPath.indexOf(';', fullPath.lastIndexOf('/') + 1);
  const path = semicolon === -1 ? fullPath : fullPath.slice(0, semicolon);
  const parameters = semicolon === -1 ? '' : fullPath.slice(semicolon + 1);

  let canonical = `${scheme.toLowerCase()}:`;
  if (authority !== undefined) canonical += `//${canonicalAuthority(authority)}`;
  canonical += encodeBytes(decodePathBytes(toBytes(path)), pathTable) || '/';
  if (parameters !== '') canonical += `;${encodeBytes(toBytes(parameters), fragmentTable)}`;
  const sorted = canonicalQuery(query);
  return sorted === '' ? canonical : `${canonical}?${sorted}`;
}

function canonicalAuthority(authority: string): string {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, at + 1);
  const [, host = '', port = ''] = /^(.*?)(:\d*)?$/s.exec(authority.slice(at + 1)) ?? [];
  const ascii = /[^\u0000-\u007f]/.test(host) ? domainToASCII(host) || host : host;
  return user + `${ascii}${port}`.toLowerCase().replace(/:+$/, '');
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  const pairs: { name: string; value: string }[] = [];
  for (const argument of toBytes(query).split(/[&;]/)) {
    if (argument === '') continue;
    const equals = argument.indexOf('=');
    const name = equals === -1 ? argument : argument.slice(0, equals);
    const value = equals === -1 ? '' : argument.slice(equals + 1);
    pairs.push({
      name: decodeBytes(name.replaceAll('+', ' ')),
      value: decodeBytes(value.replaceAll('+', ' ')),
    });
  }
  pairs.sort((a, b) => order(a.name, b.name) || order(a.value, b.value));
  return pairs
    .map(({ name, value }) => `${encodeBytes(name, formTable)}=${encodeBytes(value, formTable)}`)
    .join('&');
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
