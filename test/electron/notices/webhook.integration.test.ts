import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Notice } from '../../../electron/notices/notice.ts';
import { postNotice } from '../../../electron/notices/webhook.ts';

const notice: Notice = { kind: 'test', title: 'Ä title', text: 'A text', trouble: null, digest: null };

async function hook(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

it('gets one POST with the notice as JSON', async () => {
  const got: { method: unknown; type: unknown; body: unknown }[] = [];
  const url = await hook((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      got.push({ method: request.method, type: request.headers['content-type'], body: JSON.parse(body) });
      response.writeHead(204).end();
    });
  });
  expect(await postNotice({ url, allowPrivate: true }, notice)).toBeNull();
  expect(got).toEqual([{ method: 'POST', type: 'application/json', body: notice }]);
});

it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, RegExp]>([
  ['fails', (_, response) => void response.writeHead(500).end('no'), /answered 500\.$/],
  [
    'redirects',
    (_, response) => void response.writeHead(302, { location: '/other' }).end(),
    /answered 302\.$/,
  ],
  ['closes', (request) => void request.socket.destroy(), /could not be reached/],
  ['is silent', () => undefined, /did not answer within 0\.2 seconds\.$/],
  [
    'never ends its answer',
    (_, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(100_000)), 1);
      response.on('close', () => clearInterval(more));
    },
    /^$/,
  ],
])('is told of in bounded time where it %s', async (_, answer, problem) => {
  const url = await hook(answer);
  const told = await postNotice({ url, allowPrivate: true, timeoutMs: 200 }, notice);
  expect(told ?? '').toMatch(problem);
});

it.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/', 'http://192.168.0.1/'])(
  'is not sent to %s, which is private, unless that is allowed',
  async (url) => {
    expect(await postNotice({ url, allowPrivate: false }, notice)).toMatch(/private addresses are allowed/);
  },
);
