import { createHmac } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ConnectionError,
  SpiderStudio,
  verifyWebhook,
  WebhookError,
  type ClientOptions,
} from '../../clients/typescript/src/index.ts';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import { startFaultyProxy, type Fault } from './faulty-proxy.ts';
import { startSeededSite } from './seeded-site.ts';

/** A client of the real server, with a network in between that can fail. */
async function connected(options: Partial<ClientOptions> = {}) {
  const site = await startSeededSite();
  const { call, data, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const { secret: key } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
  const api = await startApi(data, key, ['--allow-private']);
  const proxy = await startFaultyProxy(api.origin);
  const client = new SpiderStudio({ url: `${proxy.origin}/`, key, backoffMs: 1, ...options });
  return { api, call, client, key, proxy, site };
}

const crawl = { spider: 'site', allowPrivate: true };

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

describe('the TypeScript client', () => {
  it('starts a crawl, waits for it, and reads all its items and requests in portions', async () => {
    const { client, proxy } = await connected();
    const started = await client.crawl(crawl);
    expect(await started.wait()).toMatchObject({ id: '1', state: 'completed', counters: { items: 115 } });
    const items = await all(started.items({ portion: 50 }));
    expect(new Set(items.map(({ id }) => id)).size).toBe(115);
    expect(proxy.seen.filter(({ url }) => url.startsWith('/api/results/'))).toHaveLength(3);
    const requests = await all(client.requests(started.id, { portion: 40 }));
    expect(new Set(requests.map(({ id }) => id)).size).toBe((await started.status()).counters.seen);
    expect(await all(client.items('site', { where: 'title = "none such"' }))).toEqual([]);
    await (await client.crawl({ ...crawl, limit: 1 })).wait();
    expect((await all(client.runs({ limit: 1 }))).map(({ id }) => id)).toEqual(['2', '1']);
    expect(await client.openCrawl('2')).toMatchObject({ id: '2', spider: 'site', project: 'default' });
  });

  it('calls any operation, with its arguments where they belong', async () => {
    const { client, call } = await connected();
    await call(['crawl', 'site', '--allow-private', '--limit', '2']);
    expect(await client.call('runs.get', { run: '1' })).toMatchObject({ id: '1', kind: 'test' });
    expect(await client.call('projects.list')).toMatchObject([{ name: 'default' }]);
    const { changes } = await client.call('changes.list', { kinds: ['run'] });
    expect(changes[0]).toMatchObject({ kind: 'run', subject: '1' });
    await client.call('spiders.rename', { project: 'default', spider: 'site', name: 'shop' });
    expect(await client.call('spiders.get', { project: 'default', spider: 'shop' })).toMatchObject({
      summary: { name: 'shop' },
    });
  });

  it('exports to a stream, as the command line writes the file', async () => {
    const { client, call } = await connected();
    await call(['crawl', 'site', '--allow-private', '--limit', '5']);
    const file = await client.export('site', { format: 'csv', columns: 'title,url' });
    expect(file.type).toContain('text/csv');
    const printed = await call(['export', 'site', '--format', 'csv', '--columns', 'title,url']);
    expect(await text(file.body)).toBe(printed.stdout);
  });

  it('tells of failures as the API describes them', async () => {
    const { client, proxy } = await connected();
    const unknown = await client.call('runs.get', { run: '9' }).catch((error: unknown) => error);
    expect(unknown).toBeInstanceOf(ApiError);
    expect(unknown).toMatchObject({
      code: 'unknown-run',
      status: 404,
      message: expect.stringContaining('9'),
    });
    const wrong = client.call('results.read', { spider: 'site', limit: 0 });
    await expect(wrong).rejects.toMatchObject({ code: 'bad-arguments', errors: [{ pointer: '/limit' }] });
    expect(proxy.seen).toHaveLength(2);
    const format = client.call('results.read', { spider: 'site', format: 'csv' });
    await expect(format).rejects.toMatchObject({ status: 404, code: 'no-run' });
  });
});

describe('the TypeScript client on a bad network', () => {
  const busy: Fault = { kind: 'status', status: 503 };

  it.each<[string, Fault[]]>([
    ['a proxy without its server', [busy, { kind: 'status', status: 502 }]],
    ['a cut before the request', [{ kind: 'drop' }]],
    ['a lost answer', [{ kind: 'lose' }]],
    ['half an answer', [{ kind: 'truncate', bytes: 20 }]],
    ['an answer that is no JSON', [{ kind: 'status', status: 200, body: '{"items": [' }]],
    ['limits', [{ kind: 'status', status: 429, headers: { 'retry-after': '0' } }, busy, busy]],
  ])('gets over %s', async (_, faults) => {
    const { client, proxy } = await connected();
    proxy.faults = [...faults];
    expect(await client.call('projects.list')).toMatchObject([{ name: 'default' }]);
    expect(proxy.seen).toHaveLength(faults.length + 1);
  });

  it('starts one crawl, though the answer was lost: all attempts have one key', async () => {
    const { client, proxy } = await connected();
    proxy.faults = [busy, { kind: 'lose' }, { kind: 'truncate', bytes: 10 }];
    const { id } = await client.crawl({ ...crawl, limit: 1 });
    expect((await all(client.runs())).map((run) => run.id)).toEqual([id]);
    const keys = proxy.seen.slice(0, 4).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    await client.crawl({ ...crawl, limit: 1 }, { idempotencyKey: 'mine' });
    await client.crawl({ ...crawl, limit: 1 }, { idempotencyKey: 'mine' });
    expect(await all(client.runs())).toHaveLength(2);
  });

  it('repeats no change that may have been carried out, but one that was refused', async () => {
    const { client, proxy } = await connected();
    const rename = { project: 'default', spider: 'site', name: 'shop' };
    proxy.faults = [{ kind: 'lose' }];
    await expect(client.call('spiders.rename', rename)).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.seen).toHaveLength(1);
    proxy.faults = [{ kind: 'status', status: 429, headers: { 'retry-after': '0' } }];
    await client.call('spiders.rename', { project: 'default', spider: 'shop', name: 'site' });
    expect(proxy.seen).toHaveLength(3);
  });

  it('gives up after its retries, or at once where it is told to wait for too long', async () => {
    const { client, proxy } = await connected({ retries: 2 });
    proxy.faults = [busy, busy, busy];
    const given = await client.call('projects.list').catch((error: unknown) => error);
    expect(given).toMatchObject({ code: 'unexpected-answer', status: 503 });
    expect(proxy.seen).toHaveLength(3);
    proxy.faults = [{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }];
    await expect(client.call('projects.list')).rejects.toMatchObject({ status: 429 });
    expect(proxy.seen).toHaveLength(4);
    proxy.faults = [busy];
    await expect(client.call('projects.list', {}, { retries: 0 })).rejects.toMatchObject({ status: 503 });
  });

  it('ends at its time limit, and at once when it is told to', async () => {
    const { client, proxy } = await connected();
    proxy.faults = [{ kind: 'hang' }];
    const late = client.call('projects.list', {}, { timeoutMs: 50, retries: 0 });
    await expect(late).rejects.toThrow('in time');
    proxy.faults = [{ kind: 'hang' }];
    const controller = new AbortController();
    const ended = client.call('projects.list', {}, { signal: controller.signal });
    await expect.poll(() => proxy.seen.length).toBe(2);
    controller.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
    expect(proxy.seen).toHaveLength(2);
  });

  it('does not take half an export for a whole one', async () => {
    const { client, call, proxy } = await connected();
    await call(['crawl', 'site', '--allow-private', '--limit', '5']);
    proxy.faults = [busy, { kind: 'truncate', bytes: 40 }];
    const { body } = await client.export('site', { format: 'jsonl' });
    await expect(buffer(body)).rejects.toThrow('terminated');
  });
});

