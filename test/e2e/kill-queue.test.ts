import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { QueueEntry, QueueStatus } from '../../shared/contract/types.ts';
import { studio } from './command-line.ts';
import { look, seededNumbers } from './data-folder.ts';
import { isWindowsNode } from './program.ts';

/** Pages of each site that give an item. */
const pages = 8;

interface ManySites {
  url: string;
  /** Called with each request. */
  onRequest: () => void;
  /** While true, no request is answered. */
  holds: boolean;
  release(): void;
}

/** Many sites under one address: /NAME links to pages that give an item each. */
async function startSites(): Promise<ManySites> {
  const held: (() => void)[] = [];
  const sites: ManySites = {
    url: '',
    onRequest: () => undefined,
    holds: false,
    release() {
      sites.holds = false;
      for (const answer of held.splice(0)) answer();
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    sites.onRequest();
    const answer = (): void => sendPage(response, path);
    return sites.holds ? void held.push(answer) : answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  sites.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return sites;
}

function sendPage(response: ServerResponse, path: string): void {
  const links = Array.from({ length: pages }, (_, n) => `<a href="${path}/item/${n}">${n}</a>`);
  const body = path.includes('/item/') ? `<h1>${path}</h1>` : links.join('');
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><title>${path}</title>${body}`);
}

/** A data folder with a spider for each name. */
async function openStudio({ url }: ManySites, names: readonly string[]) {
  const opened = studio();
  for (const name of names) {
    const spider = {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${url}/${name}`],
      rules: [{ allow: ['/item/'], callback: 'parse_item' }],
      callbacks: { parse_item: { extract: { title: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
    };
    await opened.call(['import', opened.file(`${name}.json`, spider)]);
  }
  return opened;
}

type Opened = Awaited<ReturnType<typeof openStudio>>;

/** The requests of all runs that have failed, and why. */
const failuresOf = (data: string) =>
  look(data, async ({ queries }) => {
    const runs = await queries.runs.list();
    const slices = await Promise.all(runs.map(({ id }) => queries.requests.slice({ run: id }, 0, 100)));
    return slices.flatMap(({ rows }) => rows.filter(({ state }) => state === 'failed'));
  });

/** What has become of entries: each has completed with a run of its own, which has each item once. */
async function expectEachOnce(
  { data }: Opened,
  entries: readonly QueueEntry[],
  names: readonly string[],
): Promise<void> {
  expect(await failuresOf(data)).toEqual([]);
  expect(entries.map(({ state, spider, reason }) => ({ state, spider, reason }))).toEqual(
    names.map((spider) => ({ state: 'completed', spider, reason: 'Finished. No pages left.' })),
  );
  const runs = new Map(entries.map(({ run, spider }) => [run, spider]));
  expect(runs.size).toBe(entries.length);
  await look(data, async ({ queries, check }) => {
    expect(check()).toEqual([]);
    const all = await queries.runs.list();
    expect(all.map(({ id }) => id).toSorted()).toEqual([...runs.keys()].toSorted());
    for (const { id, project, spider } of all) {
      const view = { project, spider, run: id, filters: [], words: [], sort: [], upTo: null };
      const { rows } = await queries.items.slice(view, 0, 100);
      expect(rows.map(({ title }) => title).toSorted()).toEqual(
        Array.from({ length: pages }, (_, n) => `/${runs.get(id) ?? ''}/item/${n}`),
      );
    }
  });
}

const inOrder = (entries: readonly QueueEntry[]): QueueEntry[] =>
  entries.toSorted((a, b) => Number(a.id) - Number(b.id));

it('a daemon that is killed again and again loses no entry, and carries each out once', async () => {
  const sites = await startSites();
  const names = Array.from({ length: 32 }, (_, n) => `s${n}`);
  const opened = await openStudio(sites, names);
  const { call, data, file } = opened;
  const wanted = names.map((spider) => ({ spider, allowPrivate: true }));
  expect(await call(['queue', 'bulk', file('night.json', wanted), '--json'])).toMatchObject({ code: 0 });
  await call(['queue', 'configure', '--concurrency', '3']);

  const seeded = seededNumbers(20261123);
  for (let kill = 0; kill < 12; kill += 1) {
    // As it registers, or at one of its requests: twice as many as are in flight at once, so that no page is in flight at every kill
    // and is then taken for what ends the process.
    const at = seeded(0, 3) === 0 ? 0 : seeded(16, 30);
    let requests = 0;
    const { code } = await call(['daemon', '--drain'], {
      onStart(child) {
        const end = (): void => void child.kill('SIGKILL');
        if (at === 0) child.stderr?.once('data', end);
        sites.onRequest = () => {
          requests += 1;
          if (requests === at) end();
        };
      },
    });
    expect(code).toBeNull();
    await look(data, async ({ queries, check }) => {
      expect(check()).toEqual([]);
      const { counts } = await queries.queue.status();
      const { all, ...states } = counts;
      expect([all, Object.values(states).reduce((sum, count) => sum + count, 0)]).toEqual([32, 32]);
      expect(states).toMatchObject({ failed: 0, cancelled: 0, dead: 0 });
      expect(states.running).toBeLessThanOrEqual(3);
      const { entries } = await queries.queue.list();
      const runs = entries.flatMap(({ run }) => (run === null ? [] : [run]));
      expect(new Set(runs).size).toBe(runs.length);
      // There is no run that belongs to no entry.
      expect((await queries.runs.list()).map(({ id }) => id).toSorted()).toEqual(runs.toSorted());
    });
  }

  sites.onRequest = () => undefined;
  const last = await call(['daemon', '--drain']);
  expect(last).toMatchObject({ code: 0, stdout: '' });
  const listed = (await call(['queue', 'list', '--json'])).json<QueueEntry[]>();
  await expectEachOnce(opened, inOrder(listed), names);
  expect((await call(['queue', 'status', '--json'])).json<QueueStatus>()).toMatchObject({
    counts: { completed: 32, all: 32 },
    workers: [],
  });
}, 600_000);

it.skipIf(isWindowsNode)(
  'what a stopped process carried out is taken over, and it writes nothing when it wakes up',
  async () => {
    const sites = await startSites();
    const opened = await openStudio(sites, ['shop']);
    sites.holds = true;
    const asked = new Promise<void>((resolve) => {
      sites.onRequest = resolve;
    });
    const first = { stop: (): void => undefined, goOn: (): void => undefined };
    const stopped = opened.call(['crawl', '--all', '--allow-private', '--json'], {
      onStart(child) {
        first.stop = () => void child.kill('SIGSTOP');
        first.goOn = () => void child.kill('SIGCONT');
        onTestFinished(() => void child.kill('SIGKILL'));
      },
    });
    await asked;
    first.stop();
    sites.release();
    const drained = await opened.call(['daemon', '--drain']);
    expect(drained.code).toBe(0);
    expect(drained.stderr).toContain('has not answered for 30 seconds');
    const [entry] = (await opened.call(['queue', 'list', '--json'])).json<QueueEntry[]>();
    expect(entry).toMatchObject({ state: 'completed', attempts: 1, run: '1' });
    first.goOn();
    expect((await stopped).json()).toMatchObject([
      { id: entry?.id, state: 'completed', run: '1', counters: { items: pages } },
    ]);
    await expectEachOnce(opened, entry === undefined ? [] : [entry], ['shop']);
  },
  600_000,
);

it.skipIf(isWindowsNode)(
  'a daemon that is asked to end gives back what it carries out',
  async () => {
    const sites = await startSites();
    const opened = await openStudio(sites, ['shop']);
    await opened.call(['queue', 'add', 'shop', '--allow-private']);
    sites.holds = true;
    const ended = await opened.call(['daemon'], {
      onStart(child) {
        sites.onRequest = () => void child.kill('SIGINT');
        void once(child, 'exit').then(() => sites.release());
      },
    });
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    const [entry] = (await opened.call(['queue', 'list', '--json'])).json<QueueEntry[]>();
    expect(entry).toMatchObject({ state: 'pending', attempts: 0, run: '1', worker: null });
    sites.onRequest = () => undefined;
    sites.release();
    await opened.call(['daemon', '--drain']);
    const listed = (await opened.call(['queue', 'list', '--json'])).json<QueueEntry[]>();
    await expectEachOnce(opened, listed, ['shop']);
  },
  300_000,
);
