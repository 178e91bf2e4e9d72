import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../servers/proxy.ts';
import { studio } from './command-line.ts';
import { downloadsOf } from './files-site.ts';

type Call = ReturnType<typeof studio>['call'];

/** A server on loopback. @param host by which name it is reached: another one is another origin */
async function serve(host: string, listener: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '/');
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://${host}:${port}`, asked };
}

const png = (name: string): Buffer => Buffer.from(`\u0089PNG\r\n\u001a\n ${name}`, 'latin1');

const sendPng = (response: ServerResponse, name: string): void =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end(png(name));

const page = (response: ServerResponse, html: string): void =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end(html);

const missing = (response: ServerResponse): void => void response.writeHead(404).end();

interface SpiderParts {
  start: string;
  extract?: object;
  settings?: object;
  more?: object;
}

/** A spider whose pages have a title, and photos to download. */
const spiderOf = ({ start, extract = {}, settings = {}, more = {} }: SpiderParts): object => ({
  name: 'shop',
  allowed_domains: [new URL(start).hostname],
  start_urls: [start],
  rules: [{ allow: ['/p'], callback: 'item', follow: false }],
  callbacks: {
    item: {
      extract: {
        title: { css: 'h1::text' },
        photos: { css: 'img::attr(src)', get_all: true, download: true },
        ...extract,
      },
    },
  },
  settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, RETRY_TIMES: 0, ...settings },
  ...more,
});

const images = (...sources: readonly string[]): string =>
  sources.map((source) => `<img src="${source}">`).join('');

interface Photo {
  url: string;
  file: string | null;
  sha256?: string;
  type?: string;
  error?: string;
}

async function itemsOf(call: Call, run = 'latest'): Promise<{ title: string; photos: Photo[] }[]> {
  const { stdout } = await call(['export', 'shop', '--format', 'jsonl', '--run', run]);
  return stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { title: string; photos: Photo[] } => JSON.parse(line));
}

const crawl = ['crawl', 'shop', '--allow-private', '--json'];

