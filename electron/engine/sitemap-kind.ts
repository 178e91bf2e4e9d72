import { constants, gunzipSync } from 'node:zlib';

/** What lists URLs and is no page: a sitemap, or a feed (RSS, Atom), which serves as one. */
export type SitemapKind = 'sitemap' | 'feed';

/** Bytes that are looked at: the XML declaration, style sheets and comments come before the first element. */
const lookedAt = 4096;

const firstElement =
  /^\s*(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*|<!doctype[^>]*>\s*){0,16}<(?:[a-z_][\w.-]*:)?(urlset|sitemapindex|rss|feed|rdf)[\s>/]/i;

/** What a body that is no HTML is, by its beginning and not by what it is called; null: neither. It may be packed. */
export function sitemapKindOf(body: Uint8Array): SitemapKind | null {
  const text = beginningOf(body);
  const name = firstElement.exec(text)?.[1]?.toLowerCase();
  if (name === 'urlset' || name === 'sitemapindex') return 'sitemap';
  if (name !== undefined) return 'feed';
  return isListOfUrls(text, body.byteLength > lookedAt) ? 'sitemap' : null;
}

/** Whether an address is written as those of sitemaps and feeds are. */
export function looksLikeSitemap(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? '';
  const last = path.split('/').findLast((segment) => segment !== '') ?? '';
  return /\.(?:xml|rss|atom|rdf)(?:\.gz)?$|^(?:feed|rss2?|atom)$|sitemap[^/]*\.(?:txt|gz)$/i.test(last);
}

/** What is said of a start URL that is one, where nobody reads it. A sentence. */
export const unreadSitemap = (url: string, kind: SitemapKind): string =>
  `The start URL ${url} is a ${kind} and no page; it is read only where USE_SITEMAP is true.`;

function beginningOf(body: Uint8Array): string {
  let head = body.subarray(0, lookedAt);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    try {
      // The beginning of a packed file is no error.
      head = gunzipSync(head, {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: 1024 * lookedAt,
      }).subarray(0, lookedAt);
    } catch {
      return '';
    }
  }
  const [first, second] = head;
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(label).decode(head);
}

/** A sitemap may be one URL a line. The last line looked at may be cut. */
function isListOfUrls(text: string, isCut: boolean): boolean {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  if (isCut) lines.pop();
  const written = lines.filter((line) => line !== '');
  return written.length > 1 && written.every((line) => /^https?:\/\/\S+$/.test(line));
}
