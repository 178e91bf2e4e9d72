import { expect, it } from 'vitest';
import type { NewDelivery } from '../../../../electron/store/webhooks/webhook-queries.ts';
import { describeQueries } from './describe-queries.ts';
import { startTime, type Studio } from './studio.ts';

const hook = {
  url: 'https://desk.example/',
  events: ['run.completed', 'run.failed'] as ('run.completed' | 'run.failed')[],
  project: null,
  allowPrivate: false,
  secret: 'whsec_a',
};
const delivery = (place: string, webhook = '1'): NewDelivery => ({
  webhook,
  place,
  message: `msg_${place}`,
  event: 'run.completed',
  run: null,
  payload: '{"a":1}',
});
const arrived = { status: 200, problem: null, retryAt: null, disable: null };

async function withHook(studio: Studio) {
  await studio.queries.webhooks.add(hook);
  return { ...studio, webhooks: studio.queries.webhooks };
}

describeQueries('webhooks', (open) => {
  it('are added, changed and removed with their deliveries', async () => {
    const { webhooks } = await withHook(open());
    const { secret: _, ...shown } = hook;
    const added = await webhooks.get('1');
    expect(added).toEqual({
      ...shown,
      id: '1',
      enabled: true,
      disabledReason: null,
      createdAt: new Date(startTime).toISOString(),
      pending: 0,
      failed: 0,
      lastDeliveredAt: null,
    });
    expect(await webhooks.update('1', { events: ['run.failed'], enabled: false })).toMatchObject({
      url: hook.url,
      events: ['run.failed'],
      enabled: false,
    });
    await webhooks.note([delivery('1')]);
    expect(await webhooks.remove('1')).toMatchObject({ id: '1', pending: 1 });
    expect(await webhooks.list()).toEqual([]);
    expect(await webhooks.delivery('1')).toBeNull();
    expect(await webhooks.update('1', { enabled: true })).toBeNull();
  });

  it('get each event once, and an attempt is made by one process', async () => {
    const { webhooks } = await withHook(open());
    await webhooks.note([delivery('7'), delivery('7'), delivery('8')]);
    const taken = await webhooks.take(startTime + 1000, 10);
    expect(taken).toMatchObject([
      { delivery: { id: '1', message: 'msg_7', attempts: 1, state: 'sending' }, secrets: ['whsec_a'] },
      { delivery: { message: 'msg_8' } },
    ]);
    expect(await webhooks.take(startTime + 1000, 10)).toEqual([]);
    await webhooks.end({ id: '1', attempts: 1 }, arrived);
    expect(await webhooks.delivery('1')).toMatchObject({
      state: 'delivered',
      status: 200,
      endedAt: new Date(startTime).toISOString(),
    });
    expect(await webhooks.get('1')).toMatchObject({
      pending: 1,
      lastDeliveredAt: new Date(startTime).toISOString(),
    });
  });

  it('are tried again when it is time, and given up after that', async () => {
    const { webhooks, pass } = await withHook(open());
    await webhooks.note([delivery('7')]);
    await webhooks.take(startTime + 1000, 10);
    const missed = { status: 500, problem: 'It answered 500.', disable: null };
    await webhooks.end({ id: '1', attempts: 1 }, { ...missed, retryAt: startTime + 5000 });
    expect(await webhooks.delivery('1')).toMatchObject({
      state: 'pending',
      retryAt: new Date(startTime + 5000).toISOString(),
    });
    expect(await webhooks.nextDue()).toBe(startTime + 5000);
    pass(4999);
    expect(await webhooks.take(startTime + 9000, 10)).toEqual([]);
    pass(1);
    expect(await webhooks.take(startTime + 9000, 10)).toMatchObject([{ delivery: { attempts: 2 } }]);
    await webhooks.end({ id: '1', attempts: 2 }, { ...missed, retryAt: null });
    expect(await webhooks.delivery('1')).toMatchObject({ state: 'failed', retryAt: null });
    expect(await webhooks.nextDue()).toBeNull();
    expect(await webhooks.again('1')).toMatchObject({ state: 'pending', attempts: 0, endedAt: null });
    expect(await webhooks.take(startTime + 9000, 10)).toHaveLength(1);
    expect(await webhooks.again('9')).toBeNull();
  });

  it('go on after a process that was killed, whose late answer counts for nothing', async () => {
    const { webhooks, pass } = await withHook(open());
    await webhooks.note([delivery('7')]);
    await webhooks.take(startTime + 1000, 10);
    pass(1000);
    expect(await webhooks.take(startTime + 3000, 10)).toMatchObject([{ delivery: { attempts: 2 } }]);
    await webhooks.end({ id: '1', attempts: 1 }, arrived);
    expect(await webhooks.delivery('1')).toMatchObject({ state: 'sending' });
  });

  it('are sent nothing while they are disabled, but what is asked for by id', async () => {
    const { webhooks } = await withHook(open());
    await webhooks.note([delivery('7'), delivery('8')]);
    await webhooks.take(startTime + 1000, 1);
    await webhooks.end(
      { id: '1', attempts: 1 },
      { status: 410, problem: 'It answered 410.', retryAt: null, disable: 'It is gone.' },
    );
    expect(await webhooks.get('1')).toMatchObject({
      enabled: false,
      disabledReason: 'It is gone.',
      failed: 1,
    });
    expect(await webhooks.take(startTime + 1000, 10)).toEqual([]);
    expect(await webhooks.nextDue()).toBeNull();
    expect(await webhooks.take(startTime + 1000, 1, '2')).toHaveLength(1);
    expect(await webhooks.update('1', { enabled: true })).toMatchObject({ disabledReason: null });
  });

  it('sign with an old secret beside the new one for a while', async () => {
    const { webhooks, pass } = await withHook(open());
    await webhooks.rotate('1', 'whsec_b', startTime + 1000);
    await webhooks.note([delivery('7'), delivery('8')]);
    expect(await webhooks.take(startTime + 9000, 1)).toMatchObject([{ secrets: ['whsec_b', 'whsec_a'] }]);
    pass(1000);
    expect(await webhooks.take(startTime + 9000, 1)).toMatchObject([{ secrets: ['whsec_b'] }]);
  });

  it('list their deliveries, newest first', async () => {
    const { webhooks } = await withHook(open());
    await webhooks.note(['1', '2', '3'].map((place) => delivery(place)));
    const ids = async (before: string | null, limit: number) =>
      (await webhooks.deliveries({ webhook: '1', before, limit })).map(({ id }) => id);
    expect(await ids(null, 2)).toEqual(['3', '2']);
    expect(await ids('2', 2)).toEqual(['1']);
  });
});
