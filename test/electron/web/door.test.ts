import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createGateway } from '../../../electron/host/gateway.ts';
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

/** Comes in as a person does. @returns the cookie */
async function enter(): Promise<string> {
  const { headers } = await ask(pathOf(door.newTicket()));
  return String(headers['set-cookie']?.[0]?.split(';')[0]);
}

interface Opened {
  socket: WebSocket;
  frames: HostFrame[];
  closed: Promise<number>;
}

/** A WebSocket as any program can open it. Rejects with the status of a handshake that was refused. */
function open(headers: Record<string, string>, path = '/socket'): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    sockets.push(socket);
    const frames: HostFrame[] = [];
    socket.on('message', (data) => frames.push(JSON.parse(String(data)) as HostFrame));
    const closed = new Promise<number>((end) => socket.on('close', (code) => end(code)));
    socket.on('open', () => resolve({ socket, frames, closed }));
    socket.on('unexpected-response', (_, response) => reject(new Error(`refused ${response.statusCode}`)));
    socket.on('error', () => undefined);
  });
}

const attach = { kind: 'attach', contract: 1, session: null, batch: 0, pending: [] };
const window = async (): Promise<Opened> => open({ origin: door.origin, cookie: await enter() });

describe('coming in', () => {
  it('gives a cookie that scripts cannot read and other sites cannot send, once for each token', async () => {
    const address = pathOf(door.newTicket());
    const first = await ask(address);
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^spider-studio-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(first.body).not.toContain('<script');
    const second = await ask(address);
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['no token', '/enter'],
    ['an empty token', '/enter?token='],
    ['a made-up token', `/enter?token=${'A'.repeat(43)}`],
  ])('is refused with %s', async (_, path) => {
    const { status, headers } = await ask(path);
    expect([status, headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('sends a window that is in already on, whatever its token', async () => {
    const cookie = await enter();
    const again = await ask('/enter?token=used', { cookie });
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('knows only so many tokens, the newest', async () => {
    const old = pathOf(door.newTicket());
    for (let n = 0; n < 20; n += 1) door.newTicket();
    expect((await ask(old)).status).toBe(403);
  });
});

describe('requests', () => {
  it('get the window, with its policy', async () => {
    const { status, headers, body } = await ask('/', { cookie: await enter() });
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
    const cookie = await enter();
    const script = await ask('/assets/index-DfKQmAcH.js?v=1', { cookie });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    });
    const preview = await ask('/preview/abc', { cookie });
    expect([preview.body, preview.headers['content-security-policy']]).toEqual(['<p>page', 'sandbox']);
    const head = await ask('/', { cookie }, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it.each([
    ['the window', '/'],
    ['a file', '/assets/index-DfKQmAcH.js'],
    ['a preview', '/preview/abc'],
    ['what is not there', '/nothing.html'],
  ])('for %s are refused without the cookie', async (_, path) => {
    for (const cookie of [undefined, `spider-studio-${port}=guessed`, 'other=1']) {
      const { status } = await ask(path, cookie === undefined ? {} : { cookie });
      expect(status).toBe(403);
    }
  });

  it.each([
    ['another name that points here', 'evil.example'],
    ['another name with the port', 'evil.example:PORT'],
    ['the name of this machine', 'localhost:PORT'],
    ['no port', '127.0.0.1'],
    ['another port', '127.0.0.1:1'],
    ['a name that begins alike', '127.0.0.1:PORT.evil.example'],
  ])('are refused by %s', async (_, host) => {
    const cookie = await enter();
    const { status, body } = await ask('/', { cookie, host: host.replace('PORT', String(port)) });
    expect(status).toBe(421);
    expect(body).not.toContain('Window');
    const ticket = await ask(pathOf(door.newTicket()), { host: host.replace('PORT', String(port)) });
    expect(ticket.headers['set-cookie']).toBeUndefined();
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'from a page of %s are refused',
    async (origin) => {
      expect((await ask('/', { cookie: await enter(), origin })).status).toBe(403);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('by %s are refused', async (method) => {
    const { status } = await ask('/', { cookie: await enter(), origin: door.origin }, method);
    expect(status).toBe(405);
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
    const { status, body } = await ask(path, { cookie: await enter() });
    expect([400, 403, 404]).toContain(status);
    expect(body).not.toContain('not for you');
  });

  it('for a whole address of another server are no proxying', async () => {
    const { status } = await ask('http://evil.example/', { cookie: await enter() });
    expect(status).toBe(400);
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
  ])('are refused from %s, also with the cookie', async (_, headers) => {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace('PORT', String(port))]),
    );
    await expect(open({ ...filled, cookie: await enter() })).rejects.toThrow('refused 403');
  });

  it('are refused at another address', async () => {
    await expect(open({ origin: door.origin, cookie: await enter() }, '/')).rejects.toThrow('refused 403');
  });

  it('tell a window without the cookie that it is not let in', async () => {
    const before = calls.length;
    const { closed, socket } = await open({ origin: door.origin });
    socket.send(JSON.stringify(attach));
    socket.send(JSON.stringify({ kind: 'call', id: 1, name: 'app.info', args: {} }));
    expect(await closed).toBe(4401);
    expect(calls).toHaveLength(before);
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
    expect((await ask('/', { cookie: await enter() })).status).toBe(200);
  });

  it('are closed when they send too many frames', async () => {
    const { socket, closed } = await window();
    socket.send(JSON.stringify(attach));
    for (let n = 0; n < 3000; n += 1) socket.send('{"kind":"ping"}');
    expect(await closed).toBe(1008);
  });
});
