import type { Element } from 'domhandler';
import { cssString } from '../../extract/analyze/names.ts';
import type { StatedThing } from './source.ts';

/** What OpenGraph and other meta elements call the properties of schema.org; the first that is there counts. */
const names: Readonly<Record<string, readonly string[]>> = {
  name: ['og:title', 'twitter:title'],
  description: ['og:description', 'description', 'twitter:description'],
  image: ['og:image', 'og:image:url', 'twitter:image'],
  url: ['og:url'],
  brand: ['product:brand', 'og:brand'],
  sku: ['product:retailer_item_id', 'product:sku', 'product:retailer_part_no'],
  mpn: ['product:mfr_part_no'],
  gtin: ['product:ean', 'product:gtin', 'product:isbn', 'product:upc', 'books:isbn', 'book:isbn'],
  'offers.price': [
    'product:sale_price:amount',
    'product:price:amount',
    'og:price:amount',
    'product:price',
    'og:price',
  ],
  'offers.priceCurrency': ['product:sale_price:currency', 'product:price:currency', 'og:price:currency'],
  'offers.availability': ['product:availability', 'og:availability'],
  author: ['author', 'article:author'],
  datePublished: ['article:published_time', 'og:published_time', 'date', 'dc.date', 'datePublished'],
  dateModified: ['article:modified_time', 'og:updated_time'],
  articleSection: ['article:section'],
  keywords: ['article:tag', 'keywords'],
};

/** Reads what the meta elements of a page say about its thing; null: there are none. They need not tell what it is. */
export function readMetaThing(metas: readonly Element[]): StatedThing | null {
  const known = new Map<string, Element>();
  for (const element of metas) {
    const name = element.attribs['property'] ?? element.attribs['name'] ?? '';
    const content = element.attribs['content']?.trim() ?? '';
    if (name !== '' && content !== '' && !known.has(name.toLowerCase()))
      known.set(name.toLowerCase(), element);
  }
  const type = known.get('og:type')?.attribs['content']?.trim() ?? '';
  const value: StatedThing['value'] = (...steps) => {
    const listed = names[steps.join('.')] ?? [];
    const element = listed.map((name) => known.get(name.toLowerCase())).find((one) => one !== undefined);
    if (element === undefined) return null;
    const attribute = element.attribs['property'] === undefined ? 'name' : 'property';
    const css = `meta[${attribute}=${cssString(element.attribs[attribute] ?? '')}]::attr(content)`;
    return { value: element.attribs['content'] ?? '', definition: { css } };
  };
  const types = type !== '' ? [type] : value('offers', 'price') !== null ? ['product'] : [];
  return known.size === 0 ? null : { types, source: 'meta', value, values: () => null };
}
