import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer, type TestServer } from '../servers/server.ts';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import { startSeededSite } from './seeded-site.ts';

interface Received {
  id: string;
  signature: string;
  timestamp: string;
  body: string;
}

/** A program that gets events. @param statuses what it answers, one after another; the last one goes on */
async function receiver(statuses: readonly number[] = [200]) {
  const received: Received[] = [];
  const server: TestServer = await startServer({
    '/hook': async ({ request, response }) => {
      const parts: Buffer[] = [];
      for await (const part of request) if (part instanceof Uint8Array) parts.push(Buffer.from(part));
      const { headers } = request;
      received.push({
        id: String(headers['webhook-id']),
        signature: String(headers['webhook-signature']),
        timestamp: String(headers['webhook-timestamp']),
        body: Buffer.concat(parts).toString(),
      });
      const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
      response.writeHead(status, { location: server.url('/elsewhere') }).end();
    },
  });
  onTestFinished(() => server.close());
  return { server, received, url: server.url('/hook') };
}

async function withSpider() {
  const site = await startSeededSite();
  const { call, data, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const { secret: key } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
  return { call, data, key };
}

const crawl = { body: { spider: 'site', allowPrivate: true } };

describe('a webhook', () => {
  it('is told of the end of a crawl, signed, and not of test runs', async () => {
    const { call, data, key } = await withSpider();
    const { received, url } = await receiver();
    const added = await call(['webhooks', 'add', url, '--allow-private', '--json']);
    const { secret } = added.json<{ secret: string }>();
    const api = await startApi(data, key, ['--allow-private']);
    await api.send('POST', '/api/crawl', { body: { ...crawl.body, limit: 1 } });
    await api.send('GET', '/api/crawls/1/status?wait=60');
    await api.send('POST', '/api/crawl', crawl);
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
    const [event] = received;
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      type: 'run.completed',
      data: { run: '2', project: 'default', spider: 'site', state: 'completed', counters: { items: 115 } },
    });
    const signed = `${event?.id}.${event?.timestamp}.${event?.body}`;
    const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(event?.signature).toBe(`v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`);
    await expect
      .poll(async () => (await call(['webhooks', 'deliveries', '1', '--json'])).json())
      .toMatchObject([{ event: 'run.completed', run: '2', state: 'delivered', attempts: 1, status: 200 }]);
  });

  it('gets what its receiver missed, with the same id', { timeout: 60_000 }, async () => {
    const { call, data, key } = await withSpider();
    const { received, url } = await receiver([503, 200]);
    await call(['webhooks', 'add', url, '--allow-private']);
    const api = await startApi(data, key, ['--allow-private']);
    await api.send('POST', '/api/crawl', crawl);
    await expect.poll(() => received.length, { timeout: 50_000 }).toBe(2);
    expect(received[1]).toMatchObject({ id: received[0]?.id, body: received[0]?.body });
  });

  it('gets what a sender had begun that was killed, with the same id', { timeout: 300_000 }, async () => {
    const { call, data, key } = await withSpider();
    const received: string[] = [];
    const held: (() => void)[] = [];
    const answering = { now: false };
    const server = await startServer({
      '/hook': ({ request, response }) => {
        received.push(String(request.headers['webhook-id']));
        // The first sender is killed while it waits for this.
        if (answering.now) response.writeHead(200).end();
        else held.push(() => response.end());
      },
    });
    onTestFinished(() => server.close());
    for (const part of ['a', 'b'])
      await call(['webhooks', 'add', server.url(`/hook?${part}`), '--allow-private']);
    const first = await startApi(data, key, ['--allow-private']);
    await first.send('POST', '/api/crawl', crawl);
    await expect.poll(() => held.length, { timeout: 60_000 }).toBe(2);
    first.kill();
    answering.now = true;
    const second = await startApi(data, key, ['--allow-private']);
    const deliveriesOf = async (webhook: string) =>
      (await second.send('GET', `/api/webhooks/${webhook}/deliveries`)).body;
    for (const webhook of ['1', '2'])
      await expect
        .poll(() => deliveriesOf(webhook), { timeout: 70_000 })
        .toMatchObject([{ state: 'delivered', attempts: 2, status: 200 }]);
    expect(received.length).toBe(4);
    expect(received.slice(2).toSorted()).toEqual(received.slice(0, 2).toSorted());
    expect(new Set(received).size).toBe(2);
  });

  it('gets what happened while nobody listened at its address', { timeout: 300_000 }, async () => {
    const { call, data, key } = await withSpider();
    const away = await startServer({});
    const url = away.url('/hook');
    await away.close();
    await call(['webhooks', 'add', url, '--allow-private']);
    const api = await startApi(data, key, ['--allow-private']);
    await api.send('POST', '/api/crawl', crawl);
    const deliveries = async () => (await api.send('GET', '/api/webhooks/1/deliveries')).body;
    await expect
      .poll(deliveries, { timeout: 60_000 })
      .toMatchObject([
        { state: 'pending', status: null, problem: expect.stringContaining('could not be reached') },
      ]);
    const received: string[] = [];
    const back = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      response.end();
    });
    onTestFinished(() => void back.close());
    back.listen(Number(new URL(url).port), '127.0.0.1');
    // As its next attempt would, whenever that is.
    await call(['webhooks', 'redeliver', '1']);
    await expect.poll(deliveries, { timeout: 30_000 }).toMatchObject([{ state: 'delivered', status: 200 }]);
    expect(new Set(received).size).toBe(1);
  });

  it('follows no redirect with an event of a crawl', async () => {
    const { call, data, key } = await withSpider();
    const { server, received, url } = await receiver([302]);
    await call(['webhooks', 'add', url, '--allow-private']);
    const api = await startApi(data, key, ['--allow-private']);
    await api.send('POST', '/api/crawl', crawl);
    await expect
      .poll(async () => (await api.send('GET', '/api/webhooks/1/deliveries')).body, { timeout: 60_000 })
      .toMatchObject([{ state: 'pending', status: 302 }]);
    expect(received.length).toBeGreaterThan(0);
    expect(server.log.map((request) => request.url)).not.toContain('/elsewhere');
  });

  it('is tested, follows no redirect, and ends when its receiver is gone', async () => {
    const { call } = await withSpider();
    const { server, url } = await receiver([200, 302, 410]);
    await call(['webhooks', 'add', url, '--allow-private']);
    expect(await call(['webhooks', 'test', '1', '--json'])).toMatchObject({ code: 0 });
    const redirected = await call(['webhooks', 'test', '1', '--json']);
    expect(redirected.code).toBe(1);
    expect(redirected.json()).toMatchObject({ state: 'failed', status: 302 });
    expect(server.log.map((request) => request.url)).not.toContain('/elsewhere');
    expect(await call(['webhooks', 'test', '1'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('answered 410'),
    });
    expect((await call(['webhooks', 'list', '--json'])).json()).toMatchObject([
      { enabled: false, disabledReason: expect.stringContaining('410') },
    ]);
    expect((await call(['webhooks', 'enable', '1', '--json'])).json()).toMatchObject({ enabled: true });
  });

  it.each([
    ['a private address', 'http://127.0.0.1:9/', 'private-target'],
    ['no address', 'desk', 'bad-url'],
    ['an address with a password', 'https://a:b@desk.example/', 'bad-url'],
  ])('is not %s', async (_, url, code) => {
    const { call } = studio();
    const refused = await call(['webhooks', 'add', url, '--json']);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.json()).toMatchObject({ error: { code } });
  });

  it('reaches no private address that a name leads to', async () => {
    const { call } = await withSpider();
    await call(['webhooks', 'add', 'http://localhost:9/hook']);
    expect((await call(['webhooks', 'test', '1', '--json'])).json()).toMatchObject({
      state: 'failed',
      status: null,
      problem: expect.stringContaining('private addresses'),
    });
  });
});
