import { describe, expect, it } from 'vitest';
import { Origins, type Origin } from '../../../electron/engine/origins.ts';
import { Slots } from '../../../electron/engine/slots.ts';

function open(concurrency: number) {
  const politeness = { delayMs: 1000, randomize: false, perOrigin: 100, userAgent: 'x', autoThrottle: null };
  const origins = new Origins(politeness, () => 0.5);
  const origin = origins.get('https://a.example');
  let freed = 0;
  const slots = new Slots({ concurrency, origins, now: () => 5000, onFree: () => (freed += 1) });
  return { slots, origin, freed: () => freed };
}

/** Begins a task that is with the network until `sent`, and in flight until `done`. */
function launched(slots: Slots, origin: Origin) {
  const { promise, resolve, reject } = Promise.withResolvers<boolean | void>();
  let sent = (): void => undefined;
  slots.launch(origin, (releaseBuffer) => {
    sent = releaseBuffer;
    return promise;
  });
  return { sent: () => sent(), done: resolve, fail: reject };
}

describe('slots', () => {
  it('are as many as requests may be sent at once', () => {
    const { slots, origin } = open(2);
    expect([slots.free(Infinity), slots.areTaken]).toEqual([2, false]);
    launched(slots, origin);
    launched(slots, origin);
    expect([slots.free(Infinity), slots.areTaken, slots.inFlight, origin.active]).toEqual([0, true, 2, 2]);
  });

  it('are never more than a limit has room for, the backlog included', () => {
    const { slots, origin } = open(10);
    launched(slots, origin).sent();
    expect(slots.free(3)).toBe(2);
  });

  it('are free again once the network is done with, while the page is still in flight', () => {
    const { slots, origin, freed } = open(2);
    const task = launched(slots, origin);
    launched(slots, origin);
    task.sent();
    task.sent();
    expect([slots.free(Infinity), slots.inFlight, origin.active, freed()]).toEqual([1, 2, 1, 1]);
  });

  it('stay taken for the whole page where one request is made at a time', async () => {
    const { slots, origin } = open(1);
    const task = launched(slots, origin);
    task.sent();
    expect([slots.free(Infinity), origin.active]).toEqual([0, 1]);
    task.done();
    await slots.drain();
    expect([slots.free(Infinity), origin.active]).toEqual([1, 0]);
  });

  it('are closed by a full backlog until half of it is gone', async () => {
    const { slots, origin } = open(2);
    const tasks = Array.from({ length: 8 }, () => launched(slots, origin));
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
    const { slots, origin } = open(2);
    launched(slots, origin).done(false);
    expect(origin.nextAt).toBe(6000);
    await slots.drain();
    expect(origin.nextAt).toBe(0);
    launched(slots, origin).done(true);
    await slots.drain();
    expect(origin.nextAt).toBe(6000);
  });

  it('keep the first error of a task, and drain all the same', async () => {
    const { slots, origin } = open(2);
    launched(slots, origin).fail(new Error('disk full'));
    launched(slots, origin).fail(new Error('another'));
    expect(() => slots.throwFailure()).not.toThrow();
    await slots.drain();
    expect(() => slots.throwFailure()).toThrow('disk full');
    expect([slots.inFlight, origin.active]).toEqual([0, 0]);
  });
});
