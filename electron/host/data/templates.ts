import { sampleNames, sampleOrigin, sampleSpider } from '../../sample-site/spiders.ts';
import { lenientSpider } from './lenient-spider.ts';

interface Template {
  name: string;
  title: string;
  description: string;
  text: string;
  /** Whether it is a spider of the sample site. */
  isSample: boolean;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const own: readonly Omit<Template, 'isSample'>[] = [
  {
    name: 'empty',
    title: 'Empty spider',
    description: 'A name, a site, and one callback to begin with.',
    text: json({
      name: 'my-spider',
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/'],
      rules: [{ allow: ['/items/'], callback: 'parse_item', follow: false }],
      callbacks: { parse_item: { extract: { title: { css: 'h1::text', processors: [{ type: 'strip' }] } } } },
    }),
  },
  {
    name: 'articles',
    title: 'News or blog',
    description: 'Follows sections and pages of lists; articles are extracted without any selectors.',
    text: json({
      name: 'my-articles',
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/'],
      rules: [
        { allow: ['/\\d{4}/\\d{2}/'], callback: 'parse_article', follow: false, priority: 10 },
        { allow: ['/category/', '/page/\\d+'] },
      ],
      settings: { DOWNLOAD_DELAY: 1 },
    }),
  },
  {
    name: 'shop',
    title: 'Shop or catalogue',
    description: 'Follows pages of lists and takes name, price, picture and description from each product.',
    text: json({
      name: 'my-shop',
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/shop'],
      rules: [
        { allow: ['/product/'], callback: 'parse_product', follow: false, priority: 10 },
        { allow: ['/shop', '[?&]page=\\d+'] },
      ],
      callbacks: {
        parse_product: {
          extract: {
            title: { css: 'h1::text', processors: [{ type: 'strip' }] },
            price: {
              css: '.price::text',
              processors: [
                { type: 'regex', pattern: '([\\d.]+)' },
                { type: 'cast', to: 'float' },
              ],
            },
            image: { css: 'img::attr(src)' },
            content: {
              css: '.description::text',
              get_all: true,
              processors: [{ type: 'join', separator: '\n' }],
            },
          },
        },
      },
    }),
  },
  {
    name: 'list',
    title: 'One page with a list',
    description: 'Makes an item of every entry of a list on a single page; follows nothing.',
    text: json({
      name: 'my-list',
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/list'],
      rules: [{ allow: ['/list'], callback: 'parse_list', follow: false }],
      callbacks: {
        parse_list: {
          iterate: { selector: 'ul.entries > li' },
          extract: {
            title: { css: 'a::text' },
            link: { css: 'a::attr(href)', processors: [{ type: 'urljoin' }] },
          },
        },
      },
    }),
  },
];

/** Templates for new spiders: common kinds of sites, and the spiders of the sample site. */
export function spiderTemplates(): Template[] {
  const samples = sampleNames().map((name) => {
    const text = sampleSpider(name, sampleOrigin);
    const description = lenientSpider(text).description ?? 'A spider for the sample site.';
    return { name, title: name, description, text, isSample: true };
  });
  return [...own.map((template) => ({ ...template, isSample: false })), ...samples];
}
