import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openHost } from './open-host.ts';

const project = 'default';
const names = ['one', 'two', 'three'];
const pages = 12;

it('threads of one process share the slots of a host', async () => {
  let inFlight = 0;
  const most: number[] = [];
  const server = createServer((request, response) => {
    inFlight += 1;
    most.push(inFlight);
    response.once('close', () => (inFlight -= 1));
    const section = request.url?.split('/')[1] ?? '';
    const links = Array.from({ length: pages }, (_, n) => `<a href="/${section}/${n}">x</a>`).join('');
    const isPage = names.includes(section);
    void pass(10).then(() =>
      response
        .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
        .end(`<!doctype html><h1>${request.url}</h1>${links}`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const studio = await openHost();
  onTestFinished(async () => {
    await studio.close();
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const runs = await Promise.all(
    names.map(async (name, n) => {
      const text = JSON.stringify({
        name,
        allowed_domains: ['127.0.0.1'],
        start_urls: [`${origin}/${name}/0`],
        rules: [{ allow: [`/${name}/`], callback: 'page' }],
        callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
        settings: {
          DOWNLOAD_DELAY: 0,
          AUTOTHROTTLE_ENABLED: false,
          // The run with one slot is among the others from the beginning.
          CONCURRENT_REQUESTS_PER_DOMAIN: n + 1,
        },
      });
      await studio.call('spiders.save', { project, spider: null, text, base: null });
      const { run } = await studio.call('runs.start', {
        project,
        spider: name,
        limit: null,
        allowPrivate: true,
      });
      const progress = studio.follow('run', { run: run.id });
      const last = await progress.until((event) => event.run.state === 'completed');
      progress.end();
      return last.run.counters;
    }),
  );
  expect(runs.map(({ done, failed }) => [done, failed])).toEqual(names.map(() => [pages, 0]));
  // Each asks for robots.txt, perhaps for a sitemap, and for its pages.
  expect(most.length).toBeGreaterThanOrEqual(names.length * (pages + 1));
  expect(Math.max(...most)).toBeLessThanOrEqual(names.length);
});
