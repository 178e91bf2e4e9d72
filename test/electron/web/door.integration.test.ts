import { contractVersion } from '../../../shared/contract/version.ts';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createGateway } from '../../../electron/host/serving/gateway.ts';
import { openWebDoor, type WebDoor } from '../../../electron/web/door.ts';
import type { HostFrame } from '../../../shared/contract/frames.ts';

// The real server around a host that answers "done" to everything.
let folder: string;
let door: WebDoor;
let port: number;
const calls: string[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-door-'));
  const files = join(folder, 'renderer');
  mkdirSync(join(files, 'assets'), { recursive: true });
  writeFileSync(join(files, 'index.html'), '<!doctype html><title>Window</title>');
  writeFileSync(join(files, 'assets', 'index-DfKQmAcH.js'), 'export {};');
  writeFileSync(join(files, '.secret.json'), '{}');
  writeFileSync(join(folder, 'outside.txt'), 'not for you');
  symlinkSync(join(folder, 'outside.txt'), join(files, 'linked.txt'));
  const gateway = createGateway({
    dispatch: (name) => {
      calls.push(name);
      return Promise.resolve({ ok: true, value: 'done' });
    },
    subscribe: () => () => undefined,
  });
  const resource = (path: string) =>
    path === '/preview/abc'
      ? { headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': 'sandbox' }, body: '<p>page' }
      : null;
  door = await openWebDoor({ host: { gateway, resource }, folder: files, port: 0 });
  port = Number(new URL(door.origin).port);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await door.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Asked {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A request as any program can send it: every header and every path is possible. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const pathOf = (address: string): string => address.slice(door.origin.length);

/** What a page of the door keeps in the storage of its origin; null: nothing. */
const secretIn = ({ body }: Asked): string | null => /setItem\('[^']+', '([^']+)'\)/.exec(body)?.[1] ?? null;

/** Comes in as a person does. @returns what shows that it did */
async function enter(): Promise<string[]> {
  return ['spider-studio', String(secretIn(await ask(pathOf(door.newTicket()))))];
}

interface Opened {
  socket: WebSocket;
  frames: HostFrame[];
  closed: Promise<number>;
}

/** A WebSocket as any program can open it. Rejects with the status of a handshake that was refused. */
function open(headers: Record<string, string>, protocols: string[] = [], path = '/socket'): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
    sockets.push(socket);
    const frames: HostFrame[] = [];
    socket.on('message', (data) => frames.push(JSON.parse(String(data)) as HostFrame));
    const closed = new Promise<number>((end) => socket.on('close', (code) => end(code)));
    socket.on('open', () => resolve({ socket, frames, closed }));
    socket.on('unexpected-response', (_, response) => reject(new Error(`refused ${response.statusCode}`)));
    socket.on('error', () => undefined);
  });
}

const attach = { kind: 'attach', contract: contractVersion, session: null, batch: 0, pending: [] };
const window = async (): Promise<Opened> => open({ origin: door.origin }, await enter());

describe('coming in', () => {
  it('gives a secret that no other port gets to see, once for each token', async () => {
    const address = pathOf(door.newTicket());
    const first = await ask(address);
    expect(first.status).toBe(200);
    expect(secretIn(first)).toMatch(/^[\w-]{43}$/);
    // Browsers send cookies to every port of the machine.
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/script-src 'sha256-[\w+/]{43}='$/),
    });
    const second = await ask(address);
    expect([second.status, secretIn(second)]).toEqual([403, null]);
  });

  it.each([
    ['no token', '/enter'],
    ['an empty token', '/enter?token='],
    ['a made-up token', `/enter?token=${'A'.repeat(43)}`],
  ])('is refused with %s', async (_, path) => {
    const answer = await ask(path);
    expect([answer.status, secretIn(answer)]).toEqual([403, null]);
    expect(answer.body).toContain('Press Enter in the terminal for another one');
  });

  it('knows only so many tokens, the newest', async () => {
    const old = pathOf(door.newTicket());
    for (let n = 0; n < 20; n += 1) door.newTicket();
    expect((await ask(old)).status).toBe(403);
  });
});