it('says at the item why each file is not there, and reads no more of it than it must', async () => {
  let sent = 0;
  const endless = (response: ServerResponse): void => {
    const piece = Buffer.alloc(16_384);
    const more = (): void => {
      if (response.destroyed) return;
      sent += piece.length;
      response.write(piece, () => setImmediate(more));
    };
    more();
  };
  const files = await serve('localhost', ({ url }, response) => {
    if (url === '/robots.txt')
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private');
    else if (url === '/announced') {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '900000000' });
      endless(response);
    } else if (url === '/chunked') {
      response.writeHead(200, { 'content-type': 'image/png' });
      endless(response);
    } else if (url === '/empty') response.writeHead(200, { 'content-type': 'image/png' }).end();
    else if (url === '/nothing') response.writeHead(204).end();
    else if (url === '/forbidden') response.writeHead(403).end();
    else if (url === '/lie')
      response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><script>x</script>');
    else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (url === '/ftp') response.writeHead(302, { location: 'ftp://localhost/x' }).end();
    else if (url === '/to-private') response.writeHead(302, { location: '/private/x' }).end();
    else if (url !== '/silent') sendPng(response, url ?? '');
  });
  const names = [
    'announced',
    'chunked',
    'empty',
    'nothing',
    'forbidden',
    'lie',
    'loop',
    'ftp',
    'to-private',
    'private/x',
    'silent',
    'fine',
  ];
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a>');
    else if (url === '/p/1') page(response, images(...names.map((name) => `${files.url}/${name}`)));
    else missing(response);
  });
  const { call, file } = studio();
  const settings = { FILES_MAXSIZE: 50_000, FILES_TYPES: ['image/*'], DOWNLOAD_TIMEOUT: 3 };
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/`, settings }))]);
  const crawled = await call(crawl);
  expect(crawled.json()).toMatchObject({ state: 'completed', counters: { items: 1, queued: 0 } });
  const [item] = await itemsOf(call);
  const told = new Map(item?.photos.map(({ url, error }) => [url.replace(`${files.url}/`, ''), error]));
  const tooLarge = 'The file is larger than 50000 bytes (FILES_MAXSIZE, DOWNLOAD_MAXSIZE).';
  expect(Object.fromEntries(told)).toEqual({
    announced: tooLarge,
    chunked: tooLarge,
    empty: 'The file is empty.',
    nothing: 'The file is empty.',
    forbidden: 'The server answered 403.',
    lie: 'The file is text/html, which FILES_TYPES does not name. The server calls it image/png.',
    loop: expect.stringContaining('redirects in a loop'),
    ftp: expect.stringContaining('only http and https are fetched'),
    'to-private': expect.stringContaining('robots.txt'),
    'private/x': expect.stringContaining('robots.txt'),
    silent: expect.stringMatching(/within 3 s|3 seconds|took longer/),
    fine: undefined,
  });
  expect(files.asked).not.toContain('/private/x');
  // What a socket buffers beyond the limit of one file.
  expect(sent).toBeLessThan(50_000_000);
  const shown = await call(['runs', 'show', '1']);
  expect(shown.stdout).toContain('Files of items: 1 downloaded with 14 bytes, 11 not downloaded, 0 waiting.');
});

it('asks no private address for a file of a public page, whatever leads there', async () => {
  const own = await serve('127.0.0.1', (_request, response) => sendPng(response, 'secret'));
  const shop = await serve('localhost', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a>');
    else if (url === '/p/1') page(response, images('/fine.png', '/moved.png', `${own.url}/direct.png`));
    else if (url === '/moved.png') response.writeHead(302, { location: `${own.url}/redirected.png` }).end();
    else if (url === '/fine.png') sendPng(response, 'fine');
    else missing(response);
  });
  const port = new URL(shop.url).port;
  // Only the proxy knows where it is, so for the crawl it is no private address.
  const proxy = await startProxy({ kind: 'http', hosts: { 'shop.example': 'localhost' } });
  onTestFinished(() => proxy.close());
  const { call, file } = studio();
  await call([
    'import',
    file(
      'shop.json',
      spiderOf({ start: `http://shop.example:${port}/`, settings: { PROXY_TIERS: ['datacenter'] } }),
    ),
  ]);
  await call(['proxies', 'add', 'datacenter', proxy.url]);
  const crawled = await call(['crawl', 'shop', '--json']);
  expect(crawled.json(), crawled.stderr).toMatchObject({ counters: { items: 1 } });
  const [item] = await itemsOf(call);
  expect(item?.photos.map(({ error }) => error ?? 'there')).toEqual([
    'there',
    expect.stringContaining('private'),
    expect.stringContaining('private'),
  ]);
  expect(own.asked).toEqual([]);
});

