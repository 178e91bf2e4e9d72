import { detach } from '../text.ts';
import type { PageTree } from '../tree.ts';
import type { JsonValue } from '../types.ts';
import { readAuthors } from './author.ts';
import { readDates } from './dates.ts';
import { textOf, textsOf, type JsonLd } from './json-ld.ts';
import { absoluteUrl, canonicalUrl, topImage } from './metadata/addresses.ts';
import { allMeta, firstMeta, readSources } from './sources.ts';

/** Metadata of a page, from JSON-LD, meta elements, microdata and text, in order of reliability. */
export interface PageMetadata {
  title: string | null;
  /** The authors as the page writes them. */
  author: string | null;
  /** The authors as a list. */
  authors: string[];
  /** ISO 8601. */
  publishedDate: string | null;
  /** ISO 8601. */
  modifiedDate: string | null;
  description: string | null;
  siteName: string | null;
  /** Section of the site, such as "Politics". */
  section: string | null;
  /** URL of the main image. */
  image: string | null;
  /** Absolute. */
  canonicalUrl: string | null;
  /** BCP 47, lower case. */
  language: string | null;
  tags: string[];
  /** `articleBody` from JSON-LD. */
  body: string | null;
  jsonLd: JsonLd;
  meta: ReadonlyMap<string, string>;
}

const maxTags = 50;

/** Copies a text, so that it does not keep the page in memory. */
const own = (text: string | null): string | null => (text === null ? null : detach(text));

/** Reads the metadata of a page. Missing values are null. Never throws. */
export function readMetadata(page: PageTree, url: string | null): PageMetadata {
  const sources = readSources(page, url);
  const { scan, meta, jsonLd, described, language, siteName, title } = sources;
  const [article] = described;
  const { published, modified } = readDates(sources);
  const keywords = ['news_keywords', 'keywords', 'citation_keywords', 'parsely-tags', 'sailthru.tags']
    .map((name) => meta.get(name))
    .find((text) => text !== undefined);
  const listed = textsOf(article?.['keywords']).flatMap(splitKeywords);
  const tags = [
    ...allMeta(scan, 'article:tag').flatMap(splitKeywords),
    ...listed,
    ...splitKeywords(keywords ?? ''),
  ];
  const { author, authors } = readAuthors(sources);
  return {
    title,
    author: own(author),
    authors: authors.map(detach),
    publishedDate: published,
    modifiedDate: modified,
    description: own(
      firstMeta(meta, [
        'og:description',
        'description',
        'twitter:description',
        'dc.description',
        'dcterms.abstract',
        'citation_abstract',
      ]) ?? textOf(article?.['description']),
    ),
    siteName: own(siteName),
    section: own(
      firstMeta(meta, [
        'article:section',
        'parsely-section',
        'section',
        'og:section',
        'cxenseparse:section',
      ]) ?? textOf(article?.['articleSection']),
    ),
    image: own(absoluteUrl(topImage(sources), sources)),
    canonicalUrl: canonicalUrl(sources),
    language,
    tags: [...new Set(tags)]
      .filter((tag) => tag !== '')
      .slice(0, maxTags)
      .map(detach),
    body: textOf(article?.['articleBody']),
    jsonLd,
    meta,
  };
}

function splitKeywords(text: string): string[] {
  return text
    .split(/\s*[,;]\s*/)
    .map((word) => word.trim())
    .filter((word) => word !== '' && word.length <= 100);
}

/** Returns the remaining values as metadata of an article, without missing ones. */
export function articleMetadata(metadata: PageMetadata): Record<string, JsonValue> {
  const { description, siteName, image, language, tags, modifiedDate, canonicalUrl, section, authors } =
    metadata;
  const entries: [string, JsonValue][] = [
    ['description', description],
    ['site_name', siteName],
    ['section', section],
    ['image', image],
    ['language', language],
    ['modified_date', modifiedDate],
    ['canonical_url', canonicalUrl],
    ['authors', authors.length < 2 ? null : authors],
    ['tags', tags.length === 0 ? null : tags],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
