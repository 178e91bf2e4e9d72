import { expect, it } from 'vitest';
import type { QueueState } from '../../../../shared/queue-states.ts';
import type { RunCause } from '../../../../shared/run-cause.ts';
import { savedVersion } from '../saved-version.ts';
import { spiderNamed } from '../support.ts';
import { describeQueries } from './describe-queries.ts';
import { attempt, begin, claim, options, queue, worker } from './queue-attempts.ts';
import { shop, type Studio } from './studio.ts';

describeQueries('work on the queue', (open, openTwo) => {
  it('is handed out in order, to workers, as many as may run at once', async () => {
    const studio = open();
    const { queueWork, queue: port } = studio.queries;
    const [a = '', b = '', c = ''] = await queue(studio, {}, { priority: 3 }, {});
    expect(await queueWork.claim(null)).toBeNull();
    await worker(studio);
    await port.configure({ held: true });
    expect(await queueWork.claim(null)).toBeNull();
    await port.configure({ held: false, concurrency: 2 });
    expect(await queueWork.claim('other')).toBeNull();
    expect(await queueWork.claim('batch')).toMatchObject({
      lease: { entry: b, number: 1 },
      ...{ ...shop, options, run: null, attempt: 1, maxAttempts: 3 },
    });
    expect(await claim(studio)).toMatchObject({ lease: { entry: a } });
    expect(await queueWork.claim(null)).toBeNull();
    expect(await port.get(a)).toMatchObject({
      ...{ state: 'running', attempts: 1, startedAt: '2026-11-20T12:00:00.000Z' },
      worker: { pid: process.pid, kind: 'daemon' },
    });
    expect((await queueWork.beat()).toSorted()).toEqual([a, b].toSorted());
    expect(await port.get(c)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('is handed to one of two workers, and no more than may run at once', async () => {
    const [one, two] = openTwo();
    const ids = await queue(one, ...Array.from({ length: 30 }, () => ({})));
    await worker(one, 'window');
    await worker(two, 'window');
    const handed: string[] = [];
    while (handed.length < ids.length) {
      const turns = Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? one : two).queries.queueWork.claim(null),
      );
      const claims = (await Promise.all(turns)).filter((each) => each !== null);
      expect((await one.queries.queue.status()).counts.running).toBe(claims.length);
      expect(claims.length).toBeLessThanOrEqual(8);
      for (const { lease } of claims) {
        handed.push(lease.entry);
        const holder = (await one.queries.queueWork.beat()).includes(lease.entry) ? one : two;
        await holder.queries.queueWork.end(lease, {
          jitter: 0,
          refused: { reason: 'It was tried.', retry: false },
        });
      }
    }
    expect(handed.toSorted()).toEqual(ids.toSorted());
  });

  it('is left to the daemon by windows and commands, and there is one daemon', async () => {
    const [daemon, window] = openTwo();
    await queue(daemon, {});
    await worker(window, 'window');
    const looking = { lock: 'none', batch: null };
    await worker(daemon, 'daemon');
    expect(await window.queries.queueWork.claim(null)).toBeNull();
    expect(await window.queries.queueWork.register({ kind: 'daemon', concurrency: 1 })).toEqual({
      kind: 'refused',
      pid: process.pid,
    });
    expect(await daemon.queries.queue.status()).toMatchObject({
      workers: [
        { kind: expect.any(String), pid: process.pid },
        { kind: expect.any(String), here: true },
      ],
    });
    expect(await daemon.queries.queueWork.leave({ ifDone: false })).toBe(true);
    expect(await window.queries.queueWork.outlook(looking)).toMatchObject({ isDone: false, leads: false });
    expect(await window.queries.queueWork.claim(null)).toMatchObject(shop);
  });

  it('is taken by workers of a fleet beside each other, and not by a window', async () => {
    const [first, second] = openTwo();
    await queue(first, {});
    await queue(first, {});
    await first.queries.queue.configure({ concurrency: 8 });
    await worker(first, 'worker');
    await worker(second, 'worker');
    expect(await first.queries.queueWork.claim(null)).toMatchObject(shop);
    expect(await second.queries.queueWork.claim(null)).toMatchObject(shop);
    await queue(first, {});
    await worker(second, 'window');
    expect(await second.queries.queueWork.claim(null)).toBeNull();
  });

  it('has one leader: the daemon, else the oldest worker of a fleet, else the oldest window', async () => {
    const [one, two] = openTwo();
    const register = async (
      studio: Studio,
      kind: 'daemon' | 'worker' | 'window' | 'command',
    ): Promise<string> => {
      const made = await studio.queries.queueWork.register({ kind, concurrency: 1 });
      return made.kind === 'registered' ? made.lock : '';
    };
    const leads = async (studio: Studio, lock: string): Promise<boolean> =>
      (await studio.queries.queueWork.outlook({ lock, batch: null })).leads;
    const first = await register(one, 'window');
    one.pass(1);
    const second = await register(two, 'window');
    expect([await leads(one, first), await leads(two, second)]).toEqual([true, false]);
    await register(two, 'daemon');
    expect([await leads(one, first), await leads(two, second)]).toEqual([false, true]);
    await register(two, 'command');
    expect([await leads(one, first), await leads(two, second)]).toEqual([true, false]);
    await register(two, 'worker');
    expect([await leads(one, first), await leads(two, second)]).toEqual([false, true]);
  });

  it.each([
    ['completed', 'finished', 'completed'],
    ['completed', 'nothing-new', 'completed'],
    ['stopped', 'limit', 'completed'],
    ['stopped', 'stopped', 'cancelled'],
    ['failed', 'nothing-extracted', 'failed'],
    ['failed', 'empty-items', 'failed'],
    ['failed', 'breached', 'failed'],
    ['paused', 'breached', 'failed'],
    ['paused', 'trapped', 'failed'],
  ] as const)('ends with its run: %s by "%s" is %s', async (state, cause, end) => {
    const studio = open();
    const [id = ''] = await queue(studio, {});
    await worker(studio);
    studio.pass(1000);
    expect(await attempt(studio, state, cause)).toMatchObject({
      ...{ id, state: end, reason: `It ended: ${cause}.`, attempts: 1, worker: null },
      ...{ run: expect.any(String), endedAt: '2026-11-20T12:00:01.000Z' },
    });
    expect(await studio.queries.queueWork.claim(null)).toBeNull();
  });

  it('is tried again after a while, and is dead when every attempt is used', async () => {
    const studio = open();
    const { queueWork, queue: port } = studio.queries;
    const [id = ''] = await queue(studio, {});
    await worker(studio);
    const first = await attempt(studio, 'failed', 'no-pages');
    expect(first).toMatchObject({
      ...{ state: 'pending', attempts: 1, run: null, reason: 'Attempt 1 of 3: It ended: no-pages.' },
      dueAt: '2026-11-20T12:01:00.000Z',
    });
    expect(await queueWork.claim(null)).toBeNull();
    expect(await port.status()).toMatchObject({ nextDueAt: '2026-11-20T12:01:00.000Z' });
    studio.pass(60_000);
    expect(await attempt(studio, 'failed', 'error')).toMatchObject({ dueAt: '2026-11-20T12:06:00.000Z' });
    studio.pass(5 * 60_000);
    expect(await attempt(studio, 'failed', 'offline')).toMatchObject({
      ...{ state: 'dead', attempts: 3, run: expect.any(String) },
      reason: 'All 3 attempts failed. The last one: It ended: offline.',
    });
    studio.pass(60_000_000);
    expect(await queueWork.claim(null)).toBeNull();
    expect(await port.retry(id)).toMatchObject({ entry: { state: 'pending', attempts: 0, run: null } });
    expect(await claim(studio)).toMatchObject({ attempt: 1, run: null });
  });

  it.each<[QueueState, RunCause]>([
    ['pending', 'no-pages'],
    ['pending', 'error'],
    ['pending', 'offline'],
    ['pending', 'blocked'],
    ['failed', 'not-allowed'],
    ['failed', 'login'],
    ['failed', 'nothing-extracted'],
    ['failed', 'empty-items'],
    ['failed', 'breached'],
  ])('is %s after a run that failed by "%s"', async (state, cause) => {
    const studio = open();
    await queue(studio, {});
    await worker(studio);
    const { queueWork } = studio.queries;
    expect(await attempt(studio, 'failed', cause)).toMatchObject({ state, attempts: 1 });
    studio.pass(60_000);
    expect((await queueWork.claim(null)) === null).toBe(state === 'failed');
  });

  it('goes on with a run that paused itself', async () => {
    const studio = open();
    await queue(studio, {});
    await worker(studio);
    const paused = await attempt(studio, 'paused', 'blocked');
    expect(paused).toMatchObject({ state: 'pending', run: expect.any(String) });
    studio.pass(60_000);
    expect(await claim(studio)).toMatchObject({ run: paused?.run, attempt: 2 });
  });

  it('is given back by a worker that closes, which is no attempt', async () => {
    const studio = open();
    const { queueWork, queue: port } = studio.queries;
    const [a = '', b = '', c = ''] = await queue(studio, {}, {}, {});
    await worker(studio);
    expect(await attempt(studio, 'paused', 'paused')).toMatchObject({
      id: a,
      state: 'pending',
      attempts: 0,
      dueAt: null,
    });
    await port.move(a, 'last');
    const [, started] = [await claim(studio), await claim(studio)];
    await begin(studio, started);
    await queueWork.leave({ ifDone: false });
    for (const id of [a, b, c]) expect(await port.get(id)).toMatchObject({ attempts: 0, worker: null });
    expect(await port.get(b)).toMatchObject({ state: 'pending', run: null });
    expect((await port.status()).workers).toEqual([]);
  });

  it('is cancelled where a person pauses or stops its run', async () => {
    const studio = open();
    await queue(studio, {}, {});
    await worker(studio);
    for (const [ask, state, cause] of [
      ['pause', 'paused', 'paused'],
      ['stop', 'stopped', 'stopped'],
    ] as const) {
      const claimed = await claim(studio);
      const { run, control } = await begin(studio, claimed);
      await (ask === 'pause' ? studio.queries.runs.pause(run) : studio.queries.runs.stop(run, 'Stopped.'));
      await control.end(state, 'A person wanted it.', cause);
      expect(await studio.queries.queueWork.end(claimed.lease, { jitter: 0 })).toMatchObject({
        ...{ state: 'cancelled', reason: 'A person wanted it.' },
      });
    }
  });

  it('cannot be ended by who has lost it', async () => {
    const studio = open();
    const { queueWork, queue: port, runs } = studio.queries;
    const [id = ''] = await queue(studio, {});
    await worker(studio);
    const claimed = await claim(studio);
    const { run, control } = await begin(studio, claimed);
    expect(await queueWork.end(claimed.lease, { jitter: 0 })).toBeNull();
    expect(await port.cancel(id, 'Not now.')).toMatchObject({ entry: { state: 'cancelled', worker: null } });
    expect(await runs.get(run)).toMatchObject({ requested: 'stop' });
    await control.end('completed', 'Finished.', 'finished');
    expect(await queueWork.end(claimed.lease, { jitter: 0 })).toBeNull();
    expect(await port.get(id)).toMatchObject({ state: 'cancelled', reason: 'Not now.' });
    const versionId = await savedVersion(studio, spiderNamed(shop.spider));
    const late = { versionId, kind: 'full' as const, options, appVersion: '0.1.0', entry: claimed.lease };
    await expect(runs.create(late)).rejects.toMatchObject({ code: 'conflict' });
    expect(await runs.list()).toHaveLength(1);
  });

  it('that could not begin has failed, or is tried again', async () => {
    const studio = open();
    const { queueWork } = studio.queries;
    await queue(studio, {}, {});
    await worker(studio);
    const [first, second] = [await claim(studio), await claim(studio)];
    const refused = { reason: 'The spider is invalid.', retry: false };
    expect(await queueWork.end(first.lease, { jitter: 0, refused })).toMatchObject({
      ...{ state: 'failed', reason: 'The spider is invalid.', run: null },
    });
    expect(
      await queueWork.end(second.lease, { jitter: 1, refused: { ...refused, retry: true } }),
    ).toMatchObject({
      ...{ state: 'pending', dueAt: '2026-11-20T12:01:12.000Z' },
    });
  });

  it('waits for a run that somebody has resumed, and ends with it', async () => {
    const studio = open();
    const { queueWork, queue: port } = studio.queries;
    const [id = ''] = await queue(studio, {});
    await worker(studio);
    const paused = await attempt(studio, 'paused', 'offline');
    studio.pass(60_000);
    const { control } = studio.session(paused?.run ?? '');
    await control.begin();
    expect(await queueWork.claim(null)).toBeNull();
    expect(await port.get(id)).toMatchObject({ state: 'pending' });
    await control.end('completed', 'Finished by hand.', 'finished');
    expect(await queueWork.claim(null)).toBeNull();
    expect(await port.get(id)).toMatchObject({ state: 'completed', reason: 'Finished by hand.' });
  });

  it('is done when nothing is pending, or nothing may begin', async () => {
    const studio = open();
    const { queueWork, queue: port } = studio.queries;
    await queue(studio, {});
    await worker(studio);
    expect(await queueWork.leave({ ifDone: true })).toBe(false);
    const claimed = await claim(studio);
    await port.configure({ held: true });
    expect(await queueWork.outlook({ lock: 'any', batch: null })).toMatchObject({
      isDone: false,
      held: true,
    });
    expect(await queueWork.outlook({ lock: 'any', batch: 'other' })).toMatchObject({ isDone: true });
    await queueWork.end(claimed.lease, { jitter: 0, refused: { reason: 'It cannot begin.', retry: true } });
    expect(await queueWork.outlook({ lock: 'any', batch: null })).toMatchObject({ isDone: true });
    await port.configure({ held: false });
    expect(await queueWork.leave({ ifDone: true })).toBe(false);
  });
});
