import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { studio } from './command-line.ts';

const hosts = Array.from({ length: 600 }, (_, n) => `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}`);
const descriptors = 128;

/** Only Linux has more than one address of loopback without being told. */
const isLinux = process.platform === 'linux';

it.runIf(isLinux)(
  `${hosts.length} hosts are crawled with ${descriptors} open files`,
  async () => {
    const server = createServer((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      const { port } = server.address() as AddressInfo;
      const links = hosts.map((host) => `<a href="http://${host}:${port}/page">${host}</a>`).join('');
      const body = request.url === '/' ? links : `<h1>${request.headers.host}</h1>`;
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`);
    });
    // The server does not close what it is not asked to close: it is for the crawl to do so.
    server.keepAliveTimeout = 120_000;
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { call, file } = studio();
    const spider = {
      name: 'hosts',
      allowed_domains: ['127.0.0.1', ...hosts],
      start_urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}/`],
      rules: [{ allow: ['/page$'], callback: 'page', follow: false }],
      callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 32, RETRY_TIMES: 0 },
    };
    await call(['import', file('hosts.json', spider)]);
    const node = file('node', `#!/bin/sh\nulimit -n ${descriptors}\nexec "${process.execPath}" "$@"\n`);
    chmodSync(node, 0o755);
    const crawled = await call(['crawl', 'hosts', '--allow-private', '--json'], { node });
    expect(crawled.json()).toMatchObject({
      state: 'completed',
      counters: { seen: 601, done: 601, failed: 0, skipped: 0, queued: 0, active: 0, items: 600 },
    });
  },
  300_000,
);
