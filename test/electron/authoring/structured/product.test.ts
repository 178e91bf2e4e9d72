import { describe, expect, it } from 'vitest';
import {
  readPage,
  readProduct,
  readStructured,
} from '../../../../electron/authoring/structured/read-structured.ts';
import { extractItem } from './extract-item.ts';
import { pageOf } from './page-of.ts';

function detailsOf(html: string, url?: string): Record<string, unknown> {
  const { page, context } = pageOf(html, url);
  return extractItem(readProduct(readPage(page, context))?.fields ?? [], html);
}

const related = `<section class="related"><h2>You may also like</h2>
  ${['Bulb', 'Shade', 'Cable', 'Plug'].map((name, at) => `<div class="card"><a href="/${name}">${name}</a><span class="price">$${at + 5}.00</span></div>`).join('')}
</section>`;
const frame = (main: string): string =>
  `<title>Brass lamp</title><header><nav><a href="/">Home</a> <span class="cart-total">$0.00</span></nav></header>
   <main>${main}</main>${related}<footer>Free delivery over $50.00</footer>`;

describe('the price that a page shows', () => {
  it.each<[string, string, number]>([
    [
      'beside the button',
      '<h1>Brass lamp</h1><span class="price">$93.99</span><button>Add to cart</button>',
      93.99,
    ],
    [
      'not the one that is crossed out',
      '<h1>Brass lamp</h1><del>$120.00</del> <b>$93.99</b><button>Buy now</button>',
      93.99,
    ],
    [
      'not the one of before',
      '<h1>Brass lamp</h1><span class="old-price">120,00 €</span><span class="price">93,99 €</span>',
      93.99,
    ],
    [
      'the lower of two without a name',
      '<h1>Brass lamp</h1><div><span>€120.00</span><span>€93.99</span></div><button>Add to basket</button>',
      93.99,
    ],
    [
      'not the delivery',
      '<h1>Lampe</h1><p class="a">Versand: <span>4,90 €</span></p><p class="b"><span>93,99 €</span></p><button>In den Warenkorb</button>',
      93.99,
    ],
    [
      'not an instalment',
      '<h1>Lampe</h1><span class="price">93,99 €</span><p class="installment">3 x 31,33 €</p>',
      93.99,
    ],
    ['of a heading of its own', '<h1>Ламба</h1><h3>9 390 ₽</h3><button>Купить</button>', 9390],
    [
      'with the currency beside it',
      '<h1>Lampa</h1><p class="product-price"><span>93</span>,<sup>99</sup> <span>Kč</span></p><a class="btn" href="#">Do košíku</a>',
      93.99,
    ],
    [
      'not that of many',
      '<h1>Brass lamp</h1><em>$93.99</em><p>Buy 24 or more for $88.54 each</p><button>Add to cart</button>',
      93.99,
    ],
    [
      'with cents in an element of their own',
      '<h1>Lampa</h1><p class="price">€<span class="int">93</span><sup class="cents">99</sup></p><button>Buy now</button>',
      93.99,
    ],
    [
      'with its currency in the text after it',
      `<h1>Brass lamp</h1><div>${'A word of the maker. '.repeat(4)}<span>2320</span> 元 <button>立即購買</button></div>`,
      2320,
    ],
    [
      'in an attribute, where the page shows none',
      '<h1>Brass lamp</h1><div class="buy" data-old-price="120" data-product-price="93.99"></div>',
      93.99,
    ],
    [
      'in characters of Korea',
      '<h1>램프</h1><strong class="sale">30,000원</strong><button>구매하기</button>',
      30000,
    ],
  ])('%s', (_, main, price) => {
    expect(detailsOf(frame(main))).toMatchObject({ price });
  });

  it('is none where there are only those of other things', () => {
    expect(detailsOf(frame('<h1>Brass lamp</h1><p>Sold out.</p>'))).not.toHaveProperty('price');
  });
});

