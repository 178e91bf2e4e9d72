import { describe, expect, it } from 'vitest';
import {
  readStructured,
  type Structured,
} from '../../../../electron/authoring/structured/read-structured.ts';
import { extractItem } from './extract-item.ts';
import { pageOf } from './page-of.ts';

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

function read(html: string): Structured | null {
  const { page, context } = pageOf(html);
  return readStructured(page, context);
}

/** What a spider with the proposed fields takes from a page. */
function taken(structured: Structured | null, html: string): Record<string, unknown> {
  return extractItem(structured?.fields ?? [], html);
}

const lamp = {
  '@type': 'Product',
  name: 'Brass lamp',
  sku: 'BL-204',
  brand: { '@type': 'Brand', name: 'Lumen' },
  image: ['/a.jpg', '/b.jpg'],
  offers: {
    '@type': 'Offer',
    price: '93.99',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
};
const organization = { '@type': 'Organization', name: 'The shop' };
const context = { '@context': 'https://schema.org' };
const heading = '<title>Brass lamp - The shop</title><h1>Brass lamp</h1>';

describe('JSON-LD of a product', () => {
  it.each<[string, unknown[]]>([
    ['an object', [{ ...context, ...lamp }]],
    ['behind the script of another thing', [organization, lamp]],
    ['a list', [[organization, lamp]]],
    ['a graph', [{ ...context, '@graph': [organization, lamp] }]],
    ['inside a page', [{ '@type': 'WebPage', name: 'Page', mainEntity: lamp }]],
    ['a list of types', [{ ...lamp, '@type': ['Product', 'Vehicle'] }]],
    ['offers in a list', [{ ...lamp, offers: [lamp.offers] }]],
    [
      'a price in a specification',
      [{ ...lamp, offers: { ...lamp.offers, price: undefined, priceSpecification: { price: 93.99 } } }],
    ],
    ['a type in lower case', [{ ...lamp, '@type': 'product' }]],
    ['a type with its vocabulary', [{ ...lamp, '@type': 'http://schema.org/Product' }]],
  ])('%s', (_, values) => {
    const html = `${heading}${values.map(ld).join('')}`;
    const structured = read(html);
    expect(structured?.type).toBe('product');
    expect(taken(structured, html)).toMatchObject({
      title: 'Brass lamp',
      price: 93.99,
      availability: 'InStock',
      sku: 'BL-204',
      brand: 'Lumen',
      image: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
    });
  });

  it('takes the same fields from another page of the site, whose scripts stand in another order', () => {
    const structured = read(`${heading}${ld(organization)}${ld(lamp)}`);
    const other = { ...lamp, name: 'Oak table', sku: 'OT-7', offers: [{ ...lamp.offers, price: 450 }] };
    const html = `<h1>Oak table</h1>${ld(other)}${ld({ '@type': 'BreadcrumbList', name: 'Way' })}${ld(organization)}`;
    expect(taken(structured, html)).toMatchObject({ price: 450, sku: 'OT-7', brand: 'Lumen' });
  });

  it('is in stock where one of its variants is', () => {
    const out = { ...lamp.offers, availability: 'http://schema.org/OutOfStock' };
    const html = heading + ld({ ...lamp, offers: [out, lamp.offers] });
    expect(taken(read(html), html)).toMatchObject({ availability: 'InStock' });
    const none = heading + ld({ ...lamp, offers: [out, out] });
    expect(taken(read(html), none)).toMatchObject({ availability: 'OutOfStock' });
  });

  it('is in stock where one of several things of its name is', () => {
    const sizes = ['OutOfStock', 'InStock', 'OutOfStock'].map((availability, at) => ({
      ...lamp,
      sku: `BL-${at}`,
      offers: { ...lamp.offers, availability: `http://schema.org/${availability}` },
    }));
    const html = heading + ld(sizes);
    expect(taken(read(html), html)).toMatchObject({ availability: 'InStock', price: 93.99 });
  });

  it('has the price of the first variant of a group', () => {
    const { offers, ...group } = lamp;
    const html =
      heading +
      ld({
        ...group,
        '@type': 'ProductGroup',
        hasVariant: [{ '@type': 'Product', name: 'Brass lamp, 40 cm', offers }],
      });
    expect(taken(read(html), html)).toMatchObject({ title: 'Brass lamp', price: 93.99, sku: 'BL-204' });
  });

  it('leaves a price of nought to the page', () => {
    const html =
      heading + ld({ ...lamp, offers: { ...lamp.offers, price: 0 } }) + '<span class="price">€ 45,00</span>';
    expect(taken(read(html), html)).toMatchObject({ price: 45 });
  });

  it('is that of the page where a script describes others, too', () => {
    const others = ['Oak table', 'Steel chair'].map((name) => ({ ...lamp, name, sku: name.slice(0, 3) }));
    const html = heading + ld([lamp, ...others]);
    expect(taken(read(html), html)).toMatchObject({ sku: 'BL-204' });
  });

  it('is none where a list describes its entries', () => {
    const others = ['Oak table', 'Steel chair'].map((name) => ({ ...lamp, name }));
    expect(read(`<title>Sale</title><h1>Sale</h1>${ld(others)}`)).toBeNull();
  });

  it('is read from a script that is no valid JSON', () => {
    const broken = JSON.stringify(lamp).replace('"Brass lamp"', '"Brass\nlamp"').replace('}}', '}},');
    const html = `${heading}<script type="application/ld+json">${broken}</script>`;
    expect(taken(read(html), html)).toMatchObject({ price: 93.99, sku: 'BL-204' });
  });
});

describe('other structured data of a product', () => {
  const expected = { price: 93.99, sku: 'BL-204', brand: 'Lumen', availability: 'InStock' };
  it.each<[string, string]>([
    [
      'microdata',
      `${heading}<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Brass lamp</b><meta itemprop="sku" content="BL-204">
        <div itemprop="brand" itemscope itemtype="http://schema.org/Brand"><span itemprop="name">Lumen</span></div>
        <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span itemprop="price" content="93.99">93,99 €</span>
        <link itemprop="availability" href="http://schema.org/InStock"></div></div>`,
    ],
    [
      'microdata without values of their own',
      `${heading}<div itemscope itemtype="https://schema.org/Product"><b itemprop="sku">BL-204</b><i itemprop="brand">Lumen</i>
        <p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">93,99 €</b>
        <a itemprop="availability" href="https://schema.org/InStock">yes</a></p></div>`,
    ],
    [
      'microdata without a thing around it',
      `${heading}<b itemprop="sku">BL-204</b><i itemprop="brand">Lumen</i><meta itemprop="price" content="93.99">
        <link itemprop="availability" href="https://schema.org/InStock">`,
    ],
    [
      'RDFa Lite',
      `${heading}<div vocab="https://schema.org/" typeof="Product"><b property="sku">BL-204</b><i property="brand">Lumen</i>
        <p property="offers" typeof="Offer"><b property="price" content="93.99">93,99</b>
        <link property="availability" href="https://schema.org/InStock"></p></div>`,
    ],
    [
      'OpenGraph',
      `<meta property="og:type" content="product"><meta property="og:title" content="Brass lamp"><meta property="product:brand" content="Lumen">
        <meta property="product:price:amount" content="93.99"><meta property="product:availability" content="in stock">
        <meta property="product:retailer_item_id" content="BL-204">${heading}`,
    ],
  ])('%s', (_, html) => {
    const structured = read(html);
    expect(structured?.type).toBe('product');
    const item = taken(structured, html);
    expect({
      ...item,
      availability: String(item['availability']).replace('in stock', 'InStock'),
    }).toMatchObject(expected);
  });

  it('does not take what belongs to a related product', () => {
    const related = `<div itemprop="isRelatedTo" itemscope itemtype="http://schema.org/Product"><b itemprop="name">Bulb</b><b itemprop="sku">X-1</b></div>`;
    const html = `${heading}<div itemscope itemtype="http://schema.org/Product">${related}<b itemprop="name">Brass lamp</b><b itemprop="brand">Lumen</b>
      <p itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price">9</b></p></div>`;
    expect(read(html)?.fields.map(({ name }) => name)).toEqual(['title', 'price', 'brand']);
  });
});

describe('pages about other things', () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    [
      'article',
      {
        '@type': 'NewsArticle',
        headline: 'Rain',
        author: [{ '@type': 'Person', name: 'Ann Lee' }],
        datePublished: '2024-03-05T10:00:00Z',
        image: { '@type': 'ImageObject', url: '/r.jpg' },
      },
      {
        title: 'Rain',
        author: 'Ann Lee',
        published_date: '2024-03-05T10:00:00Z',
        image: 'https://shop.example/r.jpg',
      },
    ],
    [
      'event',
      {
        '@type': 'MusicEvent',
        name: 'Concert',
        startDate: '2026-06-01T20:00',
        location: { '@type': 'Place', name: 'Hall', address: { addressLocality: 'Graz' } },
        offers: { price: 25 },
      },
      { title: 'Concert', starts: '2026-06-01T20:00', place: 'Hall', city: 'Graz', price: 25 },
    ],
    [
      'job',
      {
        '@type': 'JobPosting',
        title: 'Baker',
        hiringOrganization: { name: 'Bread & Co' },
        jobLocation: { address: { addressLocality: 'Linz' } },
        datePosted: '2026-05-01',
        baseSalary: { currency: 'EUR', value: { minValue: 2400 } },
      },
      { title: 'Baker', company: 'Bread & Co', city: 'Linz', posted: '2026-05-01', salary: 2400 },
    ],
    [
      'recipe',
      {
        '@type': 'Recipe',
        name: 'Soup',
        totalTime: 'PT40M',
        recipeIngredient: ['1 onion', '2 carrots'],
        recipeInstructions: [
          { '@type': 'HowToStep', text: 'Cut.' },
          { '@type': 'HowToStep', text: 'Cook.' },
        ],
      },
      { title: 'Soup', total_time: 'PT40M', ingredients: ['1 onion', '2 carrots'], steps: ['Cut.', 'Cook.'] },
    ],
    [
      'place',
      {
        '@type': 'Restaurant',
        name: 'The Oak',
        telephone: '+43 1 234',
        address: { addressLocality: 'Wien' },
        geo: { latitude: 48.2 },
      },
      { title: 'The Oak', phone: '+43 1 234', city: 'Wien', latitude: 48.2 },
    ],
  ])('%s', (type, value, expected) => {
    const html = `<title>x</title>${ld(value)}`;
    const structured = read(html);
    expect(structured?.type).toBe(type);
    expect(taken(structured, html)).toMatchObject(expected);
  });

  it.each([
    ['no data', '<h1>Imprint</h1><p>We are here.</p>'],
    ['only the site', ld({ '@type': 'WebSite', name: 'Shop', url: '/' }) + ld(organization)],
    ['a plain OpenGraph page', '<meta property="og:type" content="website"><h1>Home</h1>'],
    ['data of an unknown kind', ld({ '@type': 'Thing', name: 'x' })],
    ['the type of an article without a date', '<meta property="og:type" content="article"><h1>Archive</h1>'],
    ['many prices outside of any thing', `<h1>Lamps</h1>${'<b itemprop="price">$5.00</b>'.repeat(4)}`],
    [
      'the type of a product without a price',
      '<meta property="og:type" content="product"><h1>Catalogue</h1>',
    ],
  ])('says nothing of a page with %s', (_, html) => {
    expect(read(html)).toBeNull();
  });
});
