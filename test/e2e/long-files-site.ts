import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** Bytes of a file that are sent at once. */
const pieceBytes = 64 * 1024;

/** A site whose pages name one long file each. */
export interface LongFilesSite {
  spider: (more?: { settings?: object; urls?: readonly string[] }) => object;
  /** How often each file was asked for. */
  asked: Map<string, number>;
  /** Called with each piece of a file that is sent. */
  onPiece: (path: string, sentBytes: number) => void;
}

/** Options of `startLongFilesSite`. */
interface LongFilesOptions {
  /** The files by their paths: their bytes. */
  files: Readonly<Record<string, number>>;
  /** Whether the size is announced. */
  announces?: boolean;
}

const seedOf = (path: string): string => (path.startsWith('/twin') ? '/twin' : path);

/** What a path has: no piece is like another. Files whose names begin with /twin are the same. */
export function longContent(path: string, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  content.write(`%PDF-1.7 ${seedOf(path)}`);
  for (let at = pieceBytes; at + 64 < bytes; at += pieceBytes)
    content.write(`${seedOf(path)} ${at}`, at - 64);
  return content;
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export async function startLongFilesSite({
  files,
  announces = true,
}: LongFilesOptions): Promise<LongFilesSite> {
  const asked = new Map<string, number>();
  const paths = Object.keys(files);
  async function send(response: ServerResponse, path: string, bytes: number): Promise<void> {
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const content = longContent(path, bytes);
    response.writeHead(200, {
      'content-type': 'application/pdf',
      ...(announces ? { 'content-length': bytes } : {}),
    });
    for (let sent = 0; sent < bytes && !response.destroyed; sent += pieceBytes) {
      site.onPiece(path, sent);
      await new Promise((written) => response.write(content.subarray(sent, sent + pieceBytes), written));
    }
    response.end();
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const bytes = files[path];
    if (bytes !== undefined) void send(response, path, bytes);
    else if (path === '/robots.txt') response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': 'text/html' });
      const n = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? NaN);
      const links = paths.map((_, at) => `<a href="/p/${at}">${at}</a>`).join('');
      response.end(Number.isNaN(n) ? links : `<h1>Page ${n}</h1><a class="doc" href="${paths[n]}">doc</a>`);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const site: LongFilesSite = {
    asked,
    onPiece: () => undefined,
    spider: ({ settings = {}, urls = ['/'] } = {}) => ({
      name: 'docs',
      allowed_domains: ['127.0.0.1'],
      start_urls: urls.map((url) => `${origin}${url}`),
      rules: [{ allow: ['/p/'], callback: 'page', follow: false }],
      callbacks: {
        page: { extract: { title: { css: 'h1::text' }, doc: { css: 'a.doc::attr(href)', download: true } } },
      },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ...settings },
    }),
  };
  return site;
}
