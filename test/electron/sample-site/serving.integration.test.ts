import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../electron/host/work/crawl/execute-run.ts';
import { samplePortOf } from '../../../electron/sample-site/serving.ts';
import { sampleSpider } from '../../../electron/sample-site/spiders.ts';
import { importSpider } from '../../../electron/host/data/stored-spiders.ts';
import { openWorkspace } from '../../../electron/host/workspace/workspace.ts';
import { openHost, type OpenHost } from '../host/open-host.ts';

/** An address of this computer where nobody listens. */
async function freeOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}`;
}

/** Enough to see whether the site is there. */
const few = { limit: 3, overrides: { DOWNLOAD_DELAY: 0 } };
const isOver = ({ run }: { run: { state: string } }) =>
  /^(?:completed|stopped|failed|paused)$/u.test(run.state);

async function crawl(studio: OpenHost): Promise<unknown> {
  const { run } = await studio.call('runs.start', { project: 'default', spider: 'sample-shop', ...few });
  const followed = studio.follow('run', { run: run.id });
  const { run: over } = await followed.until(isOver);
  followed.end();
  return { failed: over.counters.failed, items: over.counters.items };
}

describe('the sample spider', () => {
  it('finds its site after every start of the application, as does what is tried with it', async () => {
    const origin = await freeOrigin();
    const text = sampleSpider('sample-shop', origin);
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-sample-'));
    const workspace = openWorkspace(dataDir);
    await importSpider(workspace, { text, file: 'sample.json', project: 'default', dryRun: false });
    workspace.close();
    const first = await openHost(dataDir);
    const added = await first.call('pages.addUrl', {
      project: 'default',
      spider: 'sample-shop',
      url: `${origin}/shop/`,
      allowPrivate: true,
    });
    expect(added.page.url).toBe(`${origin}/shop/`);
    await first.host.close();

    const second = await openHost(dataDir);
    expect(await crawl(second)).toEqual({ failed: 0, items: 3 });
    expect((await second.call('app.status', {})).sampleSite).toBe(origin);
    await second.close();
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
  });

  it('finds its site from the command line, for as long as the run', async () => {
    const origin = await freeOrigin();
    const workspace = openWorkspace(mkdtempSync(join(tmpdir(), 'spider-studio-sample-')));
    const text = sampleSpider('sample-shop', origin);
    await importSpider(workspace, { text, file: 'sample.json', project: 'default', dryRun: false });
    const never = new AbortController().signal;
    const outcome = await startRun(
      workspace,
      { project: 'default', spider: 'sample-shop', ...few, allowPrivate: false },
      {
        pause: never,
        stop: never,
        onStart: () => undefined,
        onWarning: () => undefined,
        onProgress: () => undefined,
      },
    );
    expect(outcome).toMatchObject({ exitCode: 0, counters: { failed: 0, items: 3 } });
    workspace.close();
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
  });

  it.each([
    ['sample-shop', ['http://127.0.0.1:8765/shop/'], ['127.0.0.1'], 8765],
    ['sample-shop-2', ['http://127.0.0.1:9001/shop/'], ['127.0.0.1'], 9001],
    ['my-server', ['http://127.0.0.1:8765/'], ['127.0.0.1'], null],
    ['sample-shop', ['http://127.0.0.1:8765/', 'http://127.0.0.1:80/'], ['127.0.0.1'], null],
    ['sample-shop', ['http://127.0.0.1:8765/'], ['127.0.0.1', 'intranet'], null],
    ['sample-shop', ['https://example.org/'], ['example.org'], null],
    ['sample-shop', [], [], null],
  ])('%s for %j is served at its own address only', (name, start_urls, allowed_domains, port) => {
    expect(samplePortOf({ name, start_urls, allowed_domains })).toBe(port);
  });
});
