import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openLocalDatabase } from '../../../../../electron/host/database/local-database.ts';
import { QueueWorker } from '../../../../../electron/host/work/queue/queue-worker.ts';
import type { WorkerKind } from '../../../../../electron/store/queue/queue-queries.ts';
import { scratchFolder } from '../../../store/support.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => void vi.useRealTimers());

/** A worker without anything to do, and the jobs that it has asked its database for. */
async function begin(dataDir: string, kind: WorkerKind, isTold = false) {
  const database = openLocalDatabase({ dataDir, onOpen: () => undefined, publish: () => undefined });
  const asked: string[] = [];
  const ask: typeof database.ask = (query, name, args) => {
    asked.push(name);
    return database.ask(query, name, args);
  };
  const nothing = () => Promise.reject(new Error('There is nothing to carry out.'));
  const worker = new QueueWorker({
    database: { ask },
    crawls: { start: nothing, resume: nothing, whenOver: nothing },
    ...{ kind, concurrency: 2, batch: null, drains: false, random: () => 0, isTold: () => isTold },
    onEntry: () => undefined,
    onOthers: () => undefined,
    onFault: (_what, error) => {
      throw error;
    },
  });
  await worker.start();
  return {
    worker,
    database,
    /** How often it has shown that it is alive within so many milliseconds. */
    beats: (ms: number) => times('queueBeat', ms),
    /** How often it has looked at the queue within so many milliseconds. */
    looks: (ms: number) => times('queueOutlook', ms),
  };

  async function times(what: string, ms: number): Promise<number> {
    asked.length = 0;
    for (let passed = 0; passed < ms; passed += 500) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return asked.filter((name) => name === what).length;
  }
}

it.each([
  [false, 18, 22],
  [true, 3, 5],
])('looks at an idle queue seldom where it is told what others add: %s', async (isTold, least, most) => {
  const { worker, database, looks } = await begin(scratchFolder(), 'window', isTold);
  onTestFinished(async () => {
    await worker.close();
    await database.close();
  });
  const seen = await looks(20_000);
  expect(seen).toBeGreaterThanOrEqual(least);
  expect(seen).toBeLessThanOrEqual(most);
});

it('shows that it is alive while there is somebody to see it, and leaves the disk alone otherwise', async () => {
  const dataDir = scratchFolder();
  const daemon = await begin(dataDir, 'daemon');
  onTestFinished(async () => {
    await daemon.worker.close();
    await daemon.database.close();
  });
  expect(await daemon.beats(20_000)).toBe(0);
  const window = await begin(dataDir, 'window');
  expect(await daemon.beats(20_000)).toBeGreaterThanOrEqual(3);
  expect([daemon.worker.leads, window.worker.leads]).toEqual([true, false]);
  await window.worker.close();
  await window.database.close();
  await daemon.beats(2000);
  expect(await daemon.beats(20_000)).toBe(0);
});
