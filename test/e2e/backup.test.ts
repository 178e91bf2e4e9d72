import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Called } from './call.ts';
import { studio } from './command-line.ts';
import { pathHere } from './program.ts';
import { slots, startSeededSite } from './seeded-site.ts';

it('a backup that is made while a crawl goes on is restored elsewhere, where the crawl goes on, too', async () => {
  const site = await startSeededSite();
  const { call, file, folder, data } = studio();
  await call(['import', file('site.json', site.spider)]);
  const backup = join(folder, 'all.backup');
  const during: Promise<Called[]>[] = [];
  site.begin({
    answers: 40,
    moment: 'waiting',
    kill() {
      const work = async (): Promise<Called[]> => {
        const made = await call(['backup', 'create', backup, '--json']);
        const refused = await call(['restore', backup, '--force', '--json']);
        site.release();
        return [made, refused];
      };
      during.push(work());
    },
  });
  const crawled = await call(['crawl', 'site', '--allow-private', '--json']);
  expect(crawled.json()).toMatchObject({ state: 'completed', counters: { items: 115 } });
  const [[made, refused] = []] = await Promise.all(during);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made?.json()).toMatchObject({ spiders: 1, runs: 1, interrupted: 1 });
  expect(pathHere(String(made?.json()['file']))).toBe(backup);
  expect(refused?.code).toBe(1);
  expect(refused?.json()).toMatchObject({ error: { code: 'in-use' } });

  const verified = await call(['backup', 'verify', backup]);
  expect(pathHere(verified.stdout)).toContain(`${backup} is valid`);
  const elsewhere = ['--data-dir', join(folder, 'elsewhere')];
  const restored = await call(['restore', backup, ...elsewhere, '--json']);
  expect(restored.json()).toMatchObject({ kept: null, spiders: 1, runs: 1 });
  const [run] = (await call(['runs', 'list', ...elsewhere, '--json'])).json<Record<string, unknown>[]>();
  expect(run).toMatchObject({ state: 'interrupted', reason: 'It was under way when the backup was made.' });
  site.begin();
  const resumed = await call(['runs', 'resume', '1', ...elsewhere, '--json']);
  expect(resumed.json()).toMatchObject({
    state: 'completed',
    counters: { seen: site.requests.length, items: 115 },
    receipt: { requeued: slots, itemsLost: 0, itemsDuplicated: 0 },
  });
  expect((await call(['show', 'site', '--json', '--data-dir', data])).json()).toHaveLength(115);
});
