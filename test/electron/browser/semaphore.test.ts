import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../electron/browser/semaphore.ts';

/** Lets everything that is resolved by now go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('admits as many as it has permits, and the others in the order in which they came', async () => {
    const semaphore = new Semaphore(2);
    const admitted: number[] = [];
    for (const n of [1, 2, 3, 4]) void semaphore.acquire().then(() => admitted.push(n));
    await settled();
    expect(admitted).toEqual([1, 2]);
    semaphore.release();
    await settled();
    expect(admitted).toEqual([1, 2, 3]);
    semaphore.release();
    await settled();
    expect(admitted).toEqual([1, 2, 3, 4]);
  });

  it('keeps a permit that nobody waits for', async () => {
    const semaphore = new Semaphore(1);
    expect(await semaphore.acquire()).toBe(true);
    semaphore.release();
    expect(await semaphore.acquire()).toBe(true);
  });

  it('lets go of those whose signal comes while they wait, and passes their place on', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire();
    const stop = new AbortController();
    const impatient = semaphore.acquire(stop.signal);
    const patient = semaphore.acquire();
    stop.abort();
    expect(await impatient).toBe(false);
    semaphore.release();
    expect(await patient).toBe(true);
  });

  it('takes no permit for a signal that has come already, and no place for one that comes later', async () => {
    const semaphore = new Semaphore(1);
    expect(await semaphore.acquire(AbortSignal.abort())).toBe(false);
    const stop = new AbortController();
    expect(await semaphore.acquire(stop.signal)).toBe(true);
    const next = semaphore.acquire(stop.signal);
    semaphore.release();
    expect(await next).toBe(true);
    const last = semaphore.acquire();
    stop.abort();
    semaphore.release();
    expect(await last).toBe(true);
  });
});
