import { describe, expect, it } from 'vitest';
import { Origins } from '../../../electron/engine/origins.ts';
import { Slots } from '../../../electron/engine/slots.ts';
import { HostTurns, type Turn } from '../../../electron/engine/host-turns.ts';

async function open(concurrency: number) {
  const politeness = { delayMs: 1000, randomize: false, perOrigin: 100, userAgent: 'x', autoThrottle: null };
  const origins = new Origins(politeness, () => 0.5);
  const origin = origins.get('https://a.example');
  const clock = { now: () => 5000, date: () => 5000, at: () => () => undefined };
  const turns = new HostTurns({ origins, hosts: null, clock, onLost: () => undefined });
  let freed = 0;
  const slots = new Slots({ concurrency, onFree: () => (freed += 1) });
  const launch = async () => launched(slots, await turns.take(origin, 1));
  return { slots, origin, launch, freed: () => freed };
}

/** Begins a task that is with the network until `sent`, and in flight until `done`. */
function launched(slots: Slots, [turn]: Turn[]) {
  if (turn === undefined) throw new Error('There was no turn.');
  const { promise, resolve, reject } = Promise.withResolvers<boolean | void>();
  let sent = (): void => undefined;
  slots.launch(turn, (releaseBuffer) => {
    sent = releaseBuffer;
    return promise;
  });
  return { sent: () => sent(), done: resolve, fail: reject };
}

describe('slots', () => {
  it('are as many as requests may be sent at once', async () => {
    const { slots, origin, launch } = await open(2);
    expect([slots.free(Infinity), slots.areTaken]).toEqual([2, false]);
    await launch();
    await launch();
    expect([slots.free(Infinity), slots.areTaken, slots.inFlight, origin.active]).toEqual([0, true, 2, 2]);
  });

  it('are never more than a limit has room for, the backlog included', async () => {
    const { slots, launch } = await open(10);
    (await launch()).sent();
    expect(slots.free(3)).toBe(2);
  });

  it('are free again once the network is done with, while the page is still in flight', async () => {
    const { slots, origin, launch, freed } = await open(2);
    const task = await launch();
    await launch();
    task.sent();
    task.sent();
    expect([slots.free(Infinity), slots.inFlight, origin.active, freed()]).toEqual([1, 2, 1, 1]);
  });

  it('stay taken for the whole page where one request is made at a time', async () => {
    const { slots, origin, launch } = await open(1);
    const task = await launch();
    task.sent();
    expect([slots.free(Infinity), origin.active]).toEqual([0, 1]);
    task.done();
    await slots.drain();
    expect([slots.free(Infinity), origin.active]).toEqual([1, 0]);
  });

  it('are closed by a full backlog until half of it is gone', async () => {
    const { slots, launch } = await open(2);
    const tasks = await Promise.all(Array.from({ length: 8 }, () => launch()));
    for (const task of tasks) task.sent();
    expect([slots.free(Infinity), slots.areTaken]).toEqual([0, true]);
    for (const task of tasks.slice(0, 3)) task.done();
    await Promise.resolve();
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect([slots.inFlight, slots.free(Infinity)]).toEqual([5, 0]);
    tasks[3]?.done();
    await settle();
    expect([slots.inFlight, slots.free(Infinity)]).toEqual([4, 2]);
  });

  it('give the delay back when the site was not asked after all', async () => {
    const { slots, origin, launch } = await open(2);
    (await launch()).done(false);
    expect(origin.nextAt).toBe(6000);
    await slots.drain();
    expect(origin.nextAt).toBe(0);
    (await launch()).done(true);
    await slots.drain();
    expect(origin.nextAt).toBe(6000);
  });

  it('keep the first error of a task, and drain all the same', async () => {
    const { slots, origin, launch } = await open(2);
    const tasks = [await launch(), await launch()];
    for (const [n, task] of tasks.entries()) task.fail(new Error(['disk full', 'another'][n]));
    expect(() => slots.throwFailure()).not.toThrow();
    await slots.drain();
    expect(() => slots.throwFailure()).toThrow('disk full');
    expect([slots.inFlight, origin.active]).toEqual([0, 0]);
  });
});
