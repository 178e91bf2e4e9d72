import type { PageKind } from '../../shared/page-kind.ts';
import { parsePageAs, type Page } from '../extract/page.ts';
import { decodePage } from '../fetch/decode.ts';
import { mayBeJson, pageKindOf } from '../fetch/page-kind.ts';

/** A body read as a page. `encoding`: the WHATWG name of the encoding in which it came. */
export interface ReadBody {
  ok: true;
  kind: PageKind;
  text: string;
  encoding: string;
  page: Page;
}

/** Decodes and parses a body by its Content-Type and its beginning. `problem`: why it is no page, as a predicate. */
export function readBody(
  body: Uint8Array,
  contentType: string | null,
): ReadBody | { ok: false; problem: string } {
  const known = pageKindOf(contentType, body);
  const kind = known ?? (mayBeJson(contentType, body) ? 'json' : null);
  if (kind !== null) {
    const { text, encoding } = decodePage(body, contentType, kind);
    const read = parsePageAs(kind, text);
    if (read.ok) return { ok: true, kind, text, encoding, page: read.page };
    if (known !== null) return read;
  }
  return { ok: false, problem: `is not HTML, XML or JSON (${contentType ?? 'no content type'})` };
}