describe('the TypeScript client and events', () => {
  it('follows a crawl through ten cuts: nothing is missing, nothing comes twice', async () => {
    const { client, call, proxy } = await connected();
    const { id } = await client.crawl(crawl);
    proxy.faults = Array.from({ length: 10 }, (_, index) => ({ kind: 'cut', events: 3 + 2 * index }));
    const { signal } = new AbortController();
    const events = await all(client.crawlEvents(id, { reconnectMs: 0, signal }));
    expect(proxy.faults).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const logged = events.flatMap((event) => (event.event === 'log' ? [event.id] : []));
    const written = await call(['runs', 'tail', id, '--json', '--limit', '100000']);
    expect(logged).toEqual(written.json<{ id: string }[]>().map((event) => event.id));
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { id, state: 'completed' } });
  });

  it('connects again when a stream falls silent, or its server is away', async () => {
    const { client, proxy } = await connected();
    const { id } = await client.crawl({ ...crawl, limit: 3 });
    const down: Fault = { kind: 'status', status: 503 };
    proxy.faults = [{ kind: 'silence', events: 1 }, down, { kind: 'drop' }, { kind: 'cut', events: 0 }];
    const events = await all(client.crawlEvents(id, { reconnectMs: 0, silenceMs: 200 }));
    const ids = events.flatMap((event) => (event.event === 'log' ? [event.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(events.at(-1)).toMatchObject({ event: 'end' });
    expect(proxy.faults).toEqual([]);
  });

  it('goes on after an event, tells of changes, and ends when it is told to', async () => {
    const { client, proxy } = await connected();
    const controller = new AbortController();
    const changes = client.changes({ kinds: ['run'], reconnectMs: 0, signal: controller.signal });
    expect((await changes.next()).value).toMatchObject({ event: 'begin' });
    proxy.faults = [];
    const started = await client.crawl({ ...crawl, limit: 1 });
    const first = (await changes.next()).value;
    expect(first).toMatchObject({ event: 'run', data: { subject: started.id, what: 'created' } });
    const again = client.changes({ kinds: ['run'], after: String(Number(first?.id) - 1) });
    await again.next();
    expect((await again.next()).value).toEqual(first);
    await again.return();
    await started.wait();
    controller.abort(new Error('enough'));
    await expect(all(changes)).rejects.toThrow('enough');
  });

  it('throws where the stream is refused, and where it fails again and again', async () => {
    const { client, proxy } = await connected({ retries: 2 });
    await expect(all(client.crawlEvents('9'))).rejects.toMatchObject({ code: 'unknown-run' });
    await client.crawl({ ...crawl, limit: 1 });
    proxy.faults = Array.from({ length: 3 }, () => ({ kind: 'status', status: 200, body: ': nothing\n\n' }));
    await expect(all(client.crawlEvents('1', { reconnectMs: 0 }))).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('the check of webhooks in TypeScript', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
  const body = '{"type": "run.completed", "data": {"run": "7"}}';
  const now = 1_764_324_000_000;
  const signature = (text: string, id = 'msg_1', seconds = now / 1000): string =>
    `v1,${createHmac('sha256', Buffer.from('0123456789abcdef01234567')).update(`${id}.${seconds}.${text}`).digest('base64')}`;
  const headers = (changed: Record<string, string> = {}) => ({
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(now / 1000),
    'Webhook-Signature': `v1,AAAA v2,x ${signature(body)}`,
    ...changed,
  });

  it('gives the event of a request that was signed with one of the secrets', async () => {
    const found = await verifyWebhook({ body, headers: headers() }, { secret: ['whsec_b2xk', secret], now });
    expect(found).toEqual({ id: 'msg_1', event: { type: 'run.completed', data: { run: '7' } } });
    const read = await verifyWebhook(
      { body, headers: new Headers(headers()) },
      { secret, now: now + 299_000 },
    );
    expect(read).toEqual(found);
  });

  it.each<[string, Parameters<typeof verifyWebhook>]>([
    [
      'another body',
      [
        { body: `${body} `, headers: headers() },
        { secret, now },
      ],
    ],
    [
      'another id',
      [
        { body, headers: headers({ 'Webhook-Id': 'msg_2' }) },
        { secret, now },
      ],
    ],
    [
      'another secret',
      [
        { body, headers: headers() },
        { secret: 'whsec_b3RoZXI=', now },
      ],
    ],
    [
      'an old request',
      [
        { body, headers: headers() },
        { secret, now: now + 301_000 },
      ],
    ],
    [
      'a request of the future',
      [
        { body, headers: headers() },
        { secret, now: now - 301_000 },
      ],
    ],
    [
      'a time that is none',
      [
        { body, headers: headers({ 'Webhook-Timestamp': 'now' }) },
        { secret, now },
      ],
    ],
    [
      'no signature',
      [
        { body, headers: headers({ 'Webhook-Signature': '' }) },
        { secret, now },
      ],
    ],
    [
      'a signature that is no Base64',
      [
        { body, headers: headers({ 'Webhook-Signature': 'v1,%' }) },
        { secret, now },
      ],
    ],
    [
      'no header',
      [
        { body, headers: {} },
        { secret, now },
      ],
    ],
    [
      'a secret that is none',
      [
        { body, headers: headers() },
        { secret: '%', now },
      ],
    ],
  ])('refuses %s', async (_, [request, check]) => {
    await expect(verifyWebhook(request, check)).rejects.toBeInstanceOf(WebhookError);
  });
});
