import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import type { studio } from './command-line.ts';

/** Pages of the shop. */
export const products = 30;

/** A shop on loopback whose pictures lie on another host, which its spider does not allow. */
export interface FilesSite {
  spider: (extra?: { settings?: object; fields?: object }) => object;
  /** The paths that the host of the pictures was asked for, in order. */
  asked: string[];
  /** Calls a function once after so many requests, of pages and files. */
  cutAfter: (requests: number, cut: () => void) => void;
}

/** Bytes of the database that downloaded files take; an empty table has a page. */
export async function downloadsOf(call: ReturnType<typeof studio>['call']): Promise<number> {
  const { kinds } = (await call(['storage', 'show', '--json'])).json<{
    kinds: { kind: string; bytes: number }[];
  }>();
  return kinds.find(({ kind }) => kind === 'downloads')?.bytes ?? 0;
}

/** The content of a picture. */
export const pictureOf = (name: string): Buffer =>
  Buffer.from(`\u0089PNG\r\n\u001a\n${` ${name}`.repeat(500)}`, 'latin1');

async function listen(host: string, listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, host, done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export async function startFilesSite(): Promise<FilesSite> {
  const asked: string[] = [];
  let left = Infinity;
  let cut = (): void => undefined;
  const count = (): void => {
    left -= 1;
    if (left === 0) cut();
  };
  const files = await listen('localhost', (request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    count();
    const png = (name: string) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(pictureOf(name));
    if (path === '/robots.txt') response.writeHead(404).end();
    else if (path === '/missing.png') response.writeHead(404).end();
    else if (path === '/moved.png') response.writeHead(302, { location: '/shared.png' }).end();
    else if (path === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>x</h1>');
    else if (path === '/large.png')
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(300_000));
    else if (path.startsWith('/twin')) png('twin');
    else png(path);
  });
  const pages = await listen('127.0.0.1', (request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    count();
    response.writeHead(200, { 'content-type': 'text/html' });
    const n = Number(/^\/p\/(\d+)$/.exec(path)?.[1]);
    const list = Array.from({ length: products }, (_, at) => `<a href="/p/${at + 1}">${at + 1}</a>`).join('');
    const image = (name: string) => `<img src="http://localhost:${files}${name}">`;
    response.end(
      Number.isNaN(n)
        ? list
        : `<h1>Lamp ${n}</h1><p>${image(`/own-${n}.png`)}${image('/shared.png')}</p>
          <div>${image(n % 2 === 0 ? '/twin-a.png' : '/twin-b.png')}</div>
          <ul><li>${image('/missing.png')}</li><li>${image('/large.png')}</li><li>${image('/page')}</li>
          <li>${image('/moved.png')}</li><li><img src="data:image/png;base64,AAAA"></li></ul>`,
    );
  });
  const src = 'img::attr(src)';
  return {
    asked,
    cutAfter(requests, act) {
      left = requests;
      cut = act;
    },
    spider: ({ settings = {}, fields = {} } = {}) => ({
      name: 'lamps',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`http://127.0.0.1:${pages}/`],
      rules: [{ allow: ['/p/'], callback: 'lamp', follow: false }],
      callbacks: {
        lamp: {
          extract: {
            title: { css: 'h1::text' },
            pictures: { css: `p ${src}`, get_all: true, download: true },
            twin: { css: `div ${src}`, download: true },
            notes: { type: 'nested_list', selector: 'li', extract: { photo: { css: src, download: true } } },
            ...fields,
          },
        },
      },
      settings: {
        DOWNLOAD_DELAY: 0,
        AUTOTHROTTLE_ENABLED: false,
        FILES_MAXSIZE: 200_000,
        FILES_TYPES: ['image/*'],
        ...settings,
      },
    }),
  };
}
