import { resourceText } from '../resources/resources.ts';
import culture from '../../resources/sample-site/articles/culture.json' with { type: 'json' };
import harbour from '../../resources/sample-site/articles/harbour.json' with { type: 'json' };
import nature from '../../resources/sample-site/articles/nature.json' with { type: 'json' };
import town from '../../resources/sample-site/articles/town.json' with { type: 'json' };
import almanacData from '../../resources/sample-site/almanac.json' with { type: 'json' };
import liveData from '../../resources/sample-site/live.json' with { type: 'json' };
import motifData from '../../resources/sample-site/motifs.json' with { type: 'json' };
import shopData from '../../resources/sample-site/shop.json' with { type: 'json' };
import siteData from '../../resources/sample-site/site.json' with { type: 'json' };

/** What the sample site says: the files of resources/sample-site, typed, sorted and with the paths of their pages. */

export interface Comment {
  readonly name: string;
  readonly date: string;
  readonly text: string;
  readonly replies: readonly Comment[];
}

export interface Article {
  readonly path: string;
  readonly section: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** Slug of the author. */
  readonly author: string;
  /** ISO 8601 with the offset of the place. */
  readonly published: string;
  readonly modified?: string | undefined;
  readonly tags: readonly string[];
  readonly image: { readonly motif: string; readonly alt: string; readonly caption: string };
  /** Paragraphs; `## ` starts a sub-heading, `> ` a pull quote, `- ` a list element. */
  readonly body: readonly string[];
  readonly comments: readonly Comment[];
}

export interface Review extends Comment {
  readonly stars: number;
}

export interface Product {
  readonly path: string;
  readonly sku: string;
  readonly slug: string;
  readonly name: string;
  readonly category: string;
  readonly price: number;
  readonly was?: number | undefined;
  /** Pieces in stock; null for what never runs out. */
  readonly stock: number | null;
  readonly motif: string;
  readonly added: string;
  readonly tags: readonly string[];
  readonly text: readonly string[];
  readonly attributes: readonly (readonly string[])[];
  readonly reviews: readonly Review[];
}

export const site = siteData;
export const shop = shopData;
export const live = liveData;
export const almanac = almanacData;
export const motifs: ReadonlyMap<string, string> = new Map(Object.entries(motifData));

/** All articles, newest first. */
export const articles: readonly Article[] = [
  ...ofSection('harbour', harbour),
  ...ofSection('town', town),
  ...ofSection('nature', nature),
  ...ofSection('culture', culture),
].sort((a, b) => Date.parse(b.published) - Date.parse(a.published));

export const products: readonly Product[] = shopData.products.map((product) => ({
  ...product,
  path: `/shop/item/${product.sku.toLowerCase()}-${product.slug}.html`,
}));

export const tags: readonly string[] = [...new Set(articles.flatMap((article) => [...article.tags]))].sort();

export const sectionName = nameIn(siteData.sections);
export const categoryName = nameIn(shopData.categories);

/** The person behind a slug. Throws an Error where the content names somebody whom it does not introduce. */
export function authorOf(slug: string): (typeof siteData.authors)[number] {
  const author = siteData.authors.find((candidate) => candidate.slug === slug);
  if (author === undefined) throw new Error(`The sample site has no author "${slug}".`);
  return author;
}

/** The text of a file in resources/sample-site, for example "assets/site.css". Throws where there is none. */
export function resource(name: string): string {
  return resourceText(`sample-site/${name}`);
}

type WrittenArticle = Omit<Article, 'path' | 'section'>;

function ofSection(section: string, written: readonly WrittenArticle[]): Article[] {
  return written.map((article) => {
    const [year, month] = article.published.split('-');
    return { ...article, section, path: `/news/${section}/${year}/${month}/${article.slug}.html` };
  });
}

function nameIn(list: readonly { slug: string; name: string }[]): (slug: string) => string {
  return (slug) => list.find((entry) => entry.slug === slug)?.name ?? slug;
}
