import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

interface Outcome {
  code: number;
  asked: string[];
  stdout: string;
  stderr: string;
}

const spider = {
  name: 'away',
  allowed_domains: ['10.97.0.1'],
  start_urls: ['http://10.97.0.1:8097/'],
  rules: [{ allow: ['/p\\d'], callback: 'page' }],
  callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
  settings: {
    RETRY_TIMES: 0,
    ROBOTSTXT_OBEY: false,
    DOWNLOAD_DELAY: 0,
    AUTOTHROTTLE_ENABLED: false,
    CONCURRENT_REQUESTS: 1,
  },
};

/** Where a process may have a network of its own: on Linux, for who may make one. */
const mayIsolate =
  process.platform === 'linux' && spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** @param stage when the network is away, and what is done while it is */
async function crawlWithout(stage: 'middle' | 'beginning' | 'pause') {
  const { call, file, data } = studio();
  await call(['import', file('away.json', spider)]);
  const inside = [process.execPath, path('away-network.mjs'), path('../../bin/spider-studio.mjs'), stage];
  const crawl = ['crawl', 'away', '--allow-private', '--json'];
  const env = { ...process.env, SPIDER_STUDIO_HOME: data };
  const text = execFileSync('unshare', ['-rn', ...inside, ...crawl], { env, encoding: 'utf8' });
  const outcome = JSON.parse(text) as Outcome;
  return { call, outcome, run: JSON.parse(outcome.stdout) as { run: string } & Record<string, unknown> };
}

const pages = ['/', ...Array.from({ length: 12 }, (_, n) => `/p${n}`)];

describe.skipIf(!mayIsolate)('a network that goes away', () => {
  it.each(['middle', 'beginning'] as const)('at the %s of a crawl costs no page', async (stage) => {
    const { call, outcome, run } = await crawlWithout(stage);
    expect(outcome.stderr).toContain(
      'Waiting for the network. This computer has no network connection. The run continues by itself; Ctrl+C pauses it.',
    );
    expect(outcome.stderr).toContain('The network is back; the run continues.');
    expect(run).toMatchObject({ state: 'completed', counters: { done: 13, failed: 0, items: 12 } });
    expect(new Set(outcome.asked)).toEqual(new Set(pages));
    expect(outcome.code).toBe(0);
    const shown = await call(['runs', 'tail', run.run, '--kind', 'network', '--json']);
    expect(shown.json<{ message: string }[]>().map(({ message }) => message)).toEqual([
      'Waiting for the network. This computer has no network connection.',
      expect.stringMatching(/^The network is back after .+; the run goes on\.$/),
    ]);
  });

  it('is no obstacle to pausing the run', async () => {
    const { outcome, run } = await crawlWithout('pause');
    expect(run).toMatchObject({ state: 'paused', counters: { queued: 1, active: 0, failed: 0, seen: 1 } });
    expect(outcome.code).toBe(0);
  });
});
