import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

/** A site on this computer with a page of each kind, for pictures of what the window makes of them. */
export interface PicturedSite {
  readonly origin: string;
  close(): void;
}

const things = [
  ['Brass anchor lamp', '1.249,00', 'only 3 left', '#b98a4b'],
  ['Hemp rope, 20 metres', '38,50', 'in stock (60)', '#a39a78'],
  ['Folding grapnel', '24,00', 'only 2 left', '#7d95a6'],
  ['Oilskin coat “Grey Heron”', '189,00', 'in stock (9)', '#c9a83a'],
  ['Fisherman’s jumper', '96,00', 'in stock (22)', '#3f607d'],
  ['Ship’s bell, engraved', '310,00', 'sold out', '#ad7b2c'],
  ['Compass in gimbals', '145,00', 'in stock (4)', '#6b4c3b'],
  ['Storm whistle', '7,90', 'in stock (140)', '#c4552d'],
  ['Bosun’s ladder', '118,00', 'in stock (7)', '#8b7355'],
  ['Signal flags, set of 40', '265,00', 'only 1 left', '#2f5f8f'],
  ['Ash oar', '54,00', 'in stock (31)', '#c2a878'],
  ['Kettle with a wide foot', '42,00', 'in stock (15)', '#5f6b73'],
] as const;
const perPage = 8;

const style = `<style>
  body { margin: 0; font: 15px/1.5 Georgia, serif; color: #1d1d1f; background: #fffdf9 }
  header { padding: 20px 32px; background: #12324a; color: #fff } header a { margin-right: 20px; color: #cfe3f1 }
  main { max-width: 1000px; margin: 0 auto; padding: 24px 32px }
  ul.deck { display: grid; grid-template-columns: repeat(4, 1fr); gap: 18px; padding: 0; list-style: none }
  .deck li { padding: 14px; border: 1px solid #e6dfd2; border-radius: 8px; background: #fff }
  .deck img { width: 100%; height: 120px; border-radius: 5px } h3 { margin: 10px 0 6px; font-size: 17px }
  .price { color: #a5301c; font-weight: bold } .stock { color: #767268; font-size: 13px }
  .pages a, .pages b { display: inline-block; margin-right: 8px; padding: 2px 10px; border: 1px solid #d8d2c4; border-radius: 5px }
</style>`;

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${style}</head><body>${body}</body></html>`;

const head =
  '<header><h1>Harbour chandlery</h1><a href="/deck">Deck</a><a href="/about">About the shop</a><a href="/story">Stories</a></header>';

function deck(page: number, kind: string): string {
  const cards = things
    .slice((page - 1) * perPage, page * perPage)
    .map(
      ([name, price, stock], index) =>
        `<li class="card"><img src="/picture/${(page - 1) * perPage + index}.png" alt=""><h3><a href="/item/${(page - 1) * perPage + index}">${name}</a></h3><p class="price">€ ${price}</p><p class="stock">${stock}</p></li>`,
    );
  const last = Math.ceil(things.length / perPage);
  const next = page < last ? `<a rel="next" href="/${kind}?page=${page + 1}">Next ›</a>` : '';
  const numbers = Array.from({ length: last }, (_, index) =>
    index + 1 === page ? `<b>${page}</b>` : `<a href="/${kind}?page=${index + 1}">${index + 1}</a>`,
  );
  return html(
    'Deck',
    `${head}<main><h2>Deck</h2><ul class="deck">${cards.join('')}</ul><p class="pages">${numbers.join('')}${next}</p></main>`,
  );
}

function item(index: number): string {
  const [name, price, stock] = things[index] ?? things[0];
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku: `HC-${100 + index}`,
    image: `/picture/${index}.png`,
    offers: { '@type': 'Offer', price: price.replace('.', '').replace(',', '.'), priceCurrency: 'EUR' },
  };
  return html(
    name,
    `<script type="application/ld+json">${JSON.stringify(data)}</script>${head}<main><h1>${name}</h1><img src="/picture/${index}.png" alt="" width="300"><p class="price">€ ${price}</p><p class="stock">${stock}</p><p>Made for use at sea, and mended by us for as long as you own it.</p></main>`,
  );
}

const sentence =
  'The harbour has been rebuilt twice since the storm, and each time the quay was made a little higher than before. ';

/** The pages by their paths; those of other kinds than HTML say so. */
const pages: Readonly<Record<string, { body: string; type?: string; status?: number }>> = {
  '/login': {
    body: html(
      'Sign in',
      '<main><h1>Sign in</h1><form><input name="user"><input type="password"><button>Sign in</button></form></main>',
    ),
  },
  '/cookies': {
    body: html(
      'Harbour',
      '<div class="wall"><p>We use cookies and similar technologies to measure visits.</p><button>Accept all</button></div>',
    ),
  },
  '/challenge': {
    status: 403,
    body: html('Just a moment...', '<p>Verifying your browser.</p>'),
  },
  '/gone': { status: 404, body: html('Not found', '<h1>There is no such page</h1>') },
  '/app': {
    body: '<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
  },
  '/private/deck': { body: deck(1, 'deck') },
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/\n' },
  '/deck.json': {
    type: 'application/json',
    body: JSON.stringify({
      total: things.length,
      things: things.map(([name, price], id) => ({ id, name, price })),
    }),
  },
  '/catalogue.pdf': { type: 'application/pdf', body: '%PDF-1.4\n%%EOF\n' },
  '/framed': { body: html('Deck', '<h1>Deck</h1><iframe src="/deck" width="900" height="700"></iframe>') },
  '/story': {
    body: html(
      'The quay that grew',
      `${head}<main><article><h1>The quay that grew</h1>${`<p>${sentence.repeat(5)}</p>`.repeat(6)}</article></main>`,
    ),
  },
  '/about': { body: html('About', '<main><h1>About</h1><p>A small shop.</p></main>') },
};

/** A chunk of a PNG file: its length, name, data and checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A picture in one colour that grows lighter downwards. */
function picture(color: string): Buffer {
  const size = 64;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const lines = Array.from({ length: size }, (_, line) => {
    const light = (value: number) => Math.min(255, Math.round(value * (0.85 + (line / size) * 0.4)));
    const pixel = [light(red), light(green), light(blue)];
    return Buffer.from([0, ...Array.from({ length: size }, () => pixel).flat()]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Serves the site, with an icon. `/slow` never answers. */
export async function servePicturedSite(): Promise<PicturedSite> {
  const server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url ?? '/', 'http://harbour.example');
    const number = Number(/(\d+)(?:\.png)?$/u.exec(pathname)?.[1] ?? 0);
    const text = { 'content-type': 'text/html; charset=utf-8' };
    if (pathname === '/slow') return;
    if (pathname === '/favicon.ico')
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture('#12324a'));
    else if (pathname.startsWith('/picture/')) {
      const color = things[number]?.[3] ?? '#888888';
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture(color));
    } else if (pathname.startsWith('/item/')) response.writeHead(200, text).end(item(number));
    else if (/^\/deck\d?$/u.test(pathname)) {
      const page = Number(searchParams.get('page') ?? 1);
      response.writeHead(200, text).end(deck(page, pathname.slice(1)));
    } else {
      const page = pages[pathname];
      response
        .writeHead(page?.status ?? (page === undefined ? 404 : 200), {
          'content-type': page?.type ?? text['content-type'],
        })
        .end(page?.body ?? 'Not found');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
