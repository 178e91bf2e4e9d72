import { constants, gunzipSync } from 'node:zlib';

/** A document that lists URLs: a sitemap, or a feed (RSS, Atom), which can serve as one. */
export type SitemapKind = 'sitemap' | 'feed';

/** Number of bytes that are examined: the XML declaration, style sheets and comments precede the first element. */
const lookedAt = 4096;

const firstElement =
  /^\s*(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*|<!doctype[^>]*>\s*){0,16}<(?:[a-z_][\w.-]*:)?(urlset|sitemapindex|rss|feed|rdf)[\s>/]/i;

/** Returns the kind of a body that is not HTML, by its start and not its name; null if it is neither. It may be compressed. */
export function sitemapKindOf(body: Uint8Array): SitemapKind | null {
  const text = beginningOf(body);
  const name = firstElement.exec(text)?.[1]?.toLowerCase();
  if (name === 'urlset' || name === 'sitemapindex') return 'sitemap';
  if (name !== undefined) return 'feed';
  return isListOfUrls(text, body.byteLength > lookedAt) ? 'sitemap' : null;
}

/** Whether a URL looks like that of a sitemap or a feed. */
export function looksLikeSitemap(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? '';
  const last = path.split('/').findLast((segment) => segment !== '') ?? '';
  return /\.(?:xml|rss|atom|rdf)(?:\.gz)?$|^(?:feed|rss2?|atom)$|sitemap[^/]*\.(?:txt|gz)$/i.test(last);
}

/** Message for a start URL that is a sitemap but is not read. A sentence. */
export const unreadSitemap = (url: string, kind: SitemapKind): string =>
  `The start URL ${url} is a ${kind} and no page; it is read only where USE_SITEMAP is true.`;

function beginningOf(body: Uint8Array): string {
  let head = body.subarray(0, lookedAt);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    try {
      // The start of a compressed file is truncated, which is not an error.
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

/** A sitemap may have one URL per line. The last examined line may be truncated. */
function isListOfUrls(text: string, isCut: boolean): boolean {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  if (isCut) lines.pop();
  const written = lines.filter((line) => line !== '');
  return written.length > 1 && written.every((line) => /^https?:\/\/\S+$/.test(line));
}
