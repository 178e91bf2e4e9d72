import { describe, expect, it, onTestFinished } from 'vitest';
import { Thread, type ThreadOptions } from '../../../electron/host/threads/thread.ts';

function thread(options: Partial<ThreadOptions> = {}): Thread {
  const made = new Thread({
    entry: new URL('./thread-work.ts', import.meta.url),
    data: null,
    timeLimitMs: null,
    breakOnCancel: true,
    heapMb: 64,
    ...options,
  });
  onTestFinished(() => made.close({ wait: false }));
  return made;
}

const codeOf = (job: Promise<unknown>): Promise<unknown> =>
  job.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('a thread', () => {
  it('does one job after the other, in one worker', async () => {
    const worker = thread();
    const answers = await Promise.all([worker.run('echo', 'a'), worker.run('echo', 'b')]);
    expect(answers).toEqual([
      { args: 'a', jobs: 1 },
      { args: 'b', jobs: 2 },
    ]);
  });

  it('is told that nobody waits for a job any more, and may tidy up before it is given up', async () => {
    const notes: string[] = [];
    const cancel = new AbortController();
    const worker = thread({
      graceMs: 60_000,
      onNote: (note: string) => {
        notes.push(note);
        if (note === 'waiting') cancel.abort();
      },
    });
    expect(await codeOf(worker.run('wait', null, { signal: cancel.signal }))).toBe('cancelled');
    expect(notes).toEqual(['waiting', 'tidied up']);
    expect(await worker.run('echo', 'next')).toEqual({ args: 'next', jobs: 2 });
  });

  it('brings errors over as they were', async () => {
    await expect(thread().run('refuse', null)).rejects.toMatchObject({
      code: 'unknown-run',
      message: 'There is none.',
      hint: 'Look again.',
      action: { action: 'list-runs' },
      details: { id: 5 },
    });
  });

  it('tells what is said on the way', async () => {
    const notes: unknown[] = [];
    await thread({ onNote: (note) => notes.push(note) }).run('note', null);
    expect(notes).toEqual(['on the way']);
  });

  it.each([
    ['takes too long', 'spin', { timeLimitMs: 300 }, 'timed-out'],
    ['takes too much memory', 'memory', {}, 'timed-out'],
    ['ends its thread', 'exit', {}, 'internal'],
  ])('gives up a job that %s, and goes on in a new worker', async (_, name, options, code) => {
    const worker = thread(options);
    const next = codeOf(worker.run(name, null)).then(async (given) => [
      given,
      await worker.run('echo', 'next'),
    ]);
    expect(await next).toEqual([code, { args: 'next', jobs: 1 }]);
  });

  it('does not begin a job that was cancelled while it waited', async () => {
    const worker = thread();
    const cancel = new AbortController();
    const first = worker.run('echo', 1);
    const second = codeOf(worker.run('echo', 2, { signal: cancel.signal }));
    cancel.abort();
    await first;
    expect(await second).toBe('cancelled');
    expect(await worker.run('echo', 3)).toEqual({ args: 3, jobs: 2 });
    expect(await codeOf(worker.run('echo', 4, { signal: cancel.signal }))).toBe('cancelled');
  });

  it('breaks off a job that was cancelled while it ran', async () => {
    const worker = thread();
    await worker.run('echo', 1);
    const cancel = new AbortController();
    const spinning = codeOf(worker.run('spin', null, { signal: cancel.signal }));
    const waiting = worker.run('echo', 'after');
    cancel.abort();
    expect(await spinning).toBe('cancelled');
    expect(await waiting).toEqual({ args: 'after', jobs: 1 });
  });

  it('says so when it cannot even start', async () => {
    const worker = thread({ entry: new URL('./not-there.ts', import.meta.url) });
    const codes = await Promise.all([1, 2, 3, 4].map((n) => codeOf(worker.run('echo', n))));
    expect(codes).toEqual(['internal', 'internal', 'internal', 'internal']);
  });

  it('ends what is under way and what waits when it is closed', async () => {
    const worker = thread();
    const jobs = [codeOf(worker.run('spin', null)), codeOf(worker.run('echo', 1))];
    await worker.close({ wait: false });
    expect(await Promise.all(jobs)).toEqual(['closing', 'closing']);
    expect(await codeOf(worker.run('echo', 2))).toBe('closing');
  });

  it('finishes what is under way where it is told to wait', async () => {
    const worker = thread();
    const job = worker.run('echo', 'last');
    await worker.close({ wait: true });
    expect(await job).toEqual({ args: 'last', jobs: 1 });
  });
});
