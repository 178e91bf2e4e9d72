import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from '../../../../servers/routes.ts';
import { startServer } from '../../../../servers/server.ts';
import { openHost, type OpenHost } from '../../open-host.ts';

const project = 'default';
const names = Array.from({ length: 6 }, (_, n) => `shop${n}`);

let studio: OpenHost;
beforeEach(async () => {
  studio = await openHost();
});
afterEach(async () => {
  await studio.close();
  rmSync(studio.dataDir, { recursive: true, force: true });
});

/** Spiders of one site, each of which has a page of its own with an item. */
async function shops(answer: (name: string) => ReturnType<typeof page>) {
  const site = await startServer(Object.fromEntries(names.map((name) => [`/${name}`, answer(name)])));
  onTestFinished(() => site.close());
  for (const name of names) {
    const spider = {
      name,
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url(`/${name}`)],
      rules: [{ allow: [`/${name}$`], callback: 'product', follow: false }],
      callbacks: { product: { extract: { title: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, ROBOTSTXT_OBEY: false, RETRY_TIMES: 0 },
    };
    const text = JSON.stringify(spider);
    await studio.call('spiders.import', { project, text, file: `${name}.json`, dryRun: false });
  }
}

describe('a check in the window', () => {
  it('tells its progress, keeps what it finds, and leaves one sample of each spider', async () => {
    await shops((name) => page(name === 'shop3' ? '<p>Sold out.</p>' : `<h1>${name}</h1>`));
    const operation = 'check-of-shops';
    const progress = studio.follow('progress', { operation });
    const health = studio.follow('health', { project });
    expect(await studio.call('health.last', { project })).toBeNull();
    const report = await studio.call('health.check', { project, allowPrivate: true, operation });
    expect(report).toMatchObject({
      healthy: 5,
      broken: 1,
      unknown: 0,
      spiders: [{ spider: 'shop3' }, {}, {}, {}, {}, {}],
    });
    await progress.until(({ stage, percent }) => stage === 'checking' && percent === 100);
    await health.until(() => true);
    expect(await studio.call('health.last', { project })).toEqual(report);
    const again = await studio.call('health.check', {
      project,
      spiders: ['shop1', 'shop1'],
      allowPrivate: true,
    });
    expect(again).toMatchObject({ healthy: 1, broken: 0, unknown: 0 });
    const { runs } = await studio.call('runs.list', { project });
    expect(runs.map(({ spider }) => spider).toSorted()).toEqual(names);
    expect(await studio.call('health.last', { project })).toMatchObject({ healthy: 5, broken: 1 });
    expect(studio.faults).toEqual([]);
  });

  it('ends its samples when it is cancelled, and keeps nothing of them', async () => {
    const cancel = new AbortController();
    let asked = 0;
    await shops((name) => (visit) => {
      asked += 1;
      if (asked === 3) cancel.abort();
      // The answer is long in coming: only the end of the run ends the wait.
      if (asked < 3) return page(`<h1>${name}</h1>`)(visit);
      return undefined;
    });
    const answer = await studio.ask(
      'health.check',
      { project, allowPrivate: true },
      { signal: cancel.signal },
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const { runs } = await studio.call('runs.list', { project });
    expect(runs.filter(({ state }) => state === 'running' || state === 'queued')).toEqual([]);
  });
});
