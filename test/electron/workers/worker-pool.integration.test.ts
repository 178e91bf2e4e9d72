import { describe, expect, it, onTestFinished } from 'vitest';
import { JobError } from '../../../electron/workers/job-error.ts';
import { WorkerPool, type PoolOptions } from '../../../electron/workers/worker-pool.ts';

function pool(options: Partial<PoolOptions> = {}): WorkerPool {
  const made = new WorkerPool({
    entry: new URL('./pool-work.ts', import.meta.url),
    data: null,
    heapMb: { old: 64, young: 16 },
    threads: 1,
    keepIdle: true,
    timeLimitMs: null,
    graceMs: 300,
    ...options,
  });
  onTestFinished(() => made.close({ wait: false }));
  return made;
}

/** What became of a job: its value, or why there is none. */
const ended = (job: Promise<unknown>): Promise<unknown> =>
  job.catch((error: unknown) => (error instanceof JobError ? error.fault : error));

describe('jobs of a pool', () => {
  it('are done one after the other by one thread', async () => {
    const workers = pool();
    expect(await Promise.all([workers.run('echo', 'a'), workers.run('echo', 'b')])).toEqual([
      { args: 'a', jobs: 1 },
      { args: 'b', jobs: 2 },
    ]);
  });

  it('are shared among threads, which are given the data of the pool', async () => {
    const workers = pool({ threads: 2, data: { greeting: 'hello' } });
    const answers: { threadId: number; data: unknown }[] = await Promise.all(
      Array.from({ length: 6 }, () => workers.run('thread', null)),
    );
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(2);
    expect(answers.map(({ data }) => data)).toEqual(answers.map(() => ({ greeting: 'hello' })));
  });

  it('have a thread each at once where there is no limit, and a fresh one each time where none is kept', async () => {
    const workers = pool({ threads: Infinity, keepIdle: false });
    const cancel = new AbortController();
    const waiting = Array.from({ length: 3 }, () => {
      const begun = Promise.withResolvers<void>();
      const job = ended(workers.run('wait', null, { signal: cancel.signal, onNote: () => begun.resolve() }));
      return { begun: begun.promise, job };
    });
    await Promise.all(waiting.map(({ begun }) => begun));
    cancel.abort();
    expect(await Promise.all(waiting.map(({ job }) => job))).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await workers.run('echo', 1)).toEqual({ args: 1, jobs: 1 });
    expect(await workers.run('echo', 2)).toEqual({ args: 2, jobs: 1 });
  });

  it('move their buffers instead of copying them, when they begin at once', async () => {
    const workers = pool({ readyJobs: 1 });
    await workers.run('echo', 'warm');
    const [first, second] = [new Uint8Array([1, 2]), new Uint8Array([3])];
    const answers = await Promise.all(
      [first, second].map((bytes) => workers.run('take', { bytes }, { transfer: () => [bytes.buffer] })),
    );
    expect(answers).toEqual([new Uint8Array([1, 2]), new Uint8Array([3])]);
    expect([first.byteLength, second.byteLength]).toEqual([0, 1]);
  });

  it('tell what happens on the way, and threads what is about no job', async () => {
    const ofThread: unknown[] = [];
    const ofJob: unknown[] = [];
    await pool({ onNote: (note) => ofThread.push(note) }).run('note', null, {
      onNote: (note) => ofJob.push(note),
    });
    expect([ofJob, ofThread]).toEqual([['of the job'], ['of the thread']]);
  });

  it('may give a promise', async () => {
    expect(await pool().run('later', null)).toBe('later');
  });

  it('can be known to come: the thread starts before there is one', async () => {
    const workers = pool();
    workers.warmUp();
    await expect.poll(() => workers.isReady).toBe(true);
    expect(await workers.run('echo', 1)).toEqual({ args: 1, jobs: 1 });
  });
});

