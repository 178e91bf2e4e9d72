import { describe, expect, it } from 'vitest';
import { startApi, type ApiServer } from './api-server.ts';
import { studio } from './command-line.ts';
import { startSeededSite } from './seeded-site.ts';

interface StreamedEvent {
  id: string | null;
  event: string;
  data: { id: string };
}

/** Reads a stream of events. @param most how many to read before the connection is cut; the rest is lost on the way */
async function follow(
  { origin }: ApiServer,
  { path, key, after, most = Infinity }: { path: string; key: string; after: string | null; most?: number },
): Promise<StreamedEvent[]> {
  const cut = new AbortController();
  const answer = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${key}`, ...(after === null ? {} : { 'last-event-id': after }) },
    signal: cut.signal,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events: StreamedEvent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parsed(block);
        if (event !== null) events.push(event);
        if (events.length >= most) return events;
      }
    }
    return events;
  } finally {
    cut.abort();
  }
}

function parsed(block: string): StreamedEvent | null {
  const lines = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  const event = lines.get('event');
  if (event === undefined) return null;
  return {
    id: lines.get('id') ?? null,
    event,
    data: JSON.parse(lines.get('data') ?? 'null') as { id: string },
  };
}

async function served() {
  const site = await startSeededSite();
  const { call, data, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const { secret } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
  const api = await startApi(data, secret, ['--allow-private']);
  return { api, secret, call };
}

const crawl = { body: { spider: 'site', allowPrivate: true } };

describe('the log of a crawl as a stream', () => {
  it('is followed through ten cuts: nothing is missing, nothing comes twice, and the order is kept', async () => {
    const { api, secret, call } = await served();
    await api.send('POST', '/api/crawl', crawl);
    const path = '/api/crawls/1/events';
    const logged: string[] = [];
    let last: string | null = null;
    let cuts = 0;
    for (let isOver = false; !isOver;) {
      const most = cuts < 10 ? 5 + 3 * cuts : Infinity;
      const events = await follow(api, { path, key: secret, after: last, most });
      for (const { id, event, data } of events) {
        if (event === 'log') logged.push(data.id);
        last = id ?? last;
      }
      isOver = events.some(({ event }) => event === 'end');
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(10);
    const all = (await call(['runs', 'tail', '1', '--json', '--limit', '100000'])).json<{ id: string }[]>();
    expect(logged).toEqual(all.map(({ id }) => id));
  });

  it('refuses before it begins what it cannot follow', async () => {
    const { api } = await served();
    expect(await api.send('GET', '/api/crawls/9/events')).toMatchObject({
      status: 404,
      body: { code: 'unknown-run' },
    });
    expect(await api.send('GET', '/api/events?kinds=run,rum')).toMatchObject({
      status: 400,
      body: { code: 'bad-arguments', errors: [{ pointer: '/kinds' }] },
    });
  });
});

describe('the changes of the workspace as a stream', () => {
  it('ends when the key is revoked', async () => {
    const { api, secret, call } = await served();
    const following = follow(api, { path: '/api/events', key: secret, after: null });
    await expect.poll(async () => (await api.send('GET', '/api/spiders')).status).toBe(200);
    await call(['keys', 'revoke', '1']);
    expect((await following).at(-1)).toMatchObject({ event: 'error', data: { code: 'bad-key' } });
  });

  it('tell of a crawl from its beginning to its end, also what happened while nobody listened', async () => {
    const { api, secret } = await served();
    const [begin] = await follow(api, { path: '/api/events', key: secret, after: null, most: 1 });
    await api.send('POST', '/api/crawl', crawl);
    await api.send('GET', '/api/crawls/1/status?wait=60');
    const path = '/api/events?kinds=run';
    const events = await follow(api, { path, key: secret, after: begin?.id ?? null, most: 4 });
    expect(events.map(({ event, data }) => [event, data])).toMatchObject([
      ['begin', {}],
      ['run', { subject: '1', what: 'created', spider: 'site' }],
      ['run', { subject: '1', what: 'moved', state: 'running' }],
      ['run', { subject: '1', what: 'moved', state: 'completed' }],
    ]);
    const ids = events.slice(1).map(({ data }) => Number(data.id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });
});
