import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createServer } from '../fetch/node-http.ts';
import type { Page } from './layout.ts';
import { pageAt } from './pages.ts';

export interface SampleSite {
  /** Origin of the running site, without a slash at the end. */
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Serves the sample site on loopback: an invented newspaper with a shop, the same at every start. `port` 0 or none
 * takes a free one. Rejects with the error of the operating system where the port cannot be had.
 */
export async function startSampleSite(options: { port?: number } = {}): Promise<SampleSite> {
  const server = createServer((request, response) => {
    const address = server.address();
    void answer(request, response, address === null || typeof address === 'string' ? 0 : address.port);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The page that takes a form, and nothing else. */
const formPath = '/almanac/ask/';
/** The largest form that is read, in bytes. */
const maxFormBytes = 4096;

async function answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const url = readUrl(request.url ?? '/', `http://127.0.0.1:${port}`);
  const isForm = url?.pathname === formPath;
  const taken = isForm ? ['POST'] : ['GET', 'HEAD'];
  if (!taken.includes(request.method ?? '')) {
    response.writeHead(405, { allow: taken.join(', '), 'content-type': 'text/plain; charset=utf-8' });
    response.end(`This ${isForm ? 'page' : 'site'} only answers ${taken.join(' and ')}.\n`);
    return;
  }
  const form = isForm ? await readForm(request) : '';
  if (url === null || form === null) {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(url === null ? 'This is not an address.\n' : 'This is no form that can be read.\n');
    return;
  }
  if (isForm) url.search = form;
  send(request, response, pageAt(url));
}

/** The fields of a form as the query of a URL; null: it is too long, or was broken off. */
async function readForm(request: IncomingMessage): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of request) {
      if (!(part instanceof Uint8Array)) return null;
      bytes += part.length;
      if (bytes > maxFormBytes) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString();
}

/** The URL asked for. null where it is none, or belongs to another host (`//host/`, or a request meant for a proxy). */
function readUrl(target: string, origin: string): URL | null {
  const url = URL.parse(target, origin);
  return url?.origin === origin ? url : null;
}

function send(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const body = Buffer.from(page.body, page.encoding);
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  response.setHeader('content-type', page.contentType);
  response.setHeader('etag', etag);
  response.setHeader('last-modified', new Date(page.modified).toUTCString());
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('vary', 'accept-encoding');
  if (page.location !== null) response.setHeader('location', page.location);
  if (page.status === 200 && isKnown(request, etag, page.modified)) {
    response.writeHead(304).end();
    return;
  }
  const zipped = body.length > 500 && takesGzip(request.headers['accept-encoding']);
  if (zipped) response.setHeader('content-encoding', 'gzip');
  const bytes = zipped ? gzipSync(body) : body;
  response.setHeader('content-length', bytes.length);
  response.writeHead(page.status);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Whether the client already has this page: by tag where it sent one, else by date (RFC 9110, 13.2.2). */
function isKnown({ headers }: IncomingMessage, etag: string, modified: string): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || known.split(/\s*,\s*/).includes(etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(Date.parse(modified) / 1000) * 1000 <= since;
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',');
  return codings.some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding));
}
