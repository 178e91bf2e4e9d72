import { expect, it } from 'vitest';
import { crawl, shop } from './studio.ts';
import { removeForGood } from '../support.ts';
import { describeQueries } from './describe-queries.ts';

describeQueries('totals', (open) => {
  it('are nothing in an empty workspace', async () => {
    const { totals } = open().queries;
    expect(await totals.read()).toEqual({
      runs: {},
      requests: { queued: 0, active: 0, done: 0, failed: 0, skipped: 0 },
      items: 0,
      queue: {},
      oldestPendingMs: null,
      deliveries: { waiting: 0, failed: 0, oldestWaitingMs: null },
    });
  });

  it('count runs with their requests and items, what waits, and what webhooks have not got', async () => {
    const studio = open();
    const { totals, queue, webhooks } = studio.queries;
    await crawl(
      studio,
      shop,
      [1, 2].map((n) => ({ n, extracted: true })),
    );
    const [waiting] = await queue.add(
      [
        {
          ...shop,
          priority: 0,
          duplicates: 'allow',
          options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
        },
      ],
      'batch',
    );
    const to = { url: 'https://desk.example/', events: [], project: null, allowPrivate: false, secret: 'x' };
    const hook = await webhooks.add({ ...to });
    const told = {
      webhook: hook.id,
      message: 'm',
      event: 'run.completed',
      run: null,
      payload: '{}',
    } as const;
    await webhooks.note([
      { ...told, place: '1' },
      { ...told, place: '2' },
    ]);
    studio.pass(1500);
    expect(await totals.read()).toEqual({
      runs: { completed: 1 },
      requests: { queued: 0, active: 0, done: 2, failed: 0, skipped: 0 },
      items: 2,
      queue: { pending: 1 },
      oldestPendingMs: 1500,
      deliveries: { waiting: 2, failed: 0, oldestWaitingMs: 1500 },
    });
    expect(waiting?.state).toBe('pending');
    const [delivery] = await webhooks.take(Date.now() * 2, 1);
    const { id = '', attempts = 0 } = delivery?.delivery ?? {};
    await webhooks.end({ id, attempts }, { status: 500, problem: 'No.', retryAt: null, disable: null });
    expect((await totals.read()).deliveries).toMatchObject({ waiting: 1, failed: 1 });
  });

  it('are without what is in the trash', async () => {
    const studio = open();
    await crawl(studio, shop, [{ n: 1, extracted: true }]);
    await removeForGood(studio.queries, { kind: 'spider', ...shop });
    expect(await studio.queries.totals.read()).toMatchObject({ runs: {}, items: 0 });
  });
});
