import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { isWindowsNode } from './program.ts';

const pages = 30;

interface Site {
  url: string;
  /** Paths of the pages asked for, in order, without robots.txt. */
  asked: string[];
  /** Holds every answer after this many pages, until `go` is called. */
  holdAfter: number;
  go(): void;
  /** Resolves when an answer is being held. */
  held: Promise<void>;
}

/** A site whose front page links to `pages` pages; it can hold its answers, so that a test knows what is in flight. */
async function startSite(): Promise<Site> {
  const waiting: (() => void)[] = [];
  let onHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const site: Site = {
    url: '',
    asked: [],
    holdAfter: Infinity,
    held,
    go() {
      site.holdAfter = Infinity;
      for (const answer of waiting.splice(0)) answer();
    },
  };
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    site.asked.push(path);
    const answer = (): void => sendPage(response, path);
    if (site.asked.length <= site.holdAfter) return answer();
    waiting.push(answer);
    onHeld();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}

function sendPage(response: ServerResponse, path: string): void {
  const links = Array.from({ length: pages }, (_, index) => `<a href="/page/${index}">${index}</a>`);
  const body = path === '/' ? links.join('') : `<h1>Page ${path}</h1>`;
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><title>${path}</title>${body}`);
}

const spiderFor = (url: string) => ({
  name: 'site',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${url}/`],
  rules: [{ allow: ['/page/'], callback: 'page', follow: false }],
  callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
  settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 4, CONCURRENT_REQUESTS_PER_DOMAIN: 4 },
});

describe('Ctrl+C during a crawl', () => {
  it('pauses: what is in flight is finished, and resuming fetches the rest, each page once', async () => {
    const site = await startSite();
    const { call, file } = studio();
    await call(['import', file('site.json', spiderFor(site.url))]);
    site.holdAfter = 10;
    const crawling = call(['crawl', 'site', '--allow-private', '--json'], {
      onStart: (child) =>
        void site.held.then(() => {
          // The answer is let go only when the process has said that it is pausing.
          child.stderr?.on('data', (chunk: Buffer) => chunk.toString().includes('Pausing') && site.go());
          child.kill('SIGINT');
        }),
    });
    const paused = await crawling;
    const outcome = paused.json<{
      run: string;
      state: string;
      reason: string;
      counters: Record<string, number>;
    }>();
    expect(outcome.state).toBe('paused');
    expect(outcome.reason).toMatch(/^Paused /);
    expect(paused.code).toBe(0);
    const { queued = 0, active = 0, done = 0, failed = 0, skipped = 0, seen = 0 } = outcome.counters;
    expect({ active, failed, skipped, seen }).toEqual({ active: 0, failed: 0, skipped: 0, seen: pages + 1 });
    expect(queued).toBeGreaterThan(0);
    expect(queued + done).toBe(seen);
    expect(done).toBe(site.asked.length);

    const resumed = await call(['runs', 'resume', outcome.run, '--json']);
    expect(resumed.json()).toMatchObject({
      run: outcome.run,
      state: 'completed',
      counters: { queued: 0, done: pages + 1, items: pages },
    });
    expect(resumed.code).toBe(0);
    expect(new Set(site.asked).size).toBe(site.asked.length);
    const items = (await call(['show', 'site', '--json'])).json<{ url: string }[]>();
    expect(new Set(items.map(({ url }) => url)).size).toBe(pages);
    expect(items).toHaveLength(pages);
  });

  it('twice drops what is in flight, which is queued again', async () => {
    const site = await startSite();
    const { call, file } = studio();
    await call(['import', file('site.json', spiderFor(site.url))]);
    site.holdAfter = 5;
    const paused = await call(['crawl', 'site', '--allow-private', '--json'], {
      onStart: (child) =>
        void site.held.then(() => {
          let interrupts = 1;
          child.stderr?.on('data', (chunk: Buffer) => {
            if (!chunk.toString().includes('Pausing')) return;
            // A second interrupt that comes at once is taken for an echo of the first, so it is repeated until it works.
            const repeat = setInterval(() => child.kill('SIGINT') && (interrupts += 1), 100);
            child.on('exit', () => clearInterval(repeat));
          });
          child.kill('SIGINT');
        }),
    });
    const outcome = paused.json<{ run: string; state: string; counters: Record<string, number> }>();
    expect(outcome.state).toBe('paused');
    expect(outcome.counters).toMatchObject({ active: 0, seen: pages + 1, done: 5 });
    site.go();
    const resumed = await call(['runs', 'resume', outcome.run, '--json']);
    expect(resumed.json()).toMatchObject({ state: 'completed', counters: { done: pages + 1, items: pages } });
  });

  // Windows has no signals: sent there, they end the process at once.
  it.skipIf(isWindowsNode).each(['SIGTERM', 'SIGHUP'] as const)(
    'so does %s, and the process ends',
    async (signal) => {
      const site = await startSite();
      const { call, file } = studio();
      await call(['import', file('site.json', spiderFor(site.url))]);
      site.holdAfter = 5;
      const paused = await call(['crawl', 'site', '--allow-private', '--json'], {
        onStart: (child) =>
          void site.held.then(() => {
            child.stderr?.on('data', (chunk: Buffer) => chunk.toString().includes('Pausing') && site.go());
            child.kill(signal);
          }),
      });
      expect(paused.json()).toMatchObject({ state: 'paused', counters: { active: 0, failed: 0 } });
      expect(paused.code).toBe(0);
    },
  );

  it('a run that was killed is interrupted at once, and can be resumed', async () => {
    const site = await startSite();
    const { call, file } = studio();
    await call(['import', file('site.json', spiderFor(site.url))]);
    site.holdAfter = 12;
    await call(['crawl', 'site', '--allow-private'], {
      onStart: (child) => void site.held.then(() => child.kill('SIGKILL')),
    });
    site.go();
    const [run] = (await call(['runs', 'list', '--json'])).json<{ id: string; state: string }[]>();
    expect(run?.state).toBe('interrupted');
    const resumed = await call(['runs', 'resume', run?.id ?? '', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { done: pages + 1, items: pages, active: 0 },
    });
    const items = (await call(['show', 'site', '--json'])).json<{ url: string }[]>();
    expect(new Set(items.map(({ url }) => url)).size).toBe(items.length);
  });
});
