import type { ChildProcess } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';
import { ledgerOf, resultOf } from './data-folder.ts';

const innocents = ['/one', '/two', '/three'];
const killer = '/killer';

/**
 * A site with one page that kills whoever asks for it. The innocent ones are not answered before the killer has struck, and
 * it strikes when all are in flight, three times; then they are answered.
 */
async function startKillerSite() {
  let visitor: ChildProcess | null = null;
  let strikes = 0;
  let asked: string[] = [];
  const held: ServerResponse[] = [];
  const page = (response: ServerResponse, body: string): void =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`);
  const strike = (): void => {
    strikes += 1;
    visitor?.kill('SIGKILL');
    for (const response of held.splice(0)) response.destroy();
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/robots.txt') return void response.writeHead(404).end();
    if (url === '/') {
      const links = [...innocents, killer].map((path) => `<a href="${path}">${path}</a>`).join('');
      return page(response, links);
    }
    asked.push(url);
    if (url !== killer && strikes >= 3) return page(response, `<h1>${url}</h1>`);
    held.push(response);
    if (strikes >= 3 || asked.length === innocents.length + 1) strike();
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Watches a visitor, who asks anew. */
    begin(child: ChildProcess) {
      visitor = child;
      asked = [];
    },
    asked: () => asked,
  };
}

it('a page that kills the process fails alone, and all that was in flight beside it is done', async () => {
  const site = await startKillerSite();
  const { call, data, file } = studio();
  const spider = {
    name: 'site',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${site.origin}/`],
    rules: [{ allow: ['/\\w+$'], callback: 'page', follow: false }],
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
    settings: {
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      CONCURRENT_REQUESTS: 8,
      CONCURRENT_REQUESTS_PER_DOMAIN: 8,
    },
  };
  await call(['import', file('site.json', spider)]);
  const resume = ['runs', 'resume', '1', '--json'];
  const onStart = site.begin;
  for (const args of [['crawl', 'site', '--allow-private', '--json'], resume, resume]) {
    expect(await call(args, { onStart })).toMatchObject({ code: null, stdout: '' });
    expect((await ledgerOf(data, '1')).active).toEqual(new Set([...innocents, killer]));
  }

  // One at a time from here on: those before the killer are done, then it strikes with nothing beside it.
  expect(await call(resume, { onStart })).toMatchObject({ code: null, stdout: '' });
  expect(site.asked()).toEqual([...innocents, killer]);
  expect((await ledgerOf(data, '1')).active).toEqual(new Set([killer]));

  const last = await call(resume, { onStart });
  expect(site.asked()).toEqual([]);
  expect(last.code).toBe(0);
  expect(last.json()).toMatchObject({
    state: 'completed',
    counters: { seen: 5, done: 4, failed: 1, queued: 0, active: 0, skipped: 0, items: 3 },
    receipt: { givenUp: 1, itemsLost: 0, itemsDuplicated: 0 },
  });
  const { items, pages } = await resultOf(data, '1');
  expect(items.map(({ title }) => title)).toEqual(innocents.toSorted());
  const reason = pages.find(({ state }) => state === 'failed')?.reason;
  expect(reason).toMatch(
    /^This page ends the program: the run was cut off four times .* Put it back into the queue/,
  );
  expect((await call(['runs', 'show', '1'])).stdout).toContain(
    'failed: This page ends the program: the run was cut off four times',
  );
  expect((await call(['runs', 'requeue', '1'])).stdout).toContain('1 failed page put back into the queue');
}, 300_000);
