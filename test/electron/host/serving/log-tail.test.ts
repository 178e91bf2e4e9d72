import { given } from '../../../given.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DatabaseWorkers } from '../../../../electron/host/database/database-workers.ts';
import { followLog } from '../../../../electron/host/serving/topics/log-tail.ts';
import type { CallArgs } from '../../../../shared/contract/index.ts';

describe('following the log of a run', () => {
  /** A run whose events the test writes; they become visible at once. */
  function log() {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const all: { id: string; at: string; kind: string }[] = [];
    const write = (kind: string, at = Date.now()) =>
      all.push({ id: `${at}-0-${all.length + 1}`, at: new Date(at).toISOString(), kind });
    const call: DatabaseWorkers['call'] = (name, args) => {
      if (name === 'runs.get') return Promise.resolve({ state: 'running' } as never);
      const { since, after, limit = 200 } = args as CallArgs<'runs.events'>;
      const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const fitting = all.slice(from).filter(({ at }) => since === undefined || Date.parse(at) >= since);
      const isForward = after !== undefined || since !== undefined;
      const part = isForward ? fitting.slice(0, limit) : fitting.slice(-limit);
      const events = part.map((event) => ({
        ...event,
        run: '1',
        url: null,
        message: 'It happened.',
        page: null,
      }));
      return Promise.resolve({ events, more: part.length < fitting.length } as never);
    };
    const told: string[] = [];
    const follow = (after: string | null = null) =>
      followLog(
        { call },
        { run: '1', after },
        {
          event: ({ kind }) => told.push(kind),
          missed: () => told.push('(missed)'),
        },
      );
    return { all, write, told, follow };
  }

  it('tells each event once, also one that becomes visible late', async () => {
    const { write, told, follow } = log();
    const end = follow();
    write('a');
    await vi.advanceTimersByTimeAsync(400);
    write('late', Date.now() - 300);
    write('b');
    await vi.advanceTimersByTimeAsync(3000);
    end();
    write('after the end');
    await vi.advanceTimersByTimeAsync(3000);
    expect(told).toEqual(['a', 'late', 'b']);
  });

  it('goes on behind an event that was read before', async () => {
    const { all, write, told, follow } = log();
    write('known', Date.now() - 100);
    const end = follow(given(all[0]).id);
    write('new');
    await vi.advanceTimersByTimeAsync(1000);
    end();
    expect(told).toEqual(['new']);
  });

  it('tells all of a run that is two hours ahead of a clock that was set back, each event once', async () => {
    const { write, told, follow } = log();
    let at = Date.now() + 7_200_000;
    for (let n = 0; n < 3000; n += 1) write('before', (at += 10));
    const end = follow();
    await vi.advanceTimersByTimeAsync(400);
    const seen = told.length;
    write('new', (at += 10));
    await vi.advanceTimersByTimeAsync(3000);
    for (let n = 0; n < 5000; n += 1) write('many', at);
    await vi.advanceTimersByTimeAsync(3000);
    write('last', at + 1);
    await vi.advanceTimersByTimeAsync(3000);
    end();
    // Those of the last two seconds are read with what is new.
    expect(seen).toBeLessThan(300);
    expect(told[seen]).toBe('new');
    expect(told.slice(seen)).not.toContain('before');
    expect(told.filter((kind) => kind === '(missed)')).toHaveLength(1);
    expect(told.filter((kind) => kind === 'last')).toHaveLength(1);
  });

  it('leaves some out where a run is faster than anybody reads', async () => {
    const { write, told, follow } = log();
    const end = follow();
    for (let n = 0; n < 5000; n += 1) write('many');
    await vi.advanceTimersByTimeAsync(1000);
    write('after');
    await vi.advanceTimersByTimeAsync(1000);
    end();
    expect(told.filter((kind) => kind === '(missed)').length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(5000);
  });
});
