import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const perPage = 8;
const pages = 3;
const words = [
  'Brass',
  'Oak',
  'Linen',
  'Copper',
  'Ash',
  'Glass',
  'Slate',
  'Wool',
  'Cork',
  'Iron',
  'Birch',
  'Clay',
];

/** A shop on loopback: three pages of lamps, each lamp with a page of its own. */
export interface CatalogueSite {
  url: string;
  /** The paths that were asked for. */
  asked: string[];
}

/** Starts it. @param words what stands at the foot of every page, as markup */
export async function startCatalogue(foot = ''): Promise<CatalogueSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const body = pageAt(path, foot);
    response
      .writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/lamps`, asked };
}

function pageAt(path: string, foot: string): string | null {
  const lamp = Number(/^\/lamps\/item-(\d+)$/.exec(path)?.[1] ?? 0);
  if (lamp >= 1 && lamp <= perPage * pages) return layout(nameOf(lamp), detail(lamp), foot);
  const page = path === '/lamps' ? 1 : Number(/^\/lamps\?page=(\d+)$/.exec(path)?.[1] ?? 0);
  return page >= 1 && page <= pages ? layout(`Lamps, page ${page}`, list(page), foot) : null;
}

const nameOf = (n: number): string => `${words[n % words.length] ?? ''} lamp No. ${n}`;
const priceOf = (n: number): string => (19 + ((n * 7.35) % 80)).toFixed(2);

function list(page: number): string {
  const numbers = Array.from({ length: perPage }, (_, index) => (page - 1) * perPage + index + 1);
  const items = numbers.map(
    (n) => `<li class="product"><a class="name" href="/lamps/item-${n}">${nameOf(n)}</a>
      <span class="price">€ ${priceOf(n)}</span><span class="stock">${(n * 13) % 40} in stock</span></li>`,
  );
  const links = Array.from(
    { length: pages },
    (_, index) => `<a href="/lamps?page=${index + 1}">${index + 1}</a>`,
  );
  const next = page < pages ? `<a class="next" rel="next" href="/lamps?page=${page + 1}">Next page</a>` : '';
  return `<h1>Lamps</h1><ul class="products">${items.join('\n')}</ul><nav class="pager">${links.join(' ')} ${next}</nav>`;
}

const detail = (
  n: number,
): string => `<article class="lamp"><h1>${nameOf(n)}</h1><p class="price">€ ${priceOf(n)}</p>
  <p class="text">The ${nameOf(n).toLowerCase()} stands ${20 + (n % 9)} cm high and comes with a shade of ${words[(n * 5) % words.length] ?? ''}.</p></article>`;

const layout = (title: string, main: string, foot: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
  <header><a href="/lamps">Shop</a></header><main>${main}</main><footer><p>Northern Lamps, since 1974</p>${foot}</footer></body></html>`;
