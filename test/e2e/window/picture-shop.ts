import { createServer } from 'node:http';
import { once } from 'node:events';
import { crc32, deflateSync } from 'node:zlib';

/** A picture of one colour, as PNG. */
function png(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const part = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, () => Buffer.from([red, green, blue])),
  ]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const begin = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([begin, part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.alloc(0))]);
}

/** What marks a window that has run a script of a file. */
const attack = 'document.title = "attacked"; parent.document.title = "attacked"';

const files: Readonly<Record<string, { type: string; body: Buffer }>> = {
  '/desk%20lamp.png': { type: 'image/png', body: png(160, 120, [196, 84, 60]) },
  '/shade.png': { type: 'image/png', body: png(120, 120, [60, 120, 196]) },
  '/drawing.svg': {
    type: 'image/svg+xml',
    body: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" onload='${attack}'><script>${attack}</script><rect width="80" height="60" fill="#684"/></svg>`,
    ),
  },
  '/manual.pdf': { type: 'application/pdf', body: Buffer.from('%PDF-1.7 manual') },
  '/trap.png': { type: 'image/png', body: Buffer.from(`<html><script>${attack}</script></html>`) },
};

const late = '%PDF-1.7 a manual that comes late';

/** A shop of one lamp with files of every kind, some of which want to be more than files. */
export async function startPictureShop({
  held,
}: {
  /** A file that is answered once this is resolved. */
  held?: { path: string; until: Promise<unknown> };
} = {}): Promise<{ spider: object; close: () => void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === held?.path) {
      void held.until.then(() => response.writeHead(200, { 'content-type': 'application/pdf' }).end(late));
      return;
    }
    const file = files[path];
    if (file !== undefined) response.writeHead(200, { 'content-type': file.type }).end(file.body);
    else if (path === '/lamp')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<h1>Desk lamp</h1>${['/desk%20lamp.png', '/shade.png', '/drawing.svg', '/gone.png']
            .map((src) => `<p><img src="${src}"></p>`)
            .join(
              '',
            )}<a class="manual" href="/manual.pdf">Manual</a><a class="trap" href="/trap.png">Trap</a>`,
        );
    else if (path === '/')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<a href="/lamp">Lamp</a>');
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    spider: {
      name: 'lamps',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`http://127.0.0.1:${port}/`],
      rules: [{ allow: ['/lamp'], callback: 'lamp', follow: false }],
      callbacks: {
        lamp: {
          extract: {
            title: { css: 'h1::text' },
            photos: { css: 'img::attr(src)', get_all: true, download: true },
            manual: { css: 'a.manual::attr(href)', download: true },
            trap: { css: 'a.trap::attr(href)', download: true },
          },
        },
      },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
