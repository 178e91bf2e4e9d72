import { createServer } from 'node:http';

/** What the shop tells of a lamp. */
interface Lamp {
  name: string;
  price: number;
  sku: string;
}

/** A shop on loopback whose list leads to four lamps, and a spider for it. */
export interface LampShop {
  /** What it sells, by number; may be changed at any time. */
  stock: Map<number, Lamp>;
  spider: typeof spiderBase & { start_urls: string[] };
  close: () => void;
}

const spiderBase = {
  name: 'lamps',
  allowed_domains: ['127.0.0.1'],
  rules: [{ allow: ['/p/'], callback: 'lamp', follow: false }],
  callbacks: {
    lamp: { extract: { title: { css: 'h1::text' }, sku: { css: 'i::text' }, price: { css: 'b::text' } } },
  },
  settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, CONCURRENT_REQUESTS: 1 },
};

/** The same spider with prices as numbers. */
export function withNumbers<S extends LampShop['spider']>(spider: S) {
  const { extract } = spider.callbacks.lamp;
  const processors = [
    { type: 'replace', old: ' EUR', new: '' },
    { type: 'cast', to: 'int' },
  ];
  return {
    ...spider,
    callbacks: { lamp: { extract: { ...extract, price: { css: 'b::text', processors } } } },
  };
}

export async function startLampShop(): Promise<LampShop> {
  const stock = new Map(
    [1, 2, 3, 4].map((n): [number, Lamp] => [n, { name: `Lamp ${n}`, price: 10 * n, sku: `L-${n}` }]),
  );
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const lamp = stock.get(Number(/^\/p\/(\d+)$/.exec(path)?.[1]));
    if (path !== '/' && lamp === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    const list = [...stock.keys()].map((n) => `<a href="/p/${n}">${n}</a>`).join('');
    response.end(
      lamp === undefined
        ? `<h1>Lamps</h1>${list}`
        : `<h1>${lamp.name}</h1><i>${lamp.sku}</i><b>${lamp.price} EUR</b>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    stock,
    spider: { ...spiderBase, start_urls: [`http://127.0.0.1:${port}/`] },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
