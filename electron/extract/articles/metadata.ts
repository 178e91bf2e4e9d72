import { normalizeSpace } from '../text.ts';
import type { PageTree } from '../tree.ts';
import type { JsonValue } from '../types.ts';
import { visibleText } from '../walk.ts';
import { readAuthor } from './author.ts';
import { readDates } from './dates.ts';
import { isArticle, textOf, textsOf, type JsonLd } from './json-ld.ts';
import type { Query } from './query.ts';
import { firstMeta, readSources } from './sources.ts';
import { chooseTitle } from './title.ts';

/** What a page says about itself, in the order of trust: JSON-LD, meta elements, marked-up elements. */
export interface PageMetadata {
  title: string | null;
  author: string | null;
  /** ISO 8601. */
  publishedDate: string | null;
  /** ISO 8601. */
  modifiedDate: string | null;
  description: string | null;
  siteName: string | null;
  image: string | null;
  language: string | null;
  tags: string[];
  /** The article's text as JSON-LD holds it. */
  body: string | null;
  jsonLd: JsonLd;
  meta: ReadonlyMap<string, string>;
}

/** Reads what a page says about itself. Missing things are null; nothing in a page makes it throw. */
export function readMetadata(page: PageTree, url: string | null): PageMetadata {
  const sources = readSources(page, url);
  const { find, meta, jsonLd, language } = sources;
  const article = jsonLd.nodes.find(isArticle);
  const siteName = firstMeta(meta, ['og:site_name', 'application-name']) ?? textOf(article?.['publisher']);
  const title = chooseTitle({
    headline: textOf(article?.['headline']) ?? textOf(article?.['name']),
    social: firstMeta(meta, ['og:title', 'twitter:title', 'dc.title', 'title']),
    document: normalizeSpace(visibleTextOf(find, 'title')),
    headings: find('h1', 10).map((element) => visibleText(element, 1000)),
    siteName,
  });
  const { published, modified } = readDates(sources);
  const keywords = firstMeta(meta, ['news_keywords', 'keywords'])?.split(/\s*[,;]\s*/) ?? [];
  const tags = find('meta[property="article:tag"]', 50).map((element) =>
    normalizeSpace(element.attribs['content'] ?? ''),
  );
  return {
    title,
    author: readAuthor(sources, siteName),
    publishedDate: published,
    modifiedDate: modified,
    description:
      firstMeta(meta, ['og:description', 'description', 'twitter:description']) ??
      textOf(article?.['description']),
    siteName,
    image: firstMeta(meta, ['og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']),
    language,
    tags: [...new Set([...tags, ...textsOf(article?.['keywords']), ...keywords])]
      .filter((tag) => tag !== '')
      .slice(0, 50),
    body: textOf(article?.['articleBody']),
    jsonLd,
    meta,
  };
}

function visibleTextOf(find: Query, selector: string): string {
  return find(selector, 1)
    .map((element) => visibleText(element, 1000))
    .join('');
}

/** The rest of what a page says about itself, as the metadata of an article: only what is there. */
export function articleMetadata(metadata: PageMetadata): Record<string, JsonValue> {
  const { description, siteName, image, language, tags, modifiedDate } = metadata;
  const entries: [string, JsonValue][] = [
    ['description', description],
    ['site_name', siteName],
    ['image', image],
    ['language', language],
    ['modified_date', modifiedDate],
    ['tags', tags.length === 0 ? null : tags],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
