import { compressPage } from '../../../engine/stored-page.ts';
import type { CompressedPage } from '../../../engine/ports/ledger.ts';
import { decodePage } from '../../../fetch/decode.ts';
import { isHtml } from '../../../fetch/page-kind.ts';
import { notHtml } from '../not-html.ts';
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
export function packPage({ body, contentType, url }: RawPage): PackedPage & { html: string } {
  if (!isHtml(contentType, body)) {
    const hint = 'Choose a page, for example one that was saved from a browser as HTML.';
    throw notHtml('This', { body, contentType }, hint);
  }
  const { text: html, encoding } = decodePage(body, contentType, 'html');
  return { page: compressPage(html, encoding, { body }), title: pageTitle(html, url), html };
}
