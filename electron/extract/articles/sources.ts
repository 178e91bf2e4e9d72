import type { Element } from 'domhandler';
import type { PageTree } from '../tree.ts';
import { isArticle, isObject, isPage, readJsonLd, textOf, type JsonLd, type JsonObject } from './json-ld.ts';
import { readLanguage } from './metadata/language.ts';
import { createPlaces, type Places } from './metadata/places.ts';
import { scanPage, type PageScan } from './metadata/scan.ts';
import { dayInUrl } from './metadata/url-date.ts';
import { hostNames, keyOf, type SiteNames } from './metadata/site-name.ts';
import { chooseTitle } from './title.ts';

/** Sources of metadata, shared by the readers of single values. */
export interface MetadataSources {
  scan: PageScan;
  /** Values of the meta elements by lower-case name; the first of several. */
  meta: ReadonlyMap<string, string>;
  jsonLd: JsonLd;
  /** JSON-LD objects about this page: the article first, then the page. */
  described: readonly JsonObject[];
  /** BCP 47, lower case; null: unknown. */
  language: string | null;
  url: string | null;
  site: SiteNames;
  siteName: string | null;
  title: string | null;
  /** The heading that shows the title. */
  heading: Element | null;
  places: Places;
}

/** Returns the first of the named values that exists. */
export function firstMeta(meta: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = meta.get(name);
    if (value !== undefined) return value;
  }
  return null;
}

/** Returns the distinct values of all meta elements with this name, in document order. */
export function allMeta({ metas }: PageScan, name: string): string[] {
  return [...new Set(metas.filter(([key]) => key === name).map(([, value]) => value))];
}

const titleNames = [
  'og:title',
  'citation_title',
  'parsely-title',
  'sailthru.title',
  'twitter:title',
  'dc.title',
  'dcterms.title',
  'title',
  'headline',
];

/** Key that is equal for URLs of the same page: host without www, and path. */
function addressKey(address: string | null | undefined, base: string | null): string | null {
  const url = address === null || address === undefined ? null : URL.parse(address, base ?? undefined);
  if (url === null) return null;
  return `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}`;
}

function addressOf(node: JsonObject): string | null {
  const page = node['mainEntityOfPage'];
  const id = isObject(page) ? (page['@id'] ?? page['url']) : page;
  return textOf(node['url']) ?? (typeof id === 'string' ? id : null);
}

/**
 * Returns the JSON-LD objects about this page, most reliable first. Of several articles, the one with the URL or the title of
 * the page; if neither matches, articles count only on pages with few of them.
 */
function chooseDescribed(
  jsonLd: JsonLd,
  { url, titles }: { url: readonly (string | null)[]; titles: readonly string[] },
): JsonObject[] {
  const articles = jsonLd.nodes.filter(isArticle);
  const addresses = new Set(url.filter((key) => key !== null));
  const keys = titles.map(keyOf).filter((key) => key.length >= 5);
  const agrees = (node: JsonObject): number => {
    const headline = keyOf(textOf(node['headline']) ?? textOf(node['name']) ?? '');
    const named =
      headline.length >= 5 && keys.some((key) => key.includes(headline) || headline.includes(key));
    const address = addressKey(addressOf(node), null);
    return (named ? 2 : 0) + (address !== null && addresses.has(address) ? 1 : 0);
  };
  const rated = articles.map((node) => ({ node, rating: agrees(node) })).sort((a, b) => b.rating - a.rating);
  const best = rated[0]?.rating ?? 0;
  const own = rated.filter(({ rating }) => rating > 0 && rating === best).map(({ node }) => node);
  const chosen = own.length > 0 ? own : articles.length <= 3 ? articles : [];
  return [...chosen, ...jsonLd.nodes.filter((node) => !isArticle(node) && isPage(node))];
}

/** Whether the page declares itself an article, or has the URL or the amount of prose of one. */
function looksLikeArticle({
  scan,
  meta,
  article,
  address,
}: {
  scan: PageScan;
  meta: ReadonlyMap<string, string>;
  article: JsonObject | undefined;
  address: string | null;
}): boolean {
  if (article !== undefined || meta.has('article:published_time')) return true;
  if (meta.get('og:type')?.toLowerCase() === 'article') return true;
  if (dayInUrl(address) !== null) return true;
  const path = address === null ? '' : (URL.parse(address)?.pathname ?? '');
  if (path === '/' || path === '') return false;
  if (
    /\/(?:blogs?|news|articles?|stor(?:y|ies)|posts?|magazine?|guides?|questions?|threads?|topics?|wiki)\//i.test(
      path,
    )
  )
    return true;
  return scan.proseLines >= 12;
}

/** Collects the sources of a page. */
export function readSources(page: PageTree, url: string | null): MetadataSources {
  const scan = scanPage(page);
  const meta = new Map<string, string>();
  for (const [name, value] of scan.metas) if (!meta.has(name)) meta.set(name, value);
  const jsonLd = readJsonLd(scan.jsonLd);
  const canonical = scan.links.find(([rel]) => rel === 'canonical')?.[1] ?? null;
  const address = url ?? canonical ?? meta.get('og:url') ?? null;
  const social = titleNames.map((name) => meta.get(name)).filter((text) => text !== undefined);
  const heading = scan.headings.find(({ element }) => element.name === 'h1')?.text ?? '';
  const described = chooseDescribed(jsonLd, {
    url: [address, canonical, meta.get('og:url')].map((one) => addressKey(one, address)),
    titles: [...social, scan.title, heading],
  });
  const website = jsonLd.nodes.find((node) => node['@type'] === 'WebSite');
  const siteName =
    firstMeta(meta, ['og:site_name', 'application-name', 'citation_journal_title']) ??
    textOf(described[0]?.['publisher']) ??
    textOf(website?.['name']);
  const names = [siteName, textOf(website?.['name']), textOf(described[0]?.['publisher'])].filter(
    (name) => name !== null,
  );
  const site: SiteNames = { names: [...new Set(names)], hosts: hostNames(address) };
  const article = described.find(isArticle);
  const headline = textOf(article?.['headline']) ?? textOf(article?.['name']);
  const chosen = chooseTitle({
    given: headline === null ? social : [...social.slice(0, 1), headline, ...social.slice(1)],
    document: scan.title,
    headings: scan.headings,
    site,
    isArticle: looksLikeArticle({ scan, meta, article, address }),
  });
  return {
    scan,
    meta,
    jsonLd,
    described,
    language: readLanguage({ html: scan.html, meta, declared: textOf(article?.['inLanguage']) }),
    url,
    site,
    siteName,
    ...chosen,
    places: createPlaces(scan, chosen.heading),
  };
}
