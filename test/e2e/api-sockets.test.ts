import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { startApi, type ApiServer } from './api-server.ts';
import { studio } from './command-line.ts';
import { startSeededSite } from './seeded-site.ts';

interface Frame {
  id: string | null;
  event: string;
  data: { id: string };
}

async function served(args: readonly string[] = []) {
  const site = await startSeededSite();
  const { call, data, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const { secret } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
  const api = await startApi(data, secret, ['--allow-private', ...args]);
  return { api, secret, call };
}

const crawl = { body: { spider: 'site', allowPrivate: true } };
const asPage = (key: string): string[] => ['spider-studio.events', `spider-studio.key.${key}`];
const bearer = (key: string): ClientOptions => ({ headers: { authorization: `Bearer ${key}` } });

function connect(
  { origin }: ApiServer,
  path: string,
  protocols: string[],
  options?: ClientOptions,
): WebSocket {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, protocols, options);
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  return socket;
}

/** What a WebSocket brings until it is closed. @param most how many frames to read before the connection is cut */
async function read(
  socket: WebSocket,
  most = Infinity,
): Promise<{ frames: Frame[]; code: number; reason: string }> {
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => {
    if (frames.length >= most) return;
    frames.push(JSON.parse(data.toString()) as Frame);
    if (frames.length === most) socket.terminate();
  });
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return { frames, code, reason: reason.toString() };
}

/** The status of the answer by which a handshake is refused, and its code. */
async function refusal(socket: WebSocket): Promise<{ status: number; code: string }> {
  const [, answer] = (await once(socket, 'unexpected-response')) as [
    unknown,
    NodeJS.ReadableStream & { statusCode: number },
  ];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, code: (JSON.parse(text) as { code: string }).code };
}

describe('the log of a crawl over a WebSocket', () => {
  it('is followed through ten cuts: nothing is missing, nothing comes twice, and the order is kept', async () => {
    const { api, secret, call } = await served();
    await api.send('POST', '/api/crawl', crawl);
    const logged: string[] = [];
    let last: string | null = null;
    let cuts = 0;
    let end: { code: number; reason: string } | null = null;
    while (end === null) {
      const after: string = last === null ? '' : `?after=${last}`;
      const socket = connect(api, `/api/crawls/1/events${after}`, [], bearer(secret));
      const { frames, ...closed } = await read(socket, cuts < 10 ? 5 + 3 * cuts : Infinity);
      for (const { id, event, data } of frames) {
        if (event === 'log') logged.push(data.id);
        last = id ?? last;
      }
      if (frames.some(({ event }) => event === 'end')) end = closed;
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(10);
    expect(end).toMatchObject({ code: 1000 });
    const all = (await call(['runs', 'tail', '1', '--json', '--limit', '100000'])).json<{ id: string }[]>();
    expect(logged).toEqual(all.map(({ id }) => id));
  });

  it('waits for a client that stops to read', async () => {
    const { api, secret, call } = await served();
    await api.send('POST', '/api/crawl', crawl);
    const socket = connect(api, '/api/crawls/1/events', asPage(secret));
    await once(socket, 'open');
    expect(socket.protocol).toBe('spider-studio.events');
    const reading = read(socket);
    socket.pause();
    await api.send('GET', '/api/crawls/1/status?wait=60');
    socket.resume();
    const { frames } = await reading;
    const all = (await call(['runs', 'tail', '1', '--json', '--limit', '100000'])).json<{ id: string }[]>();
    const logged = frames.filter(({ event }) => event === 'log').map(({ data }) => data.id);
    expect(logged).toEqual(all.map(({ id }) => id));
    expect(frames.at(-1)).toMatchObject({ event: 'end', data: { state: 'completed' } });
  });
});

describe('the changes of the workspace over a WebSocket', () => {
  it('tell of a crawl, and end when the key is revoked', async () => {
    const { api, secret, call } = await served();
    const socket = connect(api, '/api/events?kinds=run', asPage(secret));
    const reading = read(socket);
    await once(socket, 'message');
    await api.send('POST', '/api/crawl', crawl);
    await api.send('GET', '/api/crawls/1/status?wait=60');
    await call(['keys', 'revoke', '1']);
    const { frames, code, reason } = await reading;
    expect(frames.map(({ event, data }) => [event, data])).toMatchObject([
      ['begin', {}],
      ['run', { what: 'created' }],
      ['run', { what: 'moved', state: 'running' }],
      ['run', { what: 'moved', state: 'completed' }],
    ]);
    expect([code, reason]).toEqual([4401, 'bad-key: The key "tests" is revoked.']);
  });

  it('end with the server, so that clients go on', async () => {
    const { api, secret } = await served();
    const socket = connect(api, '/api/events', [], bearer(secret));
    const reading = read(socket);
    await once(socket, 'message');
    expect(await api.stop()).toBe(0);
    expect(await reading).toMatchObject({ code: 1001 });
  });

  it('end where the client says something', async () => {
    const { api, secret } = await served();
    const said = connect(api, '/api/events', [], bearer(secret));
    await once(said, 'open');
    said.send('hello');
    expect(await read(said)).toMatchObject({ code: 1008 });
    const much = connect(api, '/api/events', [], bearer(secret));
    await once(much, 'open');
    much.send('x'.repeat(2000));
    expect(await read(much)).toMatchObject({ code: 1009 });
  });
});

describe('who may open a WebSocket', () => {
  const foreign = { origin: 'https://evil.example' };
  it('a program with a key; others are refused by an answer', async () => {
    const { api, secret } = await served();
    const path = '/api/crawls/1/events';
    expect(await refusal(connect(api, path, []))).toEqual({ status: 401, code: 'no-key' });
    expect(await refusal(connect(api, path, [], bearer(`${secret}x`)))).toEqual({
      status: 401,
      code: 'bad-key',
    });
    expect(await refusal(connect(api, path, [], bearer(secret)))).toEqual({
      status: 404,
      code: 'unknown-run',
    });
    expect(await refusal(connect(api, '/api/events', asPage(secret), foreign))).toEqual({
      status: 403,
      code: 'foreign-origin',
    });
    expect(await refusal(connect(api, '/api/events', [], { headers: { host: 'evil.example' } }))).toEqual({
      status: 403,
      code: 'wrong-host',
    });
  });

  it('a page of an origin that may call; others are told by the code of the end', async () => {
    const { api, secret } = await served(['--origin', 'https://desk.example']);
    const desk = { origin: 'https://desk.example' };
    const [begin] = (await read(connect(api, '/api/events', asPage(secret), desk), 1)).frames;
    expect(begin).toMatchObject({ event: 'begin' });
    expect(await read(connect(api, '/api/events', asPage('sps_wrong'), desk))).toMatchObject({
      code: 4401,
      reason: 'bad-key: There is no such key.',
    });
    expect(await read(connect(api, '/api/events?kinds=rum', asPage(secret), desk))).toMatchObject({
      code: 4400,
    });
  });

  it('nobody at other addresses, which answer as they always do', async () => {
    const { api, secret } = await served();
    const [, answer] = (await once(
      connect(api, '/api/spiders', [], bearer(secret)),
      'unexpected-response',
    )) as [unknown, { statusCode: number }];
    expect(answer.statusCode).toBe(200);
    const headers = { upgrade: 'h2c', connection: 'Upgrade', authorization: `Bearer ${secret}` };
    const [plain] = (await once(get(`${api.origin}/api/spiders`, { headers }), 'response')) as [
      { statusCode: number },
    ];
    expect(plain.statusCode).toBe(200);
  });
});
