import { compressPage } from '../../../engine/stored-page.ts';
import type { CompressedPage } from '../../../engine/ports/ledger.ts';
import type { Page } from '../../../extract/page.ts';
import { readPage } from '../read-page.ts';
import { pageTitle } from '../../data/page-title.ts';

/** A page as it was received. */
export interface RawPage {
  body: Uint8Array;
  contentType: string | null;
  /** Its URL; null: unknown. */
  url: string | null;
}

/** A page ready to be stored. */
export interface PackedPage {
  page: CompressedPage;
  title: string;
}

/** Decodes and compresses a page like a crawl. @throws HostError `not-html` */
export function packPage({ body, contentType, url }: RawPage): PackedPage & { content: Page } {
  const hint = 'Choose a page, for example one that was saved from a browser as HTML.';
  const { text, encoding, kind, page } = readPage('This', { body, contentType }, hint);
  const title = kind === 'json' ? pageTitle('', url) : pageTitle(text, url);
  return { page: compressPage(text, encoding, kind, { body }), title, content: page };
}
