import { startServer, type Route, type TestServer } from './server.ts';

/**
 * How the pages of the shop are written: as at first, with other names around the same values, the one or the other by turns, as at first
 * with the links of the front page elsewhere, with an offer where the name was, or as an empty frame for a script.
 */
export type Design = 'first' | 'renamed' | 'mixed' | 'moved' | 'offer' | 'script';

export interface RedesignedShop extends TestServer {
  /** To be changed between two runs. */
  design: Design;
}

const wares = [
  'Kettle',
  'Tray',
  'Jar',
  'Towel',
  'Pan',
  'Ladle',
  'Sieve',
  'Bowl',
  'Mug',
  'Knife',
  'Board',
  'Whisk',
];

/** Products of the shop. */
export const shopSize = wares.length;

/** A shop with a front page and product pages, whose markup can change while the products stay. */
export async function startRedesignedShop(): Promise<RedesignedShop> {
  const answer: Route = ({ request, response }) => {
    const path = request.url ?? '/';
    const number = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? -1);
    const html = path === '/' ? front(shop.design) : number in wares ? product(number, shop.design) : null;
    response
      .writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(html ?? '');
  };
  const server = await startServer({ '*': answer });
  const shop: RedesignedShop = { ...server, design: 'first' };
  return shop;
}

function front(design: Design): string {
  const links = wares.map((name, at) => `<a href="/p/${at}">${name}</a>`).join(' ');
  const goods =
    design === 'moved'
      ? `<main><section id="wares">${links}</section></main>`
      : `<div class="goods">${links}</div>`;
  return `<!doctype html><title>Shop</title><nav><a href="/help">Help</a></nav><h1>Shop</h1>${goods}`;
}

function product(number: number, of: Design): string {
  const design = of === 'moved' || (of === 'mixed' && number % 3 > 0) ? 'first' : of;
  const [name, price, code] = [
    `Good ${wares[number]}`,
    `${3 * number + 4}.${number % 10}5`,
    `HC-${100 + 7 * number}`,
  ];
  const text = `This ${wares[number]?.toLowerCase()} is one of ${number + 20} things that we make by hand.`;
  const menu = '<nav><a href="/">Shop</a> <a href="/help">Help</a></nav>';
  const head = `<!doctype html><title>${name} – Shop</title>`;
  switch (design) {
    case 'first':
      return `${head}${menu}<main><h1 class="name">${name}</h1><p class="price">${price}</p>
        <dl><dt>Code</dt><dd>${code}</dd></dl><div class="text">${text}</div></main>`;
    case 'renamed':
    case 'mixed':
      return `${head}${menu}<section class="box"><div class="top"><h1 class="heading">${name}</h1></div>
        <div class="pay"><span class="amount">${price}</span><button>Buy</button></div>
        <dl><dt>Code</dt><dd>${code}</dd></dl><div class="about">${text}</div></section>`;
    case 'offer':
      return `${head}${menu}<main><h1 class="name">Offer of the week</h1><h2 class="ware">${name}</h2>
        <p class="price">${price}</p><dl><dt>Code</dt><dd>${code}</dd></dl><div class="text">${text}</div></main>`;
    case 'script':
      return '<!doctype html><title>Shop</title><div id="root"></div><script src="/app.js"></script>';
    default:
      return design satisfies never;
  }
}

/** A spider for it as it is designed at first. */
export const shopSpider = (origin: string) => ({
  name: 'shop',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/`],
  rules: [{ allow: ['/p/'], callback: 'product' }],
  callbacks: {
    product: {
      extract: {
        title: { css: 'h1.name::text' },
        price: { css: 'p.price::text', processors: [{ type: 'number' }] },
        code: { xpath: "//dt[.='Code']/following-sibling::dd[1]/text()" },
        text: { css: 'div.text::text' },
      },
    },
  },
  settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, RETRY_TIMES: 0 },
});