it('fetches no file of an item that is dropped as a duplicate', async () => {
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a><a href="/p/2">2</a>');
    else if (url?.startsWith('/p/') === true)
      page(response, `<h1>Same</h1>${images(`/of-${url.slice(3)}.png`)}`);
    else if (url?.endsWith('.png') === true) sendPng(response, url);
    else missing(response);
  });
  const { call, file } = studio();
  const more = { expect: { key: ['title'], duplicates: 'drop' } };
  const settings = { CONCURRENT_REQUESTS: 1 };
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/`, settings, more }))]);
  expect((await call(crawl)).json()).toMatchObject({ state: 'completed', counters: { items: 1 } });
  expect((await itemsOf(call))[0]?.photos).toMatchObject([{ file: expect.stringMatching(/png$/) }]);
  expect(pages.asked.filter((path) => path.endsWith('.png'))).toHaveLength(1);
});

it('takes the files of rows into the items that they are merged into', async () => {
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    const row = (n: number): string => `<li><img src="/small-${n}.png"><a href="/p/${n}">${n}</a></li>`;
    if (url === '/list') page(response, `<ul>${[1, 2, 3].map(row).join('')}</ul>`);
    else if (url?.startsWith('/p/') === true)
      page(response, `<h1>${url}</h1>${images(`/large-${url.slice(3)}.png`)}`);
    else if (url?.endsWith('.png') === true) sendPng(response, url);
    else missing(response);
  });
  const { call, file } = studio();
  const spider = {
    ...spiderOf({ start: `${pages.url}/list` }),
    rules: [{ allow: ['/list'], callback: 'list', follow: false }],
    callbacks: {
      list: {
        iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'item' } },
        extract: { small: { css: 'img::attr(src)', download: true } },
      },
      item: {
        extract: {
          title: { css: 'h1::text' },
          photos: { css: 'img::attr(src)', get_all: true, download: true },
        },
      },
    },
  };
  await call(['import', file('shop.json', spider)]);
  const crawled = await call(crawl);
  expect(crawled.json(), crawled.stderr).toMatchObject({ state: 'completed', counters: { items: 3 } });
  const items = await itemsOf(call);
  for (const item of items) {
    const n = /\d/.exec(item.title)?.[0];
    expect(item).toMatchObject({
      small: { url: `${pages.url}/small-${n}.png`, type: 'image/png' },
      photos: [{ url: `${pages.url}/large-${n}.png`, type: 'image/png' }],
    });
  }
  expect(pages.asked.filter((path) => path.endsWith('.png'))).toHaveLength(6);
});

it('fetches a file that has failed again when it is put back into the queue', async () => {
  let isDown = true;
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a>');
    else if (url === '/p/1') page(response, `<h1>One</h1>${images('/a.png')}`);
    else if (url === '/a.png' && isDown) response.writeHead(500).end();
    else if (url === '/a.png') sendPng(response, 'a');
    else missing(response);
  });
  const { call, file } = studio();
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/` }))]);
  await call(crawl);
  expect((await itemsOf(call))[0]?.photos).toMatchObject([{ error: 'The server answered 500.' }]);
  isDown = false;
  expect((await call(['runs', 'requeue', '1'])).code).toBe(0);
  expect((await call(['runs', 'resume', '1', '--json'])).json()).toMatchObject({ state: 'completed' });
  expect((await itemsOf(call))[0]?.photos).toMatchObject([{ type: 'image/png' }]);
  const shown = await call(['show', 'shop', '--json']);
  expect(shown.stdout).not.toContain('was not downloaded');
});

it('keeps a content for as long as a run has it, compares by it, and asks no page again for it', async () => {
  let name = 'a';
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a>');
    else if (url === '/p/1') page(response, `<h1>One</h1>${images(`/${name}.png`)}`);
    else if (url?.endsWith('.png') === true) sendPng(response, 'same content'.repeat(20_000));
    else missing(response);
  });
  const { call, file, folder } = studio();
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/` }))]);
  await call(crawl);
  name = 'b';
  await call(crawl);
  const before = (await itemsOf(call, '1'))[0]?.photos[0];
  const after = (await itemsOf(call, '2'))[0]?.photos[0];
  expect(after?.url).not.toBe(before?.url);
  expect(after?.sha256).toBe(before?.sha256);
  expect((await call(['runs', 'diff', '1', '2', '--json'])).json()).toMatchObject({
    changed: 0,
    unchanged: 1,
  });

  const filesOf = async (run: string): Promise<number> => {
    const to = join(folder, `files-${run}-${Math.random()}`);
    const exported = await call(['export', 'shop', '--format', 'jsonl', '--run', run, '--files', to]);
    expect(exported.code, exported.stderr).toBe(0);
    return readdirSync(to).length;
  };
  expect((await call(['runs', 'delete', '1', '--force'])).code).toBe(0);
  const [entry] = (await call(['trash', 'list', '--json'])).json<{ id: string }[]>();
  expect((await call(['trash', 'restore', entry?.id ?? ''])).code).toBe(0);
  expect(await filesOf('1')).toBe(1);
  expect((await call(['runs', 'delete', '1', '--now', '--force'])).code).toBe(0);
  expect(await filesOf('2')).toBe(1);
  expect(await downloadsOf(call)).toBeGreaterThan(200_000);
  expect((await call(['runs', 'delete', '2', '--now', '--force'])).code).toBe(0);
  expect(await downloadsOf(call)).toBeLessThan(10_000);
});

it('fetches the files of a page that DELTAFETCH skips no second time', async () => {
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a>');
    else if (url === '/p/1') page(response, `<h1>One</h1>${images('/a.png')}`);
    else if (url === '/a.png') sendPng(response, 'a');
    else missing(response);
  });
  const { call, file } = studio();
  const settings = { DELTAFETCH_ENABLED: true };
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/`, settings }))]);
  await call(crawl);
  await call(crawl);
  expect(pages.asked.filter((path) => path === '/a.png')).toHaveLength(1);
});

