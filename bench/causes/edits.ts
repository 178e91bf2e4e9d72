import type { Random } from '../../electron/proof/stress/random.ts';
import type { FieldExtract, Spider } from '../../shared/spider/schema.ts';
import { makeProduct, type Kind, type Shop } from './shop.ts';

/** What an edit makes differ: fields, or whole items. Nothing: it has no effect on the items. */
export type Effect = readonly ('items' | 'title' | 'price' | 'brand' | 'stock')[];

/** A change of a site. */
export interface SiteEdit {
  name: string;
  effect: Effect;
  kinds: readonly Kind[];
  apply: (shop: Shop, random: Random) => void;
}

/** A change of a spider. */
export interface SpiderEdit {
  name: string;
  effect: Effect;
  kinds: readonly Kind[];
  apply: (spider: Spider) => void;
}

const all: readonly Kind[] = ['details', 'rows', 'followed', 'json'];
const some = <T>(list: readonly T[], random: Random): T[] => {
  const chosen = list.filter(() => random.below(3) === 0);
  return chosen.length > 0 ? chosen : list.slice(0, 1);
};
const nextId = (shop: Shop): number => Math.max(0, ...shop.products.map(({ id }) => id)) + 1;

export const siteEdits: readonly SiteEdit[] = [
  {
    name: 'prices change',
    effect: ['price'],
    kinds: all,
    apply: (shop, random) =>
      some(shop.products, random).forEach((product) => (product.price += 1 + random.below(9))),
  },
  {
    name: 'stock changes',
    effect: ['stock'],
    kinds: all,
    apply: (shop, random) => some(shop.products, random).forEach((product) => (product.stock = 'on order')),
  },
  {
    name: 'the class of prices is renamed',
    effect: ['price'],
    kinds: all,
    apply: (shop) => (shop.priceClass = 'amount'),
  },
  {
    name: 'a product is new',
    effect: ['items'],
    kinds: all,
    apply: (shop, random) => shop.products.splice(random.below(3), 0, makeProduct(nextId(shop), random)),
  },
  {
    name: 'a product is gone',
    effect: ['items'],
    kinds: all,
    apply: (shop, random) => shop.products.splice(random.below(shop.products.length), 1),
  },
  {
    name: 'a link is gone',
    effect: ['items'],
    kinds: ['details', 'followed'],
    apply: (shop, random) => some(shop.products, random).forEach((product) => (product.linked = false)),
  },
  {
    name: 'a page is gone',
    effect: ['items'],
    kinds: ['details', 'followed'],
    apply: (shop, random) => some(shop.products, random).forEach((product) => (product.there = false)),
  },
  { name: 'the list is in another order', effect: [], kinds: all, apply: (shop) => shop.products.reverse() },
  {
    name: 'a banner is new',
    effect: [],
    kinds: ['details', 'rows', 'followed'],
    apply: (shop) => (shop.banner = '<p>Sale!</p>'),
  },
];

/** Changes a field of the callback that takes the values. */
function field(spider: Spider, name: string, change: (field: FieldExtract) => FieldExtract | null): void {
  for (const callback of Object.values(spider.callbacks ?? {})) {
    const extract = callback.extract ?? {};
    const known = extract[name];
    if (known === undefined) continue;
    const changed = change(known);
    if (changed === null) delete extract[name];
    else extract[name] = changed;
  }
}

const processed: Partial<FieldExtract> = {
  processors: [
    { type: 'replace', old: ' EUR', new: '' },
    { type: 'cast', to: 'int' },
  ],
};

export const spiderEdits: readonly SpiderEdit[] = [
  {
    name: 'prices become numbers',
    effect: ['price'],
    kinds: all,
    apply: (spider) => field(spider, 'price', (known) => ({ ...known, ...processed })),
  },
  {
    name: 'the selector of the brand breaks',
    effect: ['brand'],
    kinds: all,
    apply: (spider) =>
      field(spider, 'brand', (known) =>
        'json_path' in known && known.json_path ? { json_path: '$.maker' } : { css: '.maker::text' },
      ),
  },
  {
    name: 'the stock is left out',
    effect: ['stock'],
    kinds: all,
    apply: (spider) => field(spider, 'stock', () => null),
  },
  {
    name: 'the brand is in capitals',
    effect: ['brand'],
    kinds: all,
    apply: (spider) => field(spider, 'brand', (known) => ({ ...known, processors: [{ type: 'uppercase' }] })),
  },
  {
    name: 'a rule takes fewer pages',
    effect: ['items'],
    kinds: ['details'],
    apply: (spider) => {
      for (const rule of spider.rules ?? []) if (rule.callback === 'product') rule.deny = ['/p/[13]$'];
    },
  },
  {
    name: 'the rows of one brand are left out',
    effect: ['items'],
    kinds: ['rows', 'followed'],
    apply: (spider) => {
      for (const { iterate } of Object.values(spider.callbacks ?? {}))
        if (iterate) iterate.selector = 'table tr:not(.acme)';
    },
  },
  {
    name: 'it is slower',
    effect: [],
    kinds: all,
    apply: (spider) => (spider.settings = { ...spider.settings, DOWNLOAD_TIMEOUT: 60 }),
  },
];

const css: Record<string, FieldExtract> = {
  price: { css: '.price::text' },
  brand: { css: '.brand::text' },
  stock: { css: '.stock::text' },
};

/** A spider that takes title, price, brand and stock from a shop. */
export function makeSpider(kind: Kind, origin: string): Spider {
  const base = {
    name: 'shop',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    settings: {
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      ROBOTSTXT_OBEY: false,
      CONCURRENT_REQUESTS: 4,
    },
  };
  const list = { allow: ['/$'], callback: 'list', follow: false };
  const rowFields = { title: { css: '.name a::text' }, ...css };
  switch (kind) {
    case 'details':
      return {
        ...base,
        rules: [{ allow: ['/p/'], callback: 'product', follow: false }],
        callbacks: { product: { extract: { title: { css: 'h1::text' }, ...css } } },
      };
    case 'rows':
      return {
        ...base,
        rules: [list],
        callbacks: { list: { iterate: { selector: 'table tr' }, extract: rowFields } },
      };
    case 'followed': {
      const { brand, ...rest } = css;
      const follow = { url: { css: '.name a::attr(href)' }, callback: 'product' };
      return {
        ...base,
        rules: [list],
        callbacks: {
          list: { iterate: { selector: 'table tr', follow }, extract: brand === undefined ? {} : { brand } },
          product: { extract: { title: { css: 'h1::text' }, ...rest } },
        },
      };
    }
    case 'json':
      return {
        ...base,
        rules: [list],
        callbacks: {
          list: {
            iterate: { selector: '$.results[*]' },
            extract: {
              title: { json_path: '$.name' },
              price: { json_path: '$.price' },
              brand: { json_path: '$.brand' },
              stock: { json_path: '$.stock' },
            },
          },
        },
      };
    default:
      return kind satisfies never;
  }
}
