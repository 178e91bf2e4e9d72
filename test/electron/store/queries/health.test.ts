import { expect, it } from 'vitest';
import type { CheckedHealth } from '../../../../electron/store/health/health-queries.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop } from './studio.ts';
import { removeForGood } from '../support.ts';

const healthy: CheckedHealth = {
  version: 1,
  verdict: 'healthy',
  reason: null,
  findings: [],
  sampled: { run: '7', items: 10, pages: 12 },
  fixtures: { locked: 3, failed: 0 },
};
const broken: CheckedHealth = {
  ...healthy,
  verdict: 'broken',
  findings: [
    {
      kind: 'fill',
      field: 'price',
      message: 'price is empty.',
      hint: null,
      since: '2026-11-19T02:00:00.000Z',
      sinceRun: '5',
    },
  ],
};
const at = '2026-11-20T12:00:00.000Z';

describeQueries('the health of spiders', (open) => {
  it('is that of the last check', async () => {
    const studio = open();
    const { health } = studio.queries;
    await addSpider(studio, shop);
    expect(await health.get(shop)).toBeNull();
    expect(await health.list('default')).toEqual([]);
    expect(await health.keep(shop, broken)).toEqual({ ...broken, spider: 'shop', checkedAt: at });
    studio.pass(1000);
    await health.keep(shop, healthy);
    const last = { ...healthy, spider: 'shop', checkedAt: '2026-11-20T12:00:01.000Z' };
    expect(await health.get(shop)).toEqual(last);
    expect(await health.list('default')).toEqual([last]);
  });

  it('is listed by name, of one project, and keeps to its spider under a new name', async () => {
    const studio = open();
    const { health, projects, trash } = studio.queries;
    for (const spider of ['shop', 'news', 'jobs']) await addSpider(studio, { ...shop, spider });
    await addSpider(studio, { ...shop, project: 'press' });
    await health.keep(shop, healthy);
    await health.keep({ ...shop, spider: 'news' }, broken);
    await health.keep({ ...shop, project: 'press' }, healthy);
    const verdicts = async (project: string) =>
      (await health.list(project)).map(({ spider, verdict }) => [spider, verdict]);
    expect(await verdicts('default')).toEqual([
      ['news', 'broken'],
      ['shop', 'healthy'],
    ]);
    await removeForGood({ trash }, { kind: 'spider', ...shop, spider: 'news' });
    await projects.rename('default', 'shops');
    expect(await verdicts('default')).toEqual([]);
    expect(await verdicts('shops')).toEqual([['shop', 'healthy']]);
  });

  it('is not kept of a spider that does not exist', async () => {
    const { health } = open().queries;
    await expect(health.keep(shop, healthy)).rejects.toMatchObject({ code: 'not-found' });
    expect(await health.get(shop)).toBeNull();
    expect(await health.list('nowhere')).toEqual([]);
  });
});
