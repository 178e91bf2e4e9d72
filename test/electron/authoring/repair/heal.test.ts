import { describe, expect, it } from 'vitest';
import type { Callback } from '../../../../shared/spider/schema.ts';
import { heal } from '../../../../electron/authoring/repair/heal.ts';
import { valueAt, type HealPage, type Pair } from '../../../../electron/authoring/repair/places.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePageAs } from '../../../../electron/extract/page.ts';
import { scopeOf } from '../../../../electron/extract/scope.ts';

const products = [
  ['Copper Kettle', '49.90', 'HC-104', 'Holds a litre and whistles.'],
  ['Oak Tray', '12.50', 'HC-221', 'Oiled by hand, with two grips.'],
  ['Glass Jar', '8.75', 'HC-307', 'Closes tightly with a cork.'],
  ['Linen Towel', '15.00', 'HC-418', 'Dries dishes and hands alike.'],
  ['Iron Pan', '64.20', 'HC-533', 'Lasts longer than its owner.'],
] as const;
type Product = readonly [title: string, price: string, sku: string, text: string];

const pageOf = (url: string, text: string, kind: 'html' | 'json' = 'html'): HealPage => {
  const read = parsePageAs(kind, text);
  if (!read.ok) throw new Error(read.problem);
  return { url, page: read.page, context: new PageContext(read.page, { url, fetchedAt: 0 }) };
};

function pairsOf(
  before: (product: Product) => string,
  after: (product: Product) => string,
  { kind = 'html', isSame = true }: { kind?: 'html' | 'json'; isSame?: boolean } = {},
): Pair[] {
  return products.map((product, at) => {
    const other = products[(at + 1) % products.length] ?? product;
    const old = pageOf(`https://shop.example/${at}`, before(product), kind);
    const fresh = pageOf(
      `https://shop.example/${isSame ? at : `new-${at}`}`,
      after(isSame ? product : other),
      kind,
    );
    return {
      old: { scope: scopeOf(old.page), on: old },
      fresh: { scope: scopeOf(fresh.page), on: fresh },
      isSame,
    };
  });
}

const detail = ([title, price, sku, text]: Product): string => `<html><body>
  <nav class="menu"><a href="/">Home</a><a href="/pots">Pots</a></nav>
  <main class="product"><h1 class="name">${title}</h1><p class="price">${price}</p>
  <dl><dt>SKU</dt><dd class="sku">${sku}</dd></dl><div class="text">${text}</div></main></body></html>`;

const changed = ([title, price, sku, text]: Product): string => `<html><body>
  <nav class="k1"><a href="/">Home</a><a href="/pots">Pots</a></nav><section class="k2"><div class="k3">
  <div class="k4"><h2 class="k5">${title}</h2></div><div class="k6"><span class="k7">${price}</span></div>
  <dl><dt>SKU</dt><dd class="k8">${sku}</dd></dl><div class="k9">${text}</div></div></section></body></html>`;

const callback: Callback = {
  extract: {
    title: { css: '.name::text' },
    price: { css: '.price::text', processors: [{ type: 'number' }] },
    sku: { xpath: '//dt[.="SKU"]/following-sibling::dd[1]/text()' },
    text: { css: '.text::text' },
  },
};

const verdicts = (callback: Callback, pairs: readonly Pair[], present: Callback = callback) =>
  Object.fromEntries(heal(callback, pairs, { present }).map(({ slot, verdict }) => [slot.name, verdict]));

