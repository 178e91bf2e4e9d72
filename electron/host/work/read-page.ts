import { readBody, type ReadBody } from '../../engine/read-body.ts';
import { sitemapKindOf } from '../../engine/sitemap-kind.ts';
import { HostError } from '../errors.ts';

/**
 * Reads a page that a person gave, as a crawl reads it.
 * @param what subject of the message: `"page.pdf"`, or "This"
 * @param hint what to do if it is no page and no sitemap; null: nothing
 * @throws HostError `not-html`
 */
export function readPage(
  what: string,
  { body, contentType }: { body: Uint8Array; contentType: string | null },
  hint: string | null,
): ReadBody {
  const read = readBody(body, contentType);
  if (read.ok) return read;
  const kind = sitemapKindOf(body);
  if (kind === null) throw new HostError('not-html', `${what} ${read.problem}.`, hint);
  const use = 'As a start URL it is read where USE_SITEMAP is true. Take one of the pages that it names.';
  throw new HostError('not-html', `${what} is not a page but a ${kind}.`, use);
}

/** The Content-Type of a file whose name says that it is JSON or XML; null for others, which their content tells. */
function dataTypeOf(name: string): string | null {
  if (/\.json$/i.test(name)) return 'application/json';
  return /\.(?:xml|rss|atom|rdf)$/i.test(name) ? 'application/xml' : null;
}

/**
 * Content type of a file that a person gave: a text file named .html counts as HTML; null: decided by its content.
 */
export function typeOfFile(name: string, body: Uint8Array): string | null {
  const isMarked = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
  const isText = isMarked || !body.subarray(0, 4096).includes(0);
  return /\.x?html?$/i.test(name) && isText ? 'text/html' : dataTypeOf(name);
}
