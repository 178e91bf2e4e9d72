import { sitemapKindOf } from '../../engine/sitemap-kind.ts';
import { HostError } from '../errors.ts';

/**
 * The error for a page that is not HTML.
 * @param what subject of the message: `"page.pdf"`, or "This"
 * @param hint what to do if it is neither a sitemap nor a feed; null: nothing
 */
export function notHtml(
  what: string,
  { body, contentType }: { body: Uint8Array; contentType: string | null },
  hint: string | null,
): HostError {
  const kind = sitemapKindOf(body);
  if (kind !== null) {
    const use = 'As a start URL it is read where USE_SITEMAP is true. Take one of the pages that it names.';
    return new HostError('not-html', `${what} is not an HTML page but a ${kind}.`, use);
  }
  const but = contentType === null ? '' : ` but ${contentType}`;
  return new HostError('not-html', `${what} is not an HTML page${but}.`, hint);
}
