import { describe, expect, it } from 'vitest';
import { needTarget, needWords } from '../../../../renderer/features/project/need-actions.ts';
import {
  barDays,
  failedWords,
  namesWords,
  totalsWords,
  trendWords,
} from '../../../../renderer/features/project/project-words.ts';
import { spider } from './samples.ts';

describe('the words of a project', () => {
  it.each([
    [{ spiders: 1, runs: 1, items: 1, failedLast7Days: 0 }, '1 spider · 1 run · 1 item', null],
    [
      { spiders: 200, runs: 5600, items: 1_234_567, failedLast7Days: 3 },
      '200 spiders · 5,600 runs · 1.2M items',
      '3 failed runs in 7 days',
    ],
  ])('tell its totals: %j', (totals, words, failed) => {
    expect(totalsWords(totals)).toBe(words);
    expect(failedWords(totals)).toBe(failed);
  });

  it('tell its days', () => {
    const days = [
      { day: '2026-11-20', items: 0, runs: 0, failed: 0 },
      { day: '2026-11-21', items: 1200, runs: 3, failed: 0 },
      { day: '2026-11-22', items: 1, runs: 1, failed: 1 },
    ];
    expect(barDays(days).map(({ words }) => words)).toEqual([
      'no run',
      '1,200 items from 3 runs',
      '1 item from 1 run, 1 failed',
    ]);
  });

  it('tell the trend of a spider', () => {
    const point = (items: number, state: 'completed' | 'failed' = 'completed') => ({
      run: '1',
      at: '2026-11-22T00:00:00Z',
      items,
      state,
    });
    expect(trendWords(spider('x', { trend: [point(10), point(0, 'failed')], medianItems: 10 }))).toBe(
      'Items of the last 2 full runs: 10, 0; 1 failed; the median is 10',
    );
  });

  it('name one spider, and count several', () => {
    expect(namesWords(['shop'])).toBe('shop');
    expect(namesWords(['shop', 'news'])).toBe('2 spiders');
  });
});

describe('what a spider needs', () => {
  const need = { spider: 'shop', message: 'It paused.', run: '7', entry: null };
  it.each([
    [{ ...need, action: 'resume' as const }, 'Resume', '#/run/7'],
    [{ ...need, action: 'look' as const }, null, '#/run/7'],
    [{ ...need, action: 'login' as const, run: null }, null, '#/spider/shops/shop/runs'],
    [{ ...need, action: 'retry' as const, entry: '3' }, 'Retry', '#/run/7'],
    [{ ...need, action: null }, null, '#/run/7'],
  ])('can be done, or looked at: %j', (given, does, target) => {
    expect(needWords(given).does).toBe(does);
    expect(needTarget('shops', given)).toBe(target);
  });
});
