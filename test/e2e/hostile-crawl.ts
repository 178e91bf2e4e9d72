import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { Usage } from '../../bench/usage.ts';
import * as routes from '../servers/routes.ts';
import { startServer, type Route, type ServerOptions, type TestServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

type State = 'queued' | 'active' | 'done' | 'failed' | 'skipped';

interface Details {
  state: string;
  reason: string;
  counters: Record<State | 'seen' | 'items', number>;
  reasons: { state: string; reason: string; count: number }[];
  hosts: (Record<State | 'items', number> & { origin: string })[];
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** For 127.0.0.1, ::1, localhost and site.test, signed by itself: `file` is to be trusted by who is to believe it. */
export const certificate = {
  file: here('../fixtures/proxy/certificate.pem'),
  tls: {
    cert: readFileSync(here('../fixtures/proxy/certificate.pem')),
    key: readFileSync(here('../fixtures/proxy/key.pem')),
  },
};

export const noRobots = routes.status(404);
export const good = routes.page('<!doctype html><h1>Good</h1>');

/** A site that links from its front page to all of its pages. */
export async function site(pages: Record<string, Route>, options: ServerOptions = {}): Promise<TestServer> {
  const links = Object.keys(pages).filter((path) => path !== '/robots.txt');
  const front = routes.page(links.map((path) => `<a href="${path}">x</a>`).join(''));
  const server = await startServer({ '/robots.txt': noRobots, '/': front, ...pages }, options);
  onTestFinished(() => server.close());
  return server;
}

/** A host with ten good pages: whatever the others do, all of them are to be fetched. */
export const innocentHost = (): Promise<TestServer> =>
  site(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`/good-${n}`, good])), { host: '127.0.0.2' });

/** Crawls from the front pages on, and checks what holds for every crawl. */
export async function crawl(
  starts: readonly string[],
  {
    settings = {},
    env = {},
    rules = [
      { allow: ['/many/'], callback: 'page', follow: false },
      { allow: ['\\d/.+'], callback: 'page', follow: false, priority: 1 },
    ],
    domains = ['127.0.0.1', '127.0.0.2', 'localhost', 'no-such-host.invalid'],
    proxy = null,
    args = ['--allow-private'],
  }: {
    settings?: Record<string, unknown>;
    env?: Record<string, string>;
    rules?: object[];
    domains?: string[];
    /** URL of a datacenter proxy. */
    proxy?: string | null;
    args?: string[];
  } = {},
) {
  const { call, file, folder } = studio();
  const spider = {
    name: 'hostile',
    allowed_domains: domains,
    start_urls: starts,
    rules,
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, RETRY_TIMES: 0, DOWNLOAD_TIMEOUT: 20, ...settings },
  };
  const imported = await call(['import', file('hostile.json', spider), '--json']);
  expect(imported.code, imported.stdout).toBe(0);
  if (proxy !== null) expect((await call(['proxies', 'add', 'datacenter', proxy])).code).toBe(0);
  const usageFile = join(folder, 'usage.json');
  const measured = {
    NODE_OPTIONS: `--import ${new URL('../../bench/measure.mjs', import.meta.url).href}`,
    BENCH_USAGE: usageFile,
    ...env,
  };
  const called = await call(['crawl', 'hostile', '--json', ...args], { env: measured });
  const { run } = called.json<{ run: string }>();
  const details = (await call(['runs', 'show', run, '--json'])).json<Details>();
  const { queued, active, done, failed, skipped, seen } = details.counters;
  expect(queued + active + done + failed + skipped, 'the counters add up').toBe(seen);
  expect(active, 'nothing is left in flight').toBe(0);
  for (const { reason } of details.reasons) expect(reason).toMatch(/^\S.+[.)]$/s);
  const tail = await call(['runs', 'tail', run, '--kind', 'failed', '--kind', 'skipped', '--json']);
  const events = tail.json<{ url: string; message: string }[]>();
  const usage: Usage = JSON.parse(readFileSync(usageFile, 'utf8'));
  return {
    ...details,
    code: called.code,
    /** Why a page failed or was skipped; null: it did not. */
    reasonOf: (url: string) => events.find((event) => event.url === url)?.message ?? null,
    told: details.reasons.map(({ reason }) => reason).join('\n'),
    peakRssMb: usage.peakRssMb,
    of: ({ origin }: { origin: string }) => details.hosts.find((one) => one.origin === origin),
  };
}
