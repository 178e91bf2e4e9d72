import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { AddressInfo } from 'node:net';

/** What happens to one request on its way. */
export type Fault =
  /** It is answered on the way, and never arrives. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** The connection is cut before it arrives. */
  | { kind: 'drop' }
  /** It arrives, and the connection is cut instead of the answer. */
  | { kind: 'lose' }
  /** It is never answered. */
  | { kind: 'hang' }
  /** Of the answer, so many bytes arrive before the connection is cut. */
  | { kind: 'truncate'; bytes: number }
  /** Of a stream, so many events and half of the next one arrive before the connection is cut. */
  | { kind: 'cut'; events: number }
  /** Of a stream, so many events arrive, then nothing more. */
  | { kind: 'silence'; events: number };

/** A proxy before the API that treats requests as a bad network does. */
export interface FaultyProxy {
  origin: string;
  /** What happens to the next requests, one after another; the others pass. */
  faults: Fault[];
  /** The requests so far. */
  seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
}

/** Starts a proxy before a server. It goes away with the test. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { origin: '', faults: [], seen: [] };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    proxy.seen.push({ method, url, headers });
    void handle(target, request, response, proxy.faults.shift()).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function handle(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await buffer(request);
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'drop') return void request.socket.destroy();
  if (fault?.kind === 'status')
    return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '<h1>Busy</h1>');
  const answer = await sent(target, request, body, response);
  const { host: _, ...headers } = answer.headers;
  const status = answer.statusCode ?? 500;
  switch (fault?.kind) {
    case 'lose':
      await buffer(answer);
      return void request.socket.destroy();
    case 'truncate': {
      const whole = await buffer(answer);
      response.writeHead(status, { ...headers, 'content-length': whole.length });
      response.write(whole.subarray(0, fault.bytes), () => request.socket.destroy());
      return;
    }
    case 'cut':
    case 'silence':
      response.writeHead(status, headers);
      return passEvents(answer, response, fault);
    case undefined:
      response.writeHead(status, headers);
      answer.pipe(response);
      return;
    default:
      return fault satisfies never;
  }
}

function sent(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) {
  const { host: _, ...rest } = headers;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const forwarded = httpRequest(new URL(url ?? '/', target), { method, headers: rest }, resolve);
    forwarded.once('error', reject);
    response.once('close', () => forwarded.destroy());
    forwarded.end(body);
  });
}

/** Passes events with an id on, and the others with them, up to the fault. A stream that ends before it ends as it is. */
async function passEvents(
  answer: IncomingMessage,
  response: ServerResponse,
  { kind, events }: { kind: 'cut' | 'silence'; events: number },
): Promise<void> {
  let text = '';
  let left = events;
  for await (const chunk of answer) {
    text += String(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (!block.startsWith('id: ')) response.write(`${block}\n\n`);
      else if (left > 0) {
        left -= 1;
        response.write(`${block}\n\n`);
      } else if (kind === 'silence') return;
      else {
        // Half of an event is no event.
        response.write(block.slice(0, -3), () => response.destroy());
        return;
      }
    }
  }
  response.end();
}
