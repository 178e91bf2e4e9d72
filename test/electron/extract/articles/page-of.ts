import { readMetadata, type PageMetadata } from '../../../../electron/extract/articles/metadata.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

export const address = 'https://news.example/politics/harbour-bridge';

/** What a page with this source says about itself. */
export function metadataOf(html: string, url: string | null = address): PageMetadata {
  return readMetadata(parsePage(html), url);
}

/** A JSON-LD script. */
export const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

export const prose =
  '<p>The bridge over the harbour was opened to traffic on Tuesday, and the first to cross it were two cyclists.</p>';

/** A page with a headline, something below it, and paragraphs. */
export const article = (below: string, head = ''): string =>
  `<html lang="en"><head>${head}</head><body><main><h1>Harbour bridge reopens after three years</h1>${below}${prose.repeat(4)}</main></body></html>`;
