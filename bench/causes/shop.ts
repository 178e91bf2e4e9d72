import { createServer, type Server } from 'node:http';
import type { Random } from '../../electron/proof/stress/random.ts';

/** What a shop shows of each product. */
export interface Product {
  id: number;
  name: string;
  price: number;
  brand: string;
  stock: string;
  /** Whether the list has a link to it. */
  linked: boolean;
  /** Whether its page can be fetched. */
  there: boolean;
}

/** How a shop shows its products. */
export const kinds = ['details', 'rows', 'followed', 'json'] as const;
/** `details`: a list that leads to pages; `rows`: a table; `followed`: a table whose rows lead to pages; `json`: rows of an API. */
export type Kind = (typeof kinds)[number];

/** A site at one time. */
export interface Shop {
  kind: Kind;
  products: Product[];
  /** The class of prices. */
  priceClass: string;
  banner: string;
}

const brands = ['Acme', 'Borea', 'Corvo', 'Dune'];
const words = ['Lamp', 'Chair', 'Clock', 'Shelf', 'Vase', 'Stool', 'Rug', 'Desk'];

/** A shop of 8 to 14 products. */
export function makeShop(kind: Kind, random: Random): Shop {
  const products = Array.from({ length: 8 + random.below(7) }, (_, index) => makeProduct(index + 1, random));
  // There is at least one of the brand that a spider leaves out.
  for (const product of products.slice(0, 1)) product.brand = 'Acme';
  return { kind, products, priceClass: 'price', banner: '' };
}

/** A product that the shop has not had. */
export function makeProduct(id: number, random: Random): Product {
  return {
    id,
    name: `${words[random.below(words.length)] ?? 'Lamp'} ${100 + id}`,
    price: 5 + random.below(500),
    brand: brands[random.below(brands.length)] ?? 'Acme',
    stock: random.below(3) === 0 ? 'sold out' : 'in stock',
    linked: true,
    there: true,
  };
}

/** The answer of a shop to a path; null: there is none. */
function answer(
  { kind, products, priceClass, banner }: Shop,
  path: string,
): [type: string, body: string] | null {
  const html = (body: string): [string, string] => [
    'text/html',
    `<html><body>${banner}${body}</body></html>`,
  ];
  const listed = products.filter(({ linked }) => linked);
  if (path === '/') {
    if (kind === 'json') {
      const results = listed.map(({ id, name, price, brand, stock }) => ({
        id,
        name,
        [priceClass]: `${price} EUR`,
        brand,
        stock,
      }));
      return ['application/json', JSON.stringify({ results })];
    }
    if (kind === 'details')
      return html(`<ul>${listed.map(({ id }) => `<li><a href="/p/${id}">${id}</a></li>`).join('')}</ul>`);
    const rows = listed.map(
      ({ id, name, price, brand, stock }) =>
        `<tr class="${brand.toLowerCase()}"><td class="name"><a href="/p/${id}">${name}</a></td><td class="${priceClass}">${price} EUR</td><td class="brand">${brand}</td><td class="stock">${stock}</td></tr>`,
    );
    return html(`<table>${rows.join('')}</table>`);
  }
  const product = products.find(({ id, there }) => there && path === `/p/${id}`);
  if (product === undefined || kind === 'rows' || kind === 'json') return null;
  const { name, price, brand, stock } = product;
  return html(
    `<h1>${name}</h1><p class="${priceClass}">${price} EUR</p><p class="brand">${brand}</p><p class="stock">${stock}</p>`,
  );
}

/** Serves a shop that can be exchanged, on loopback. */
export async function serveShop(): Promise<{
  show: (shop: Shop) => void;
  origin: string;
  close: () => void;
}> {
  let shown: Shop | null = null;
  const server: Server = createServer((request, response) => {
    const found = shown === null ? null : answer(shown, request.url ?? '/');
    response.writeHead(found === null ? 404 : 200, { 'content-type': found?.[0] ?? 'text/plain' });
    response.end(found?.[1] ?? 'nothing');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    show: (shop) => void (shown = shop),
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