it('writes the files with a saved export, beside its file', async () => {
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    if (url === '/') page(response, '<a href="/p/1">1</a>');
    else if (url === '/p/1') page(response, `<h1>One</h1>${images('/a.png', '/b.png')}`);
    else if (url?.endsWith('.png') === true) sendPng(response, url);
    else missing(response);
  });
  const { call, file, folder } = studio();
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/` }))]);
  await call(crawl);
  const out = join(folder, 'out');
  for (const how of ['folder', 'zip']) {
    const line = ['--format', 'jsonl', '--folder', out, '--name', how, '--files', how];
    expect((await call(['recipes', 'save', 'shop', how, ...line])).code).toBe(0);
    const ran = await call(['recipes', 'run', 'shop', how]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toContain('2 files with');
  }
  expect(readdirSync(out).sort()).toEqual(['files', 'folder.jsonl', 'zip.files.zip', 'zip.jsonl']);
  expect(readdirSync(join(out, 'files'))).toHaveLength(2);
  const elsewhere = await call(['recipes', 'save', 'shop', 'x', '--files', 'zip', '--', 'cat']);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('--files needs --folder.')]);
});

it('counts a file that could not be downloaded as none, by what is expected and in filters', async () => {
  const all = 60;
  const pages = await serve('127.0.0.1', ({ url }, response) => {
    const n = Number(/^\/p\/(\d+)$/.exec(url ?? '')?.[1] ?? NaN);
    if (url === '/')
      page(response, Array.from({ length: all }, (_, at) => `<a href="/p/${at}">${at}</a>`).join(''));
    else if (Number.isInteger(n)) page(response, `<h1>${n}</h1>${images(`/${n}.png`)}`);
    else if (/^\/[0-9]\.png$/.test(url ?? '')) missing(response);
    else if (url?.endsWith('.png') === true) sendPng(response, url);
    else missing(response);
  });
  const { call, file } = studio();
  const expected = { fields: { photos: { min_fill: 0.9 }, title: { required: true } } };
  const more = { expect: expected };
  await call(['import', file('shop.json', spiderOf({ start: `${pages.url}/`, more }))]);
  const crawled = await call(crawl);
  expect(crawled.json()).toMatchObject({ counters: { items: all, failed: 10 } });
  const shown = (await call(['runs', 'show', '1', '--json'])).json<{
    expectations: { fields: object[]; breaches: object[] };
  }>();
  expect(shown.expectations.fields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'photos', items: all, filled: all - 10 }),
      expect.objectContaining({ field: 'title', items: all, filled: all }),
    ]),
  );
  expect(shown.expectations.breaches).toEqual([
    expect.objectContaining({ field: 'photos', expectation: 'fill' }),
  ]);
  const found = await call(['show', 'shop', '--where', 'photos is empty', '--json', '--limit', '100']);
  expect(found.json<unknown[]>()).toHaveLength(10);
});
