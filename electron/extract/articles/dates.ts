import type { Element } from 'domhandler';
import { readFreeForm } from '../datetime/free-form.ts';
import { formatInstant } from '../datetime/instant.ts';
import { visibleText } from '../walk.ts';
import { isForeign } from './blocks.ts';
import { isArticle, textOf } from './json-ld.ts';
import type { Query } from './query.ts';
import type { MetadataSources } from './sources.ts';

const publishedMeta = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'datepublished',
  'publish-date',
  'publish_date',
  'publishdate',
  'pubdate',
  'published',
  'article.published',
  'article:published',
  'article_date_original',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date.created',
  'dcterms.created',
  'dc.date',
  'dcterms.date',
  'date',
  'cxenseparse:recs:publishtime',
  'citation_publication_date',
  'citation_date',
];
const modifiedMeta = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
];

/** Elements that show when the page was published, the surest first. */
const publishedSelectors = [
  '[itemprop~="datePublished"]',
  'time[pubdate]',
  'time[class*="publish" i]',
  'article header time, article time',
  'main time',
  'time[datetime]',
  '[class*="publish" i][class*="date" i], [class*="date" i][class*="publish" i]',
  '.entry-date, .post-date, .article-date, .pubdate, .dateline, .date',
  '[class*="date" i], [id*="date" i]',
];

/** Languages that write 05.03.2024 or 05/03/2024 with the day first: nearly all but the English of the United States. */
function writesDayFirst(language: string | null): boolean {
  return language !== null && !/^en(?:-us|-ph|-ca)?$/.test(language);
}

/** The date in a text as ISO 8601, or null when there is none or it lies outside the time of the web. */
function readDate(text: string | null | undefined, dayFirst: boolean): string | null {
  if (text === null || text === undefined) return null;
  const instant = readFreeForm(text.slice(0, 300), dayFirst);
  return instant === null || instant.year < 1990 || instant.year > 2100 ? null : formatInstant(instant);
}

function fromElement(element: Element, dayFirst: boolean): string | null {
  const { datetime, content, title } = element.attribs;
  for (const text of [datetime, content, visibleText(element, 300), title]) {
    const date = readDate(text, dayFirst);
    if (date !== null) return date;
  }
  return null;
}

/** "/2024/03/05/" or "/2024-03-05" in the address of a page. */
function fromUrl(url: string | null): string | null {
  const match = /[/_-](?<year>(?:19|20)\d{2})[/_-](?<month>[01]?\d)[/_-](?<day>[0-3]?\d)(?!\d)/.exec(
    url ?? '',
  )?.groups;
  return match === undefined ? null : readDate(`${match['year']}-${match['month']}-${match['day']}`, false);
}

/** The date that the page shows; one that stands among related pages or comments only where there is no other. */
function shownDate(find: Query, dayFirst: boolean): string | null {
  const elements = publishedSelectors.flatMap((selector) => find(selector, 10));
  let foreign: string | null = null;
  for (const element of elements) {
    const isOwn = !isForeign(element);
    if (!isOwn && foreign !== null) continue;
    const date = fromElement(element, dayFirst);
    if (date !== null && isOwn) return date;
    foreign ??= date;
  }
  return foreign;
}

/** When the page was published and changed, in ISO 8601. */
export function readDates({ find, meta, jsonLd, language, url }: MetadataSources): {
  published: string | null;
  modified: string | null;
} {
  const dayFirst = writesDayFirst(language);
  const firstOf = (texts: readonly (string | null | undefined)[]): string | null => {
    for (const text of texts) {
      const date = readDate(text, dayFirst);
      if (date !== null) return date;
    }
    return null;
  };
  const articles = [...jsonLd.nodes.filter(isArticle), ...jsonLd.nodes];
  const published =
    firstOf(articles.map((node) => textOf(node['datePublished']))) ??
    firstOf(publishedMeta.map((name) => meta.get(name))) ??
    shownDate(find, dayFirst) ??
    fromUrl(url);
  const modified =
    firstOf(articles.map((node) => textOf(node['dateModified']))) ??
    firstOf(modifiedMeta.map((name) => meta.get(name)));
  return { published, modified };
}
