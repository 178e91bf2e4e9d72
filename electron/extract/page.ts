import type { PageKind } from '../../shared/page-kind.ts';
import { readJson } from './json/read-json.ts';
import { parsePage, type PageTree } from './tree.ts';
import type { JsonValue } from './types.ts';
import { parseXml } from './xml/parse-xml.ts';

/** A page of JSON. */
export interface JsonPage {
  readonly kind: 'json';
  readonly value: JsonValue;
}

/** A page that fields are taken from: a tree of HTML or XML, or a JSON value. */
export type Page = PageTree | JsonPage;

/** A page, or why its text cannot be read: a predicate with the place, "is not valid JSON: …". */
export type PageReading = { ok: true; page: Page } | { ok: false; problem: string };

/** Reads the text of a page. Every text is HTML; XML and JSON must be well-formed. */
export function parsePageAs(kind: PageKind, text: string): PageReading {
  if (kind === 'html') return { ok: true, page: parsePage(text) };
  if (kind === 'xml') {
    const read = parseXml(text);
    if (read.ok) return { ok: true, page: { kind, document: read.document } };
    return { ok: false, problem: `is not well-formed XML: ${read.problem}` };
  }
  const read = readJson(text);
  if (read.ok) return { ok: true, page: { kind, value: read.value } };
  return { ok: false, problem: `is not valid JSON: ${read.problem}` };
}