describe('a job that fails', () => {
  it.each(['refuse', 'refuse later'])('brings its message over (%s)', async (name) => {
    await expect(pool().run(name, null)).rejects.toMatchObject({
      fault: 'failed',
      message: 'There is none.',
    });
  });

  it('brings over what the pool reads of it', async () => {
    const errorOf = (thrown: string): Error => new SyntaxError(thrown);
    await expect(pool({ errorOf }).run('refuse', null)).rejects.toEqual(new SyntaxError('There is none.'));
  });

  it('has a value that cannot be sent', async () => {
    const workers = pool();
    expect(await ended(workers.run('uncopyable', null))).toBe('failed');
    expect(await workers.run('echo', 'next')).toEqual({ args: 'next', jobs: 2 });
  });

  it.each([
    ['takes too long', 'spin', { timeLimitMs: 300 }, 'overdue'],
    ['takes too much memory', 'memory', {}, 'out-of-memory'],
    ['ends its thread', 'exit', {}, 'crashed'],
  ])('because it %s costs its thread, and the next gets another one', async (_, name, options, fault) => {
    const workers = pool(options);
    const failing = ended(workers.run(name, null));
    const next = workers.run('echo', 'next');
    expect([await failing, await next]).toEqual([fault, { args: 'next', jobs: 1 }]);
  });

  it.each([
    ['takes too long', 'spin', { timeLimitMs: 300 }, 'overdue'],
    ['ends its thread', 'exit', {}, 'crashed'],
  ])('because it %s costs none of those that lie ready behind it', async (_, name, options, fault) => {
    const workers = pool({ ...options, readyJobs: 2 });
    await workers.run('echo', 'warm');
    const failing = ended(workers.run(name, null));
    const bytes = [new Uint8Array([1]), new Uint8Array([2]), new Uint8Array([3])];
    const behind = bytes.map((one) => workers.run('take', { bytes: one }, { transfer: () => [one.buffer] }));
    expect(await failing).toBe(fault);
    expect(await Promise.all(behind)).toEqual([
      new Uint8Array([1]),
      new Uint8Array([2]),
      new Uint8Array([3]),
    ]);
  });

  it.each([
    ['is not there', new URL('./not-there.ts', import.meta.url)],
    ['throws', new URL('data:text/javascript,throw new Error("No.")')],
    ['ends', new URL('data:text/javascript,process.exit(1)')],
  ])('has a thread whose file %s: all that wait are told', async (_, entry) => {
    const workers = pool({ entry, threads: 2 });
    const faults = await Promise.all([1, 2, 3, 4].map((n) => ended(workers.run('echo', n))));
    expect(faults).toEqual(['no-start', 'no-start', 'no-start', 'no-start']);
    expect(await ended(workers.run('echo', 'later'))).toBe('no-start');
  });
});

describe('a job that nobody waits for any more', () => {
  it('is not begun', async () => {
    const workers = pool();
    const cancel = new AbortController();
    const first = workers.run('echo', 1);
    const second = ended(workers.run('echo', 2, { signal: cancel.signal }));
    cancel.abort();
    await first;
    expect(await second).toBe('cancelled');
    expect(await workers.run('echo', 3)).toEqual({ args: 3, jobs: 2 });
    expect(await ended(workers.run('echo', 4, { signal: cancel.signal }))).toBe('cancelled');
  });

  it('is told, and may tidy up before it is given up', async () => {
    const notes: string[] = [];
    const cancel = new AbortController();
    const workers = pool({ graceMs: 60_000 });
    const onNote = (note: string): void => {
      notes.push(note);
      if (note === 'waiting') cancel.abort();
    };
    expect(await ended(workers.run('wait', null, { signal: cancel.signal, onNote }))).toBe('cancelled');
    expect(notes).toEqual(['waiting', 'tidied up']);
    expect(await workers.run('echo', 'next')).toEqual({ args: 'next', jobs: 2 });
  });

  it('may come to its end all the same, and what it gives counts', async () => {
    const cancel = new AbortController();
    const onNote = (): void => cancel.abort();
    const workers = pool({ graceMs: null });
    expect(await workers.run('finish anyway', null, { signal: cancel.signal, onNote })).toBe('finished');
  });

  it('can see it while its event loop stands still', async () => {
    const cancel = new AbortController();
    const onNote = (): void => cancel.abort();
    const workers = pool({ graceMs: null });
    expect(await workers.run('busy', null, { signal: cancel.signal, onNote })).toBe('stopped');
  });

  it('is broken off when it does not end', async () => {
    const workers = pool();
    await workers.run('echo', 1);
    const cancel = new AbortController();
    const spinning = ended(workers.run('spin', null, { signal: cancel.signal }));
    const waiting = workers.run('echo', 'after');
    cancel.abort();
    expect(await spinning).toBe('cancelled');
    expect(await waiting).toEqual({ args: 'after', jobs: 1 });
  });
});

describe('a pool that is closed', () => {
  it('gives up what is under way and what waits', async () => {
    const workers = pool();
    const jobs = [ended(workers.run('spin', null)), ended(workers.run('echo', 1))];
    await workers.close({ wait: false });
    expect(await Promise.all(jobs)).toEqual(['closed', 'closed']);
    expect(await ended(workers.run('echo', 2))).toBe('closed');
  });

  it('finishes what was begun where it is told to wait', async () => {
    const workers = pool();
    await workers.run('echo', 'warm');
    const job = workers.run('later', null);
    const never = ended(workers.run('echo', 'never begun'));
    await workers.close({ wait: true });
    expect(await Promise.all([job, never])).toEqual(['later', 'closed']);
  });

  it('can be waited for without an event loop', async () => {
    const workers = pool({ graceMs: null });
    const cancel = new AbortController();
    const begun = Promise.withResolvers<void>();
    const job = workers.run('busy', null, { signal: cancel.signal, onNote: () => begun.resolve() });
    await begun.promise;
    const until = performance.now() + 60_000;
    cancel.abort();
    workers.blockUntilEnded(until);
    expect(performance.now()).toBeLessThan(until);
    expect(await job).toBe('stopped');
  });
});
