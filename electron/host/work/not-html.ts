import { sitemapKindOf } from '../../engine/sitemap-kind.ts';
import { HostError } from '../errors.ts';

/**
 * The error for what was given as a page and is no HTML.
 * @param what how the sentence begins: `"page.pdf"`, or "This"
 * @param hint what to do where it is neither a sitemap nor a feed; null: nothing
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
