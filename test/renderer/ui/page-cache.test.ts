import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { PageCache } from '../../../renderer/ui/table/page-cache.ts';
import type { PageAnswer, RowSource } from '../../../renderer/ui/table/types.ts';

interface Asked {
  offset: number;
  signal: AbortSignal;
  answer: (answer: PageAnswer<number>) => Promise<void>;
}

/** A source whose answers are given by the test. */
function controlled(count: number | null, version = 0): { source: RowSource<number>; asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    source: {
      key: 'test',
      count,
      version,
      load: (offset, _limit, signal) =>
        new Promise((resolve) => {
          asked.push({
            offset,
            signal,
            answer: async (answer) => {
              resolve(answer);
              await vi.advanceTimersByTimeAsync(0);
            },
          });
        }),
    },
  };
}

const rows = (offset: number, total = 1000): PageAnswer<number> => ({
  ok: true,
  rows: Array.from({ length: Math.max(0, Math.min(100, total - offset)) }, (_, index) => offset + index),
  count: total,
});
const failure: PageAnswer<number> = { ok: false, error: { code: 'locked', message: 'Locked.', hint: null } };

describe('pages of rows', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(1000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are asked for when they are wanted, and each once', async () => {
    const { source, asked } = controlled(1000);
    const cache = new PageCache(source);
    cache.want(90, 130);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 100]);
    expect(cache.row(95)).toBeUndefined();
    await asked[0]?.answer(rows(0));
    expect(cache.row(95)).toBe(95);
    cache.want(91, 131);
    expect(asked).toHaveLength(2);
  });

  it('wait until somebody who drags the scroll bar holds still', async () => {
    const { source, asked } = controlled(1_000_000);
    const cache = new PageCache(source);
    cache.want(0, 30);
    for (let row = 10_000; row <= 500_000; row += 10_000) {
      vi.advanceTimersByTime(16);
      cache.want(row, row + 30);
    }
    expect(asked.map(({ offset }) => offset)).toEqual([0]);
    expect(asked[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 500_000]);
  });

  it('learn from the first answer how many rows there are, and ask for what is missing then', async () => {
    const { source, asked } = controlled(null);
    const cache = new PageCache(source);
    cache.want(0, 250);
    expect(asked.map(({ offset }) => offset)).toEqual([0]);
    await asked[0]?.answer(rows(0, 210));
    expect(cache.count).toBe(210);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200]);
  });

  it('take a short page for the end where nobody tells', async () => {
    const { source, asked } = controlled(null);
    const cache = new PageCache(source);
    cache.want(0, 30);
    await asked[0]?.answer({ ok: true, rows: [1, 2, 3] });
    expect(cache.count).toBe(3);
  });

  it('are replaced in place when the source has a new version', async () => {
    const { source, asked } = controlled(1000);
    const cache = new PageCache(source);
    cache.want(0, 30);
    await asked[0]?.answer(rows(0));
    cache.update({ ...source, version: 1 });
    expect(asked).toHaveLength(2);
    expect(cache.row(3)).toBe(3);
    await asked[1]?.answer({ ok: true, rows: [10, 11, 12, 13], count: 4 });
    expect(cache.row(3)).toBe(13);
    expect(cache.count).toBe(4);
  });

  it('that could not be read say why and are tried again', async () => {
    const { source, asked } = controlled(1000);
    const cache = new PageCache(source);
    cache.want(0, 30);
    await asked[0]?.answer(failure);
    expect(cache.error?.message).toBe('Locked.');
    cache.retry();
    await asked[1]?.answer(rows(0));
    expect(cache.error).toBeNull();
    expect(cache.row(0)).toBe(0);
  });

  it('do not take an answer that came after it was given up', async () => {
    const { source, asked } = controlled(1000);
    const cache = new PageCache(source);
    cache.want(0, 30);
    vi.advanceTimersByTime(100);
    cache.want(500, 530);
    await asked[0]?.answer(rows(0));
    expect(cache.row(0)).toBeUndefined();
  });

  it('are forgotten when there are many', async () => {
    const { source, asked } = controlled(1_000_000);
    const cache = new PageCache(source);
    for (let page = 0; page < 100; page += 1) {
      vi.advanceTimersByTime(100);
      cache.want(page * 100, page * 100 + 30);
      await asked.at(-1)?.answer(rows(page * 100, 1_000_000));
    }
    expect(cache.row(0)).toBeUndefined();
    expect(cache.row(9900)).toBe(9900);
  });

  it('are read for copying where they are not there', async () => {
    const { source, asked } = controlled(1000);
    const cache = new PageCache(source);
    cache.want(0, 30);
    await asked[0]?.answer(rows(0));
    const copied = cache.read(98, 4, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)?.offset).toBe(100);
    await asked.at(-1)?.answer({ ok: true, rows: [100, 101] });
    expect(await copied).toEqual({ ok: true, rows: [98, 99, 100, 101] });
  });
});
