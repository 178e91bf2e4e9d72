import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCrawls, type Crawls } from '../../../../../electron/host/work/crawl/crawls.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { savedVersion } from '../../../store/saved-version.ts';

/** A run whose site answers its first page and never the others; resolves when one of them is in flight. */
async function runThatHangs(): Promise<{ crawls: Crawls; stands: () => unknown }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-pause-'));
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/never') === true) return;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<a href="/never/1">1</a>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inFlight = new Promise<void>((resolve) => {
    server.on('request', ({ url }) => url?.startsWith('/never') === true && resolve());
  });
  const workspace = openWorkspace(dataDir);
  const spider = {
    name: 'site',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`],
    rules: [{ allow: ['/never/'], callback: 'page' }],
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
  };
  await savedVersion(workspace, spider);
  // Nothing is waited for before it is dropped; dropping it takes as long as it takes.
  const crawls = createCrawls({
    dataDir,
    proxyChannel: null,
    onEnd: () => undefined,
    grace: { finishMs: 0, dropMs: 3_600_000 },
  });
  onTestFinished(async () => {
    await crawls.close();
    workspace.close();
    server.closeAllConnections();
    server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const request = { project: 'default', spider: 'site', limit: null, overrides: {}, allowPrivate: true };
  const { run } = await crawls.start(request);
  await inFlight;
  const stands = async () => {
    const { state, counters } = await workspace.queries.runs.get(run);
    return { state, ...counters };
  };
  expect(await stands()).toMatchObject({ state: 'running', active: 1 });
  return { crawls, stands };
}

const paused = { state: 'paused', active: 0, queued: 1, done: 1, failed: 0, seen: 2 };

describe('a run whose site does not answer', () => {
  it('is paused when the host is closed, and what was in flight is queued again', async () => {
    const { crawls, stands } = await runThatHangs();
    await crawls.close();
    expect(await stands()).toMatchObject(paused);
  });

  it('is paused before the call returns, though the loop of events stands still', async () => {
    const { crawls, stands } = await runThatHangs();
    crawls.pauseNow();
    expect(await stands()).toMatchObject(paused);
    await expect(crawls.start({} as never)).rejects.toThrow('Spider Studio is being closed.');
  });
});