describe('heal', () => {
  it('finds fields again whose names have changed, and leaves those alone that work', () => {
    const healed = heal(callback, pairsOf(detail, changed));
    expect(Object.fromEntries(healed.map(({ slot, verdict }) => [slot.name, verdict]))).toEqual({
      title: 'sure',
      price: 'sure',
      sku: 'fine',
      text: 'sure',
    });
    const price = healed.find(({ slot }) => slot.name === 'price');
    expect(price?.present).toMatchObject({ old: 5, found: 0, missing: 5, filled: 0, places: 5 });
    expect(price?.repairs).toMatchObject([
      {
        replacement: { processors: [{ type: 'number' }] },
        proof: { old: 5, found: 5, changed: 0, filled: 5 },
      },
    ]);
    expect(price?.repairs[0]?.proof.examples[0]).toEqual({
      url: 'https://shop.example/0',
      old: '49.9',
      fresh: '49.9',
    });
  });

  it('finds fields again on other pages of the same kind, by what they are and stand behind', () => {
    const heading = (product: Product): string => changed(product).replaceAll('h2', 'h1');
    const pairs = pairsOf(detail, heading, { isSame: false });
    const healed = heal(callback, pairs);
    expect(verdicts(callback, pairs)).toMatchObject({ title: 'sure', sku: 'fine', text: 'sure' });
    const given = (name: string) => {
      const replacement = healed.find(({ slot }) => slot.name === name)?.repairs[0]?.replacement;
      return pairs.map(({ fresh }) => (typeof replacement === 'object' ? valueAt(fresh, replacement) : null));
    };
    const others = products.map((_, at) => products[(at + 1) % products.length]);
    expect(given('title')).toEqual(others.map((product) => product?.[0]));
    expect(given('text')).toEqual(others.map((product) => product?.[3]));
  });

  it('notices a selector that takes something else, although it is filled', () => {
    const moved = (product: Product): string =>
      changed(product).replace('<section', '<p class="price">Delivery 4.90</p><section');
    const [, price] = heal(callback, pairsOf(detail, moved));
    expect(price?.verdict).toBe('sure');
    expect(price?.repairs[0]?.proof).toMatchObject({ found: 5, changed: 0 });
  });

  it('finds nothing to repair in a field that was repaired since', () => {
    const present: Callback = { extract: { ...callback.extract, title: { css: '.k5::text' } } };
    expect(verdicts(callback, pairsOf(detail, changed), present)).toMatchObject({
      title: 'fine',
      price: 'sure',
    });
  });

  it('tells values that have changed from values that are found', () => {
    const dearer = (product: Product): string => {
      const [title, price, sku, text] = product;
      return changed([title, title === 'Oak Tray' ? '13.50' : price, sku, text]);
    };
    const [, price] = heal(callback, pairsOf(detail, dearer));
    expect(price?.repairs[0]?.proof).toMatchObject({ old: 5, found: 4, changed: 1, missing: 0 });
    expect(price?.repairs[0]?.proof.examples[0]).toMatchObject({ old: '12.5', fresh: '13.5' });
  });

  it('leaves a field alone whose values change at every visit', () => {
    const counted =
      (count: number) =>
      (product: Product): string =>
        detail(product).replace('</main>', `<i class="views">${count + product[0].length} views</i></main>`);
    const views: Callback = { extract: { views: { css: '.views::text' } } };
    expect(verdicts(views, pairsOf(counted(100), counted(250)))).toEqual({ views: 'fine' });
  });

  it('offers several and chooses none where more than one may be meant', () => {
    const twice = ([title, , sku]: Product): string =>
      `<html><body><h2>${title}</h2><ul><li>${sku.length * 3}.10</li><li>${title.length}.20</li></ul></body></html>`;
    const price = heal(callback, pairsOf(detail, twice)).find(({ slot }) => slot.name === 'price');
    expect(price?.verdict).not.toBe('sure');
  });

  it('says that a field is lost where nothing is like it', () => {
    const wall = (): string => '<html><body><div id="app"></div></body></html>';
    expect(verdicts(callback, pairsOf(detail, wall))).toEqual({
      title: 'lost',
      price: 'lost',
      sku: 'lost',
      text: 'lost',
    });
  });

  it('finds rows again and the fields inside them', () => {
    const list =
      (row: (product: Product) => string) =>
      (first: Product): string =>
        `<html><body><h1>Shop</h1><ul class="menu"><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul>
       <div class="all">${[first, ...products.filter((each) => each !== first)].map(row).join('')}</div></body></html>`;
    const old = list(
      ([title, price, sku]) =>
        `<article class="card"><a class="name" href="/p/${sku}">${title}</a><b class="price">${price}</b></article>`,
    );
    const fresh = list(
      ([title, price, sku]) =>
        `<section class="x1"><div><a class="x2" href="/p/${sku}">${title}</a></div><em class="x3">${price}</em></section>`,
    );
    const rows: Callback = {
      iterate: {
        selector: 'article.card',
        follow: { url: { css: '.name::attr(href)' }, callback: 'parse_one' },
      },
      extract: { title: { css: '.name::text' }, price: { css: '.price::text' } },
    };
    const healed = heal(rows, pairsOf(old, fresh));
    expect(Object.fromEntries(healed.map(({ slot, verdict }) => [slot.name, verdict]))).toEqual({
      rows: 'sure',
      title: 'sure',
      price: 'sure',
      'follow.url': 'sure',
    });
    expect(healed[0]?.repairs[0]?.proof).toMatchObject({ old: 25, found: 25, filled: 5 });
  });

  it('finds the entries of a nested list again', () => {
    const reviews =
      (name: string, author: string) =>
      (product: Product): string =>
        `<html><body><h1>${product[0]}</h1><div class="${name}">${['Ann', 'Bob', 'Cleo']
          .map(
            (who) =>
              `<div class="one-${name}"><b class="${author}">${who} ${product[2]}</b><p>${product[3]} ${who}</p></div>`,
          )
          .join('')}</div></body></html>`;
    const nested: Callback = {
      extract: {
        reviews: {
          type: 'nested_list',
          selector: '.one-reviews',
          extract: { author: { css: '.author::text' } },
        },
      },
    };
    expect(verdicts(nested, pairsOf(reviews('reviews', 'author'), reviews('opinions', 'writer')))).toEqual({
      reviews: 'sure',
      'reviews.author': 'sure',
    });
  });

  it('finds values in JSON whose names have changed', () => {
    const json =
      (name: string, around: string) =>
      ([title, price, sku]: Product): string =>
        JSON.stringify({ id: sku, [around]: { title, [name]: Number(price), stock: 3 } });
    const paths: Callback = {
      extract: { title: { json_path: '$.product.title' }, price: { json_path: '$.product.price' } },
    };
    const healed = heal(
      paths,
      pairsOf(json('price', 'product'), json('unit_price', 'data'), { kind: 'json' }),
    );
    expect(healed).toMatchObject([
      { verdict: 'sure', repairs: [{ replacement: { json_path: '$.data.title' } }] },
      { verdict: 'sure', repairs: [{ replacement: { json_path: '$.data.unit_price' } }] },
    ]);
  });

  it('finds a list in JSON again with the values inside its entries', () => {
    const json = (list: string, price: string) => (): string =>
      JSON.stringify({
        total: 5,
        [list]: products.map(([title, value, sku]) => ({ sku, name: title, [price]: Number(value) })),
        menu: [{ name: 'Home' }, { name: 'Pots' }],
      });
    const rows: Callback = {
      iterate: { selector: '$.products[*]' },
      extract: { name: { json_path: 'name' }, price: { json_path: 'price' } },
    };
    expect(
      heal(rows, pairsOf(json('products', 'price'), json('results', 'amount'), { kind: 'json' })),
    ).toMatchObject([
      { verdict: 'sure', repairs: [{ replacement: '$.results[*]' }] },
      { verdict: 'fine' },
      { verdict: 'sure', repairs: [{ replacement: { json_path: '$.amount' } }] },
    ]);
  });

  it.each([
    ['half of the pages', 2],
    ['one page in five', 5],
  ])('finds a field again beside its present selector where %s changed', (_what, every) => {
    const mixed = (product: Product): string =>
      products.findIndex(([title]) => title === product[0]) % every === 0
        ? changed(product)
        : detail(product);
    const [title, price] = heal(callback, pairsOf(detail, mixed), { asked: new Set(['title', 'price']) });
    for (const healed of [title, price])
      expect(healed).toMatchObject({
        verdict: 'sure',
        repairs: [{ proof: { old: 5, found: 5, changed: 0, filled: 5 } }],
      });
  });

  it('finds a field again on failing pages by good pages of the same run', () => {
    const renamed = (product: Product): string =>
      detail(product).replace('<h1 class="name">', '<h1 class="heading">').replace('</nav>', '</nav><hr>');
    const half = pairsOf(detail, renamed, { isSame: false });
    const good = pairsOf(detail, detail);
    const [title, , sku] = heal(callback, [...half, ...good], { asked: new Set(['title']) });
    expect(title).toMatchObject({
      verdict: 'sure',
      repairs: [{ proof: { old: 5, found: 5, changed: 0, filled: 10, places: 10 } }],
    });
    expect(sku?.verdict).toBe('fine');
  });

  const json = (value: (product: Product) => object, script: string | null) => (product: Product) =>
    script === null
      ? JSON.stringify(value(product))
      : `<html><body><h1>Shop</h1><script>var a = 1;</script><script ${script}>${JSON.stringify(value(product))}</script></body></html>`;
  const offer = ([title, price, sku]: Product) => ({ id: sku, offer: { title, price: Number(price) } });

  it.each<[string, (product: Product) => object, string]>([
    [
      'a key was renamed',
      ([title, price, sku]) => ({ id: sku, offer: { title, unitPrice: Number(price) } }),
      '$.offer.unitPrice',
    ],
    ['it lies a level deeper', (product) => ({ page: { data: offer(product) } }), '$.page.data.offer.price'],
    [
      'an object became a list',
      ([title, price, sku]) => ({ id: sku, offer: [{ title, price: Number(price) }] }),
      '$.offer[0].price',
    ],
    [
      'a number became text',
      ([title, price, sku]) => ({ id: sku, shop: { title, cost: price } }),
      '$.shop.cost',
    ],
  ])('finds a value in JSON again where %s', (_what, fresh, path) => {
    const price = { json_path: '$.offer.price', processors: [{ type: 'number' as const }] };
    const paths: Callback = { extract: { price } };
    const inside: Callback = { extract: { price: { css: 'script#data::text', ...price } } };
    const alone = heal(paths, pairsOf(json(offer, null), json(fresh, null), { kind: 'json' }));
    expect(alone).toMatchObject([{ verdict: 'sure', repairs: [{ replacement: { json_path: path } }] }]);
    const moved = heal(
      inside,
      pairsOf(json(offer, 'id="data"'), json(fresh, 'id="state" type="application/json"')),
    );
    expect(moved).toMatchObject([
      {
        verdict: 'sure',
        repairs: [
          { replacement: { css: 'script#state::text', json_path: path }, proof: { found: 5, changed: 0 } },
        ],
      },
    ]);
    const kept = heal(inside, pairsOf(json(offer, 'id="data"'), json(fresh, 'id="data"')));
    expect(kept).toMatchObject([
      { verdict: 'sure', repairs: [{ replacement: { css: 'script#data::text', json_path: path } }] },
    ]);
  });
});
