import { expect, it, onTestFinished } from 'vitest';
import { HostPool } from '../../../electron/host/threads/host-pool.ts';

function pool(timeLimitMs: number | null = null): HostPool {
  const made = new HostPool({
    entry: new URL('./host-pool-work.ts', import.meta.url),
    data: null,
    heapMb: 64,
    threads: 1,
    keepIdle: true,
    timeLimitMs,
    graceMs: 300,
  });
  onTestFinished(() => made.close({ wait: false }));
  return made;
}

it('errors of the host come over as they were', async () => {
  await expect(pool().run('refuse', null)).rejects.toMatchObject({
    name: 'HostError',
    code: 'unknown-run',
    message: 'There is none.',
    hint: 'Look again.',
    action: { action: 'list-runs' },
    details: { id: 5 },
  });
});

it.each([
  ['a fault of ours', 'fault', { code: 'internal', message: /^Something went wrong inside .*: no fault$/ }],
  ['too much memory', 'memory', { code: 'timed-out', message: /more memory than it may have/ }],
  ['the end of its thread', 'exit', { code: 'internal', message: /^A thread of Spider Studio ended/ }],
])('%s is told in words for people', async (_, name, { code, message }) => {
  await expect(pool().run(name, null)).rejects.toMatchObject({
    name: 'HostError',
    code,
    message: expect.stringMatching(message),
  });
});

it('too much time is told in seconds', async () => {
  await expect(pool(300).run('spin', null)).rejects.toMatchObject({
    code: 'timed-out',
    message: 'It took longer than 1 second and was given up.',
  });
});

it('so are those who are not waited for, and the end of the host', async () => {
  const workers = pool();
  await expect(workers.run('refuse', null, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  });
  await workers.close({ wait: true });
  await expect(workers.run('refuse', null)).rejects.toMatchObject({ code: 'closing' });
});
