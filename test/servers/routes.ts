import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import type { Route, Visit, VisitResponse } from './server.ts';

/** Answers well: status 200, HTML. */
export function page(html: string | Uint8Array, headers: Record<string, string> = {}): Route {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };
}

/** Answers with a status and a small page. */
export function status(
  code: number,
  headers: Record<string, string | string[]> = {},
  body = `<h1>${code}</h1>`,
): Route {
  return ({ response }) => {
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(body);
  };
}

/** Redirects; the location may depend on the visit. */
export function redirect(location: string | ((visit: Visit) => string), code = 302, headers = {}): Route {
  return (visit) => {
    const to = typeof location === 'string' ? location : location(visit);
    visit.response.writeHead(code, { location: to, ...headers }).end(`<a href="${to}">moved</a>`);
  };
}

/** Takes the query `n=5` down to `n=0` one redirect at a time, then answers. */
export function countdown(path: string): Route {
  return (visit) => {
    const left = Number(/n=(\d+)/.exec(visit.request.url ?? '')?.[1] ?? 0);
    return left === 0 ? page('<h1>arrived</h1>')(visit) : redirect(`${path}?n=${left - 1}`)(visit);
  };
}

/** Different answers for the first, second, … visit; the last one for all that follow. */
export function inTurn(...routes: Route[]): Route {
  return (visit) => routes[Math.min(visit.earlier, routes.length - 1)]?.(visit);
}

/** Never answers, not even with headers. */
export const silent: Route = () => undefined;

/** Sends headers and the beginning of a page, then nothing. */
export const stalls: Route = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<h1>beginning');
};

/** Sends a byte every few milliseconds for as long as the client stays. The only kind of route with a clock: a drip is one. */
export const drips: Route = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write('.'), 5);
  response.on('close', () => clearInterval(timer));
};

/** Sends headers byte by byte for as long as the client stays, and never the end of them. */
export const drippingHeaders: Route = ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
  const timer = setInterval(() => socket.write('.'), 5);
  socket.on('close', () => clearInterval(timer));
};

/** Sends without end, as fast as it is read. @param begin what it sends first */
export function endless(headers: Record<string, string> = {}, code = 200, begin = ''): Route {
  return async ({ response }) => {
    response.writeHead(code, { 'content-type': 'text/html', ...headers });
    if (begin !== '') response.write(begin);
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const isWanted = whileWanted(response);
    while (isWanted()) {
      if (!response.write(chunk)) await drained(response);
      else await nextTurn();
    }
  };
}

/** Sends the same gzip bytes over and over, a thousand times smaller than what they unpack to: a bomb without end. */
export const endlessBomb: Route = async ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
  const packed = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  const isWanted = whileWanted(response);
  while (isWanted()) {
    if (!response.write(packed)) await drained(response);
  }
};

export type Encoding = 'gzip' | 'br' | 'zstd' | 'deflate' | 'raw deflate';

export function compressed(encoding: Encoding, body: Uint8Array): Buffer {
  switch (encoding) {
    case 'gzip':
      return gzipSync(body);
    case 'br':
      return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    case 'zstd':
      return zstdCompressSync(body);
    case 'deflate':
      return deflateSync(body);
    case 'raw deflate':
      return deflateRawSync(body);
    default:
      return encoding satisfies never;
  }
}

/** A page with any Content-Encoding and any bytes, true or not. */
export function encoded(encoding: string, bytes: Uint8Array): Route {
  return page(bytes, { 'content-encoding': encoding });
}

/** Bytes straight onto the connection, which is then closed (or reset, or left open). */
export function raw(bytes: string | Uint8Array, then: 'end' | 'reset' | 'stay' = 'end'): Route {
  return ({ socket }) => {
    if (then === 'end') socket.end(bytes);
    else if (then === 'stay') socket.write(bytes);
    else socket.write(bytes, () => socket.resetAndDestroy());
  };
}

/** Resets the connection instead of answering. */
export const resets: Route = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Closes the connection instead of answering. */
export const closes: Route = ({ socket }) => {
  socket.destroy();
};

/** Fewer bytes than Content-Length says. */
export const shortBody = raw(
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\n<h1>short</h1>',
);

/** More bytes than Content-Length says. */
export const longBody = raw(
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\n12345 and more',
);

/** A chunked body that stops in the middle of a chunk. */
export const brokenChunk = raw(
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n400\r\nnot so many bytes',
);

/** A chunk whose length is not a number. */
/** A body in chunks of one byte each. */
export function chunksOfOneByte(body: Uint8Array, headers: Record<string, string> = {}): Route {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const chunks = Buffer.from('1\r\n?\r\n'.repeat(body.length));
  for (const [index, byte] of body.entries()) chunks[6 * index + 3] = byte;
  const start = Buffer.from(`HTTP/1.1 200 OK\r\n${head.join('')}transfer-encoding: chunked\r\n\r\n`);
  return raw(Buffer.concat([start, chunks, Buffer.from('0\r\n\r\n')]));
}

export const badChunk = raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nwhat?\r\n0\r\n\r\n');

/** A body without a length, ended by the end of the connection. */
export const untilClosed = raw('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<h1>to the end</h1>');

/** Response headers of about the given size. */
export function hugeHeaders(bytes: number): Route {
  return raw(
    `HTTP/1.1 200 OK\r\n${`x-filler: ${'y'.repeat(1000)}\r\n`.repeat(bytes / 1012)}\r\n<h1>page</h1>`,
  );
}

/** Headers without end. */
export const endlessHeaders: Route = async ({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\n');
  while (!socket.destroyed) {
    if (!socket.write(`x-filler: ${'y'.repeat(1000)}\r\n`)) await drained(socket);
    else await nextTurn();
  }
};

/** 429 with Retry-After so many times, then the page. */
export function busyAtFirst(times: number, retryAfter: string, html: string): Route {
  return (visit) => {
    return visit.earlier < times ? status(429, { 'retry-after': retryAfter })(visit) : page(html)(visit);
  };
}

/** An answer that is held until released; `reached` resolves when a client asks. */
export function held(answer: Route): { route: Route; reached: Promise<void>; release: () => void } {
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const route: Route = async (visit) => {
    asked.resolve();
    await told.promise;
    await answer(visit);
  };
  return { route, reached: asked.promise, release: () => told.resolve() };
}

/** Tells whether somebody still waits for more of an answer. */
function whileWanted(response: VisitResponse): () => boolean {
  let isWanted = true;
  response.on('close', () => (isWanted = false));
  return () => isWanted;
}

/** Resolves when more may be written, or when nobody reads any more. */
function drained(stream: Pick<VisitResponse, 'on' | 'off'>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}

/** Answers with JSON that says how the page was asked for: method, path, body, and the type and length of the body. */
export const echo: Route = async ({ request, response }) => {
  const { method, url, headers } = request;
  const parts: Buffer[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(Buffer.from(part));
  const asked = {
    method,
    url,
    body: Buffer.concat(parts).toString(),
    type: headers['content-type'] ?? null,
    length: headers['content-length'] ?? null,
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(asked));
};