describe('requests', () => {
  it('get the window, with its policy', async () => {
    const { status, headers, body } = await ask('/');
    expect([status, body]).toEqual([200, '<!doctype html><title>Window</title>']);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*(?:unsafe|http|\*)/);
  });

  it('get files whose name is a hash for ever, and previews with their own policy', async () => {
    const script = await ask('/assets/index-DfKQmAcH.js?v=1');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    });
    const preview = await ask('/preview/abc');
    expect([preview.body, preview.headers['content-security-policy']]).toEqual(['<p>page', 'sandbox']);
    const head = await ask('/', {}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it.each(['/preview/abd', '/preview/', '/download/x/y', '/nothing.html'])(
    'get nothing at %s, an address that they were not told',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it.each([
    ['another name that points here', 'evil.example'],
    ['another name with the port', 'evil.example:PORT'],
    ['the name of this machine', 'localhost:PORT'],
    ['no port', '127.0.0.1'],
    ['another port', '127.0.0.1:1'],
    ['a name that begins alike', '127.0.0.1:PORT.evil.example'],
  ])('are refused by %s', async (_, host) => {
    const { status, body } = await ask('/', { host: host.replace('PORT', String(port)) });
    expect(status).toBe(421);
    expect(body).not.toContain('Window');
    const ticket = await ask(pathOf(door.newTicket()), { host: host.replace('PORT', String(port)) });
    expect(secretIn(ticket)).toBeNull();
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'from a page of %s are refused',
    async (origin) => {
      for (const path of ['/', '/preview/abc', pathOf(door.newTicket())])
        expect((await ask(path, { origin })).status).toBe(403);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('by %s are refused', async (method) => {
    expect((await ask('/', { origin: door.origin }, method)).status).toBe(405);
  });

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/assets/../../outside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '/..\\outside.txt',
    '/%5c..%5coutside.txt',
    '//outside.txt',
    '/linked.txt',
    '/.secret.json',
    '/assets',
    '/assets/',
    '/index.html%00.txt',
    '/%',
    '/C:/outside.txt',
  ])('do not lead out of the folder: %s', async (path) => {
    const { status, body } = await ask(path);
    expect([400, 403, 404]).toContain(status);
    expect(body).not.toContain('not for you');
  });

  it('for a whole address of another server are no proxying', async () => {
    expect((await ask('http://evil.example/')).status).toBe(400);
  });
});

describe('connections of strangers', () => {
  /** Connections that say nothing, as any program of this machine can open. */
  async function openSilent(count: number): Promise<Socket[]> {
    const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    for (const socket of opened) socket.on('error', () => undefined);
    return opened;
  }

  it('leave room for windows, however many there are', async () => {
    const silent = await openSilent(400);
    const { socket, frames } = await window();
    const attached = once(socket, 'message');
    socket.send(JSON.stringify(attach));
    await attached;
    expect(frames[0]).toMatchObject({ kind: 'attached' });
    await vi.waitFor(() => expect(silent.filter(({ destroyed }) => !destroyed).length).toBeLessThan(65));
    // More strangers do not push out who has shown that it belongs here.
    const more = await openSilent(200);
    socket.send('{"kind":"ping"}');
    await once(socket, 'message');
    expect(frames[1]).toEqual({ kind: 'pong' });
    for (const one of [...silent, ...more]) one.destroy();
  });

  it('do not take the places of windows by opening sockets without having been let in', async () => {
    const strangers = await Promise.all(
      Array.from({ length: 70 }, () => connect(port, '127.0.0.1')).map(async (socket) => {
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        // They never answer the word with which they are sent away.
        socket.write(
          `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${door.origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
        );
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
        return socket;
      }),
    );
    const { socket, closed } = await window();
    const answer = once(socket, 'message').then(() => 'let in');
    socket.send(JSON.stringify(attach));
    expect(await Promise.race([answer, closed])).toBe('let in');
    for (const stranger of strangers) stranger.destroy();
  });
});

describe('sockets', () => {
  it('connect a window with the host', async () => {
    const { socket, frames } = await window();
    const answered = new Promise((resolve) => {
      socket.on('message', () => {
        if (frames.length === 2) resolve(null);
      });
    });
    socket.send(JSON.stringify(attach));
    socket.send(JSON.stringify({ kind: 'call', id: 1, name: 'app.info', args: {} }));
    await answered;
    expect(frames[0]).toMatchObject({ kind: 'attached', resumed: false });
    expect(frames[1]).toEqual({ kind: 'answer', id: 1, answer: { ok: true, value: 'done' } });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins alike', { origin: 'http://127.0.0.1:PORT.evil.example' }],
    ['no origin', {}],
    ['another host', { origin: 'http://127.0.0.1:PORT', host: 'evil.example' }],
    ['another host that is its own origin', { origin: 'http://evil.example', host: 'evil.example' }],
  ])('are refused from %s, also with the secret', async (_, headers) => {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace('PORT', String(port))]),
    );
    await expect(open(filled, await enter())).rejects.toThrow('refused 403');
  });

  it('are refused at another address', async () => {
    await expect(open({ origin: door.origin }, await enter(), '/')).rejects.toThrow('refused 403');
  });

  it.each([
    ['nothing', () => [], {}],
    ['a guess', () => ['spider-studio', 'A'.repeat(43)], {}],
    ['nothing but the name', () => ['spider-studio'], {}],
    ['the secret and something else', async () => [...(await enter()), 'more'], {}],
    ['a cookie', () => [], { cookie: 'SECRET' }],
    ['a cookie of the form that there was', () => ['spider-studio'], { cookie: 'spider-studio-PORT=SECRET' }],
  ])('tell a window that shows %s that it is not let in', async (_, protocols, headers) => {
    const before = calls.length;
    const [, secret = ''] = await enter();
    const filled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [
        key,
        value.replace('SECRET', secret).replace('PORT', String(port)),
      ]),
    );
    const { closed, socket } = await open({ origin: door.origin, ...filled }, await protocols());
    socket.send(JSON.stringify(attach));
    socket.send(JSON.stringify({ kind: 'call', id: 1, name: 'app.info', args: {} }));
    expect(await closed).toBe(4401);
    expect(calls).toHaveLength(before);
  });

  it('do not say the secret back', async () => {
    const { socket } = await window();
    expect(socket.protocol).toBe('spider-studio');
  });

  it.each([
    ['no JSON', 'hello', 1007],
    ['half of a JSON', '{"kind":', 1007],
    ['JSON that is no frame', '{"kind":"evaluate"}', 1008],
    ['a call before it has attached', '{"kind":"call","id":1,"name":"app.info","args":{}}', 1008],
    ['bytes', Buffer.from([1, 2, 3]), 1003],
    ['a frame that is too large', 'x'.repeat(17 * 1024 * 1024), 1009],
    ['deeply nested JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 1008],
  ])('are closed when they send %s', async (_, data, code) => {
    const before = calls.length;
    const { socket, closed } = await window();
    socket.send(data);
    expect(await closed).toBe(code);
    expect(calls).toHaveLength(before);
    // Nobody else is the worse for it.
    expect((await ask('/')).status).toBe(200);
  });

  it('are closed when they send too many frames', async () => {
    const { socket, closed } = await window();
    socket.send(JSON.stringify(attach));
    for (let n = 0; n < 3000; n += 1) socket.send('{"kind":"ping"}');
    expect(await closed).toBe(1008);
  });
});