describe('the number of a product', () => {
  const price = '<b class="price">$9.00</b>';
  it.each<[string, string, string]>([
    ['in one text with its label', '<p>SKU: BL-204</p>', 'BL-204'],
    ['in the next cell', '<table><tr><th>Item number</th><td>4711-08</td></tr></table>', '4711-08'],
    ['in a definition list', '<dl><dt>Artikelnummer</dt><dd>002.937.72</dd></dl>', '002.937.72'],
    ['after a label in bold', '<ul><li><strong>Product Code - </strong>39139301</li></ul>', '39139301'],
    ['beside a label in another element', '<div><span>Référence</span><span>VE900</span></div>', 'VE900'],
    ['in Cyrillic', '<p><span>Артикул:</span> <span>73556</span></p>', '73556'],
    ['in Japanese', '<p>商品番号：AB-1200</p>', 'AB-1200'],
    ['in an element of its name', '<span class="product-sku">1002/710</span>', '1002/710'],
    [
      'in a hidden input',
      '<form><input type="hidden" name="product_id" value="558812"><button>Buy now</button></form><div data-product-id="558812"></div>',
      '558812',
    ],
  ])('%s', (_, main, sku) => {
    expect(detailsOf(frame(`<h1>Brass lamp</h1>${price}${main}`))).toMatchObject({ sku });
  });

  it('is the longer one of two numbers of trade, in texts between their labels', () => {
    const html = frame(
      `<h2>Brass lamp</h2>${price}<p><b>ISBN:</b> 1414320515<br><b>ISBN-13:</b> 9781414320519<br>In stock</p>`,
    );
    expect(detailsOf(html)).toMatchObject({ title: 'Brass lamp', gtin: '9781414320519' });
  });

  it('is the part of the address that the page repeats', () => {
    const head = '<link rel="canonical" href="https://shop.example/item/brass-lamp-143863282131">';
    const html = `${head}${frame(`<h1>Brass lamp</h1>${price}<a data-itemid="143863282131">Watch</a><a data-itemid="7">Other</a>`)}`;
    expect(detailsOf(html)).toMatchObject({ sku: '143863282131' });
  });

  it('is that of the product where the data state the one of a variant', () => {
    const data = { '@type': 'Product', name: 'Brass lamp', sku: 'MKI6IKW1N4-1' };
    const html = `<link rel="canonical" href="https://shop.example/lamp-MKI6IKW1N4.html"><script type="application/ld+json">${JSON.stringify(data)}</script><h1>Brass lamp</h1>${price}`;
    expect(detailsOf(html)).toMatchObject({ sku: 'MKI6IKW1N4' });
  });

  it('is told from those of the maker and of trade', () => {
    const rows = [
      ['Brand', 'Lumen'],
      ['Model number', 'NC5100EF'],
      ['EAN', '4005176518430'],
      ['Web code', '12222651'],
    ];
    const table = `<table>${rows.map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`).join('')}</table>`;
    expect(detailsOf(frame(`<h1>Brass lamp</h1>${price}${table}`))).toMatchObject({
      brand: 'Lumen',
      mpn: 'NC5100EF',
      gtin: '4005176518430',
      sku: '12222651',
    });
  });
});

describe('what else a page shows of its product', () => {
  const page = (main: string): string =>
    frame(
      `<nav class="breadcrumbs"><a href="/">Home</a> / <a href="/l">Lamps</a></nav><h1>Brass lamp</h1><b class="price">$9.00</b>${main}`,
    );

  it('has the way to it', () => {
    expect(detailsOf(page(''))).toMatchObject({ breadcrumb: ['Home', 'Lamps'] });
  });

  const expected = [
    { name: 'Weight', value: '2 kg' },
    { name: 'Height', value: '40 cm' },
    { name: 'Colour', value: 'Brass' },
  ];
  it.each<[string, string]>([
    [
      'a table',
      `<table class="specs">${expected.map(({ name, value }) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>`,
    ],
    [
      'a table without header cells',
      `<div id="specs"><table>${expected.map(({ name, value }) => `<tr><td>${name}</td><td><b>${value}</b></td></tr>`).join('')}</table></div>`,
    ],
    [
      'a list of definitions',
      `<dl class="specs">${expected.map(({ name, value }) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`,
    ],
  ])('has its properties from %s', (_, html) => {
    expect(detailsOf(page(html))).toMatchObject({ specifications: expected });
  });

  it('takes no table of other things for properties', () => {
    const sizes =
      '<table class="t"><tr><th>S</th><th>M</th><th>L</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>';
    expect(detailsOf(page(sizes))).not.toHaveProperty('specifications');
  });

  it('has its description, and the picture that is named after it', () => {
    const text = 'A lamp of solid brass with a shade of linen, made by hand in a small workshop.';
    const html =
      page(`<img src="/logo.png" alt="The shop"><img data-src="/lamp.jpg" src="data:," alt="Brass lamp, front">
      <div class="product-description"><h2>About it</h2><p>${text}</p></div>`);
    expect(detailsOf(html)).toMatchObject({
      description: `About it ${text}`,
      image: 'https://shop.example/lamp.jpg',
    });
  });
});

describe('whether a page without data is about a product', () => {
  it('is, with a price and a button below its heading', () => {
    const { page, context } = pageOf(
      frame('<h1>Brass lamp</h1><span class="price">$93.99</span><button>Add to cart</button>'),
    );
    expect(readStructured(page, context)?.type).toBe('product');
  });

  it('is not, with a list of products', () => {
    const { page, context } = pageOf(`<h1>Lamps</h1>${related}`);
    expect(readStructured(page, context)).toBeNull();
  });

  it('says what a page tells of its availability', () => {
    const html = frame(
      '<h1>Brass lamp</h1><span class="price">$93.99</span><p class="availability">Ausverkauft</p>',
    );
    expect(detailsOf(html)).toMatchObject({ availability: 'Ausverkauft' });
  });
});
