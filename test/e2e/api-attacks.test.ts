import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { startApi, type ApiServer } from './api-server.ts';
import { studio } from './command-line.ts';
import { rawRequest, type RawAnswer } from './raw-request.ts';
import { startSeededSite } from './seeded-site.ts';

/** A data folder with a spider, a key of an owner, and a server. */
async function attacked(args: readonly string[] = []) {
  const site = await startSeededSite();
  const { call, data, folder, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const { secret } = (await call(['keys', 'create', 'owner', '--json'])).json<{ secret: string }>();
  const api = await startApi(data, secret, args);
  const makeKey = async (more: object): Promise<{ id: string; secret: string }> => {
    const made = (await api.send('POST', '/api/keys', { body: { name: 'made', ...more } })).body;
    const { key, secret: own } = made as { key: { id: string }; secret: string };
    return { id: key.id, secret: own };
  };
  return { api, call, data, folder, secret, makeKey };
}

const code = ({ body }: { body: unknown }): unknown => (body as { code?: unknown }).code ?? null;

/** The server answers as before. */
async function expectAlive(api: ApiServer): Promise<void> {
  expect((await api.send('GET', '/api/spiders')).status).toBe(200);
}

describe('attacks by keys', () => {
  it('are refused, each with its code', async () => {
    const { api, makeKey, secret } = await attacked();
    await api.send('POST', '/api/projects', { body: { name: 'other' } });
    const reader = await makeKey({ scopes: ['read'] });
    const limited = await makeKey({ projects: ['other'] });
    const revoked = await makeKey({});
    await api.send('DELETE', `/api/keys/${revoked.id}`);
    const rotated = await makeKey({});
    await api.send('POST', `/api/keys/${rotated.id}/rotate`);
    const spiders = ['GET', '/api/spiders/site?project=default'] as const;
    const crawl = ['POST', '/api/crawl'] as const;
    const attempts: [
      name: string,
      key: string | null,
      at: readonly [string, string],
      status: number,
      code: string,
    ][] = [
      ['none', null, spiders, 401, 'no-key'],
      ['wrong', 'sps_wrong', spiders, 401, 'bad-key'],
      ['one that begins right', secret.slice(0, -1), spiders, 401, 'bad-key'],
      ['in another case', secret.toUpperCase(), spiders, 401, 'bad-key'],
      ['revoked', revoked.secret, spiders, 401, 'bad-key'],
      ['rotated', rotated.secret, spiders, 401, 'bad-key'],
      ['that only reads', reader.secret, crawl, 403, 'missing-scope'],
      ['of another project', limited.secret, spiders, 403, 'other-project'],
      ['of another project, by an id', limited.secret, ['GET', '/api/runs/1'], 403, 'other-project'],
      ['of a project, for all', limited.secret, ['GET', '/api/spiders'], 403, 'needs-project'],
      ['SQL', "' OR 1=1 --", spiders, 401, 'no-key'],
    ];
    const found = [];
    for (const [name, key, [method, path]] of attempts) {
      const answer = await api.send(method, path, {
        key,
        ...(method === 'POST' ? { body: { spider: 'site', project: 'default' } } : {}),
      });
      found.push([name, answer.status, code(answer)]);
    }
    expect(found).toEqual(attempts.map(([name, , , status, expected]) => [name, status, expected]));
    await expectAlive(api);
  });

  it('end a stream under way when the key is revoked, and get no answers of others', async () => {
    const { api, makeKey } = await attacked();
    const first = await makeKey({});
    const second = await makeKey({});
    const stream = await fetch(`${api.origin}/api/events`, {
      headers: { authorization: `Bearer ${first.secret}` },
    });
    const headers = { 'idempotency-key': 'the-same' };
    const body = { name: 'made-once' };
    const own = await api.send('POST', '/api/projects', { body, headers, key: first.secret });
    expect(own.status).toBe(200);
    const foreign = await api.send('POST', '/api/projects', { body, headers, key: second.secret });
    expect([foreign.status, code(foreign)]).toEqual([409, 'name-taken']);
    expect(foreign.headers.get('idempotency-replayed')).toBeNull();
    await api.send('DELETE', `/api/keys/${first.id}`);
    // It ends by itself, and says why.
    expect(await stream.text()).toContain('"code":"bad-key"');
    const replay = await api.send('POST', '/api/projects', { body, headers, key: first.secret });
    expect([replay.status, code(replay)]).toEqual([401, 'bad-key']);
  });

  it('find no secret in the data folder, also where a request may be repeated', async () => {
    const { api, data } = await attacked();
    const request = { body: { name: 'kept' }, headers: { 'idempotency-key': 'k' } };
    const made = (await api.send('POST', '/api/keys', request)).body as { secret: string };
    expect(made.secret).toMatch(/^sps_/);
    const again = await api.send('POST', '/api/keys', request);
    expect(again.body).toEqual({ ...made, secret: '(told once)' });
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const holding = files.filter((entry) =>
      readFileSync(join(entry.parentPath, entry.name)).includes(made.secret),
    );
    expect(holding.map(({ name }) => name)).toEqual([]);
  });
});

describe('attacks by hosts and origins', () => {
  it('are refused, also by names that look like those of the server', async () => {
    const { api, secret } = await attacked();
    const { port } = new URL(api.origin);
    const own = `127.0.0.1:${port}`;
    const attempts: [host: string, origin: string | null, status: number, code: string | null][] = [
      [own, null, 200, null],
      [`LOCALHOST:${port}`, null, 200, null],
      [`[::1]:${port}`, null, 200, null],
      [own, `http://${own}`, 200, null],
      ['evil.example', null, 403, 'wrong-host'],
      [`localhost.:${port}`, null, 403, 'wrong-host'],
      [`127.0.0.1.evil.example:${port}`, null, 403, 'wrong-host'],
      [`localhost@evil.example`, null, 403, 'wrong-host'],
      [`2130706433:${port}`, null, 403, 'wrong-host'],
      [`0.0.0.0:${port}`, null, 403, 'wrong-host'],
      [`[::ffff:127.0.0.1]:${port}`, null, 403, 'wrong-host'],
      ['', null, 403, 'wrong-host'],
      [own, 'https://evil.example', 403, 'foreign-origin'],
      [own, 'null', 403, 'foreign-origin'],
      [own, 'http://127.0.0.1:1', 403, 'foreign-origin'],
      [own, `http://localhost:${port}`, 403, 'foreign-origin'],
      [own, `http://${own}.evil.example`, 403, 'foreign-origin'],
      [own, `HTTP://${own}`, 403, 'foreign-origin'],
      ['evil.example', 'http://evil.example', 403, 'wrong-host'],
    ];
    const found = [];
    for (const [host, origin] of attempts) {
      const head = [
        'GET /api/spiders HTTP/1.1',
        `Host: ${host}`,
        `Authorization: Bearer ${secret}`,
        ...(origin === null ? [] : [`Origin: ${origin}`]),
      ];
      const answer = await rawRequest(api.origin, `${head.join('\r\n')}\r\n\r\n`);
      found.push([host, origin, answer.status, answer.code]);
    }
    expect(found).toEqual(attempts);
    await expectAlive(api);
  });
});

describe('attacks on the wire', () => {
  it('get a problem, and harm no other connection', async () => {
    const { api, secret } = await attacked();
    const post = (...headers: string[]): string =>
      [
        'POST /api/validate HTTP/1.1',
        'Host: 127.0.0.1',
        `Authorization: Bearer ${secret}`,
        ...headers,
        '',
        '',
      ].join('\r\n');
    const json = 'Content-Type: application/json';
    const attempts: [name: string, parts: (string | Uint8Array)[], status: number][] = [
      ['no HTTP', ['\u0016\u0003\u0001 hello\r\n\r\n'], 400],
      ['an unknown method', ['BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'], 400],
      ['two lengths', [post(json, 'Content-Length: 2', 'Content-Length: 3'), '{}'], 400],
      ['a length and chunks', [post(json, 'Content-Length: 2', 'Transfer-Encoding: chunked'), '{}'], 400],
      ['a negative length', [post(json, 'Content-Length: -1')], 400],
      ['chunks that are none', [post(json, 'Transfer-Encoding: chunked'), 'zz\r\n{}\r\n'], 400],
      ['a header without a name', [post(': x')], 400],
      ['a NUL in a header', [post('X-A: a\u0000b')], 400],
      ['a line break in a header', [post('X-A: a\nX-B: b\u0001')], 400],
      ['headers without end', [post(`X-Long: ${'x'.repeat(70_000)}`)], 431],
    ];
    const found = [];
    for (const [name, parts] of attempts) {
      const answer = await rawRequest(api.origin, ...parts);
      found.push([name, answer.status, answer.code]);
    }
    expect(found).toEqual(attempts.map(([name, , status]) => [name, status, 'bad-request']));
    await expectAlive(api);
  });

  it('by slowness end after a while', async () => {
    const { api, secret } = await attacked();
    const start = 'POST /api/validate HTTP/1.1\r\nHost: 127.0.0.1\r\n';
    const slow: Promise<RawAnswer>[] = [
      rawRequest(api.origin, start),
      rawRequest(
        api.origin,
        `${start}Authorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      ),
    ];
    await expectAlive(api);
    const ended = await Promise.all(slow);
    expect(ended.map(({ status, code: told }) => [status, told])).toEqual([
      [408, 'bad-request'],
      [408, 'bad-request'],
    ]);
    await expectAlive(api);
  });
});

describe('attacks by bodies', () => {
  it('are refused, each with its code', async () => {
    const { api, secret } = await attacked();
    const deep = `{"text": ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    const attempts: [
      name: string,
      body: unknown,
      headers: Record<string, string>,
      status: number,
      code: string,
    ][] = [
      ['no JSON', '{', {}, 415, 'not-json'],
      ['nothing', '', {}, 415, 'not-json'],
      ['no object', '[]', {}, 400, 'bad-arguments'],
      ['another type', 'text=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'not-json'],
      ['plain text', '{"text": "{}"}', { 'content-type': 'text/plain' }, 415, 'not-json'],
      ['too deep', deep, {}, 400, 'bad-request'],
      ['deep within a text', JSON.stringify({ text: deep }), {}, 200, ''],
      ['a changed prototype', '{"__proto__": {"text": "{}"}}', {}, 415, 'not-json'],
      ['a changed constructor', '{"constructor": {"prototype": {"a": 1}}}', {}, 415, 'not-json'],
    ];
    const found = [];
    for (const [name, body, headers] of attempts) {
      const answer = await api.send('POST', '/api/validate', { body, headers });
      found.push([name, answer.status, code(answer) ?? '']);
    }
    expect(found).toEqual(attempts.map(([name, , , status, expected]) => [name, status, expected]));
    // It is refused by its length, before any of it has arrived.
    const head = `POST /api/validate HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n`;
    const large = `${head}Content-Type: application/json\r\nContent-Length: 17000000\r\n\r\n`;
    expect(await rawRequest(api.origin, large)).toMatchObject({ status: 413, code: 'too-large' });
    const bomb = gzipSync(`{"text": "${' '.repeat(50_000_000)}"}`);
    const packed = await fetch(`${api.origin}/api/validate`, {
      method: 'POST',
      body: bomb,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(packed.status).toBe(415);
    await expectAlive(api);
  });
});

describe('attacks by paths and names', () => {
  it('reach no file', async () => {
    const { api, folder } = await attacked();
    const before = readdirSync(folder).toSorted();
    const up = '../../../../etc/passwd';
    const coded = encodeURIComponent(up);
    const view = { source: { project: 'default', spider: 'site', run: 'dataset' } };
    const proof = { certificate: '{}', file: 'a', pages: '/etc' };
    const packed = { source: { kind: 'content', name: up, data: 'UEsDBA==' } };
    const exported = {
      view,
      columns: null,
      format: 'csv',
      target: { kind: 'file', path: '/tmp/x', replace: true },
    };
    const attempts: [method: string, path: string, body: unknown, status: number, code: string][] = [
      ['GET', `/api/spiders/${coded}`, undefined, 400, 'bad-arguments'],
      ['GET', `/api/results/${coded}`, undefined, 400, 'bad-arguments'],
      ['GET', `/api/results/site?format=${coded}`, undefined, 400, 'bad-arguments'],
      ['GET', `/api/spiders/site?project=${coded}`, undefined, 400, 'bad-arguments'],
      ['GET', `/api/files/${coded}?name=a`, undefined, 400, 'bad-arguments'],
      ['GET', `/api/files/${'0'.repeat(64)}?name=a%0d%0aX-Injected:%201`, undefined, 400, 'bad-arguments'],
      ['GET', `/api/docs/${coded}`, undefined, 404, 'unknown-call'],
      ['GET', `/api/problems/${coded}`, undefined, 404, 'unknown-call'],
      ['GET', '/api/problems/__proto__', undefined, 404, 'unknown-call'],
      ['GET', '/etc/passwd', undefined, 404, 'unknown-call'],
      ['GET', `/api/spiders/${'x'.repeat(2000)}`, undefined, 400, 'bad-request'],
      ['GET', '/api/spiders/%ff', undefined, 400, 'bad-request'],
      ['GET', '/api/spiders/%00', undefined, 400, 'bad-arguments'],
      ['POST', '/api/projects', { name: up }, 400, 'bad-arguments'],
      ['POST', '/api/places', { name: up }, 400, 'bad-arguments'],
      ['PUT', `/api/secrets/${coded}`, { value: 'x' }, 400, 'bad-secret-name'],
      ['PUT', `/api/sessions/${coded}`, { text: '{}' }, 400, 'bad-login'],
      ['POST', '/api/proofs/verify', proof, 400, 'not-here'],
      ['POST', '/api/packs/inspect', packed, 400, 'bad-pack'],
      ['POST', '/api/exports', exported, 400, 'not-here'],
      ['POST', '/api/stored-backups', { target: 's3://bucket/x' }, 400, 'not-here'],
    ];
    const found = [];
    for (const [method, path, body] of attempts) {
      const answer = await api.send(method, path, { body });
      found.push([method, path, body, answer.status, code(answer)]);
      expect([path, answer.headers.get('x-injected')]).toEqual([path, null]);
    }
    expect(found).toEqual(attempts);
    expect(readdirSync(folder).toSorted()).toEqual(before);
    await expectAlive(api);
  });

  it('are not repeated by the audit log as they are', async () => {
    const { api, call } = await attacked();
    const forged = 'x\u001b[2J\n2026-01-01 2 owner keys.create';
    await api.send('POST', '/api/spiders', {
      body: { project: forged, spider: null, text: '{}', base: null },
    });
    const told = (await call(['keys', 'audit'])).stdout;
    expect(told).toContain('spiders.save');
    expect(told).not.toContain('keys.create');
    expect(told).not.toContain('\u001b');
  });

  it('name no request that cannot be told from another', async () => {
    const { api } = await attacked();
    const body = { name: 'p' };
    for (const name of ['x'.repeat(256), 'x'.repeat(60_000)]) {
      const answer = await api
        .send('POST', '/api/projects', { body, headers: { 'idempotency-key': name } })
        .catch(() => null);
      expect([answer?.status ?? 431, answer === null ? 'bad-request' : code(answer)]).toContain(
        'bad-request',
      );
    }
  });
});

describe('attacks by addresses', () => {
  it('reach nothing private, however it is written', async () => {
    const { api } = await attacked();
    const site = await startServer({ '/': routes.page('<title>Inside</title>') });
    onTestFinished(() => site.close());
    const { port } = site;
    const hosts = [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '169.254.169.254',
      '10.0.0.1',
    ];
    const document = {
      kind: 'address',
      project: 'default',
      spider: null,
      allowPrivate: false,
      browser: null,
    };
    for (const host of hosts) {
      const url = `http://${host}:${port}/`;
      const asked: [string, object][] = [
        ['/api/documents/analyze', { document: { ...document, url } }],
        ['/api/documents/propose', { document: { ...document, url } }],
        ['/api/spiders/begin', { project: 'default', url, browser: null }],
        ['/api/spiders/site/pages', { project: 'default', url }],
        ['/api/scrape', { spider: 'site', url }],
        ['/api/proxies/test', { project: 'default', target: url }],
        ['/api/webhooks', { url }],
        ['/api/app/doctor', { url }],
        [
          '/api/places',
          {
            name: 'p',
            endpoint: url,
            region: 'r',
            bucket: 'bucket',
            prefix: '',
            pathStyle: true,
            secret: null,
          },
        ],
      ];
      for (const [path, body] of asked) {
        const answer = await api.send('POST', path, { body });
        const isRefused = answer.status >= 400 && answer.status !== 500;
        // A webhook may be kept for a name, and a test of proxies tells in its answer that it reached nothing.
        const isTold = path === '/api/webhooks' || path === '/api/proxies/test';
        expect([path, url, isRefused || isTold, answer.text.slice(0, 300)]).toEqual([
          path,
          url,
          true,
          answer.text.slice(0, 300),
        ]);
        const open = await api.send('POST', path, { body: { ...body, allowPrivate: true } });
        expect([path, url, open.status >= 400]).toEqual([path, url, true]);
      }
    }
    expect(site.accepted()).toBe(0);
    await expectAlive(api);
  });
});
