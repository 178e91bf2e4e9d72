import { normalizeSpace } from '../text.ts';
import type { PageTree } from '../tree.ts';
import { readJsonLd, type JsonLd } from './json-ld.ts';
import { createQuery, type Query } from './query.ts';

/** The sources that the readers of single values share. */
export interface MetadataSources {
  find: Query;
  meta: ReadonlyMap<string, string>;
  jsonLd: JsonLd;
  /** BCP 47, lower case; null where the page does not tell. */
  language: string | null;
  url: string | null;
}

/** Values of the meta elements by name, property or itemprop in lower case; of several the first that is not blank. */
export function readMeta(find: Query): Map<string, string> {
  const meta = new Map<string, string>();
  for (const element of find('meta[content]')) {
    const { name, property, itemprop, content } = element.attribs;
    const value = normalizeSpace(content ?? '');
    for (const key of [name, property, itemprop]) {
      const known = key?.trim().toLowerCase() ?? '';
      if (known !== '' && value !== '' && !meta.has(known)) meta.set(known, value);
    }
  }
  return meta;
}

/** The first of the named values that is there. */
export function firstMeta(meta: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = meta.get(name);
    if (value !== undefined) return value;
  }
  return null;
}

/** Gathers the sources of a page. */
export function readSources(page: PageTree, url: string | null): MetadataSources {
  const find = createQuery(page);
  const meta = readMeta(find);
  const language =
    find('html', 1)[0]?.attribs['lang'] ?? firstMeta(meta, ['og:locale', 'language', 'inlanguage']);
  return {
    find,
    meta,
    jsonLd: readJsonLd(find),
    language:
      language === null || language.trim() === '' ? null : language.trim().replace('_', '-').toLowerCase(),
    url,
  };
}
