import type { PageMetadata } from '../metadata.ts';
import { typesOf } from '../json-ld.ts';

/** Signals about the kind of page, from its metadata and URL. */
export interface PageSignals {
  /** Titles from the extracted metadata and from social cards, without duplicates. */
  titles: string[];
  descriptions: string[];
  /** `articleBody` from JSON-LD, or "". */
  articleBody: string;
  /** Page kinds declared in JSON-LD and social cards: 0 or 1 each, in the order of `claims`. */
  claimed: number[];
  /** Features of the URL, in the order of `addressMarks`. */
  address: number[];
}

const claimPatterns = {
  article: /Article$|BlogPosting|Report$/,
  product: /Product|Offer/,
  forum: /DiscussionForumPosting|QAPage|Question/,
  list: /ItemList|CollectionPage|SearchResultsPage|OfferCatalog/,
  recipe: /Recipe|HowTo/,
  faq: /FAQPage/,
  event: /Event|Course|LocalBusiness|Service|JobPosting/,
} satisfies Record<string, RegExp>;

/** Names of the claims, in the order of their values. */
export const claims: readonly string[] = [
  ...Object.keys(claimPatterns),
  'og-article',
  'og-product',
  'og-website',
  'og-none',
];

/** Whether JSON-LD or OpenGraph declares the page an article. Many systems declare every page an article there, lists included. */
export function mayBeArticle({ claimed }: PageSignals): boolean {
  return claimed[claims.indexOf('article')] === 1 || claimed[claims.indexOf('og-article')] === 1;
}

const addressPatterns = {
  forum: /forum|thread|topic|viewtopic|\/t\/|question|discussion|community|\/comments\/|\/r\//,
  product: /product|\/p\/|\/dp\/|\/itm\/|\/item|\/shop\/|\/buy/,
  list: /categor|collection|\/tag\/|\/c\/|archive|search|browse|\/list|catalog|\/news\/?$|\/blog\/?$/,
  documentation: /docs?[./]|\/documentation|reference|\/api\/|manual|guide|tutorial|wiki|help|learn|support/,
  article: /\/(?:19|20)\d\d[/-]\d\d?|blog|news|article|story|post/,
  query: /\?/,
} satisfies Record<string, RegExp>;

/** Names of the features of an address, in the order of their values. */
export const addressMarks: readonly string[] = [...Object.keys(addressPatterns), 'depth', 'words'];

function addressOf(url: string): number[] {
  const path = url.replace(/^[a-z]+:\/\//i, '').toLowerCase();
  const parts =
    path
      .split(/[?#]/)[0]
      ?.split('/')
      .filter((part) => part !== '') ?? [];
  return [
    ...Object.values(addressPatterns).map((pattern) => Number(pattern.test(path))),
    parts.length - 1,
    parts.length > 1 ? (parts.at(-1) ?? '').split(/[-_]/).length : 0,
  ];
}

/** Collects the signals from a page's metadata and URL. */
export function collectSignals(metadata: PageMetadata, url: string): PageSignals {
  const { jsonLd, meta } = metadata;
  const types = jsonLd.nodes.flatMap(typesOf);
  const ogType = meta.get('og:type')?.toLowerCase() ?? '';
  const given = (...texts: (string | null | undefined)[]): string[] => [
    ...new Set(texts.filter((text): text is string => typeof text === 'string' && text !== '')),
  ];
  return {
    titles: given(metadata.title, meta.get('og:title'), meta.get('twitter:title')),
    descriptions: given(metadata.description, meta.get('description')),
    articleBody: metadata.body ?? '',
    claimed: [
      ...Object.values(claimPatterns).map((pattern) => Number(types.some((type) => pattern.test(type)))),
      Number(ogType.includes('article')),
      Number(ogType.includes('product')),
      Number(ogType === 'website'),
      Number(ogType === ''),
    ],
    address: addressOf(url),
  };
}
