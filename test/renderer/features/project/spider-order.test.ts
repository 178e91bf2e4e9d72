import { describe, expect, it } from 'vitest';
import {
  filterCounts,
  inOrder,
  orderOf,
  shownSpiders,
} from '../../../../renderer/features/project/spider-order.ts';
import { run, spider } from './samples.ts';

const at = (createdAt: string, items: number) =>
  run('x', { createdAt, counters: { ...run('x').counters, items } });
const schedule = { words: 'Every day at 02:30', next: '2026-11-23T02:30:00Z' };
const spiders = [
  spider('shop-10', { lastRun: at('2026-11-20T00:00:00Z', 5), fill: 0.9, schedule }),
  spider('shop-2', { lastRun: { ...at('2026-11-22T00:00:00Z', 50), state: 'failed' }, needs: 'It failed.' }),
  spider('News', { lastRun: at('2026-11-21T00:00:00Z', 7), fill: 0.5, queued: 2 }),
  spider('archive'),
];

describe('the order of spiders', () => {
  it.each([
    [null, ['archive', 'News', 'shop-2', 'shop-10']],
    [{ column: 'spider', descending: true }, ['shop-10', 'shop-2', 'News', 'archive']],
    [{ column: 'last', descending: true }, ['shop-2', 'News', 'shop-10', 'archive']],
    [{ column: 'last', descending: false }, ['shop-10', 'News', 'shop-2', 'archive']],
    [{ column: 'items', descending: true }, ['shop-2', 'News', 'shop-10', 'archive']],
    [{ column: 'fill', descending: false }, ['News', 'shop-10', 'archive', 'shop-2']],
    [{ column: 'fill', descending: true }, ['shop-10', 'News', 'archive', 'shop-2']],
    [{ column: 'schedule', descending: false }, ['shop-10', 'archive', 'News', 'shop-2']],
    [{ column: 'queued', descending: true }, ['News', 'archive', 'shop-2', 'shop-10']],
    // What needs a person stands first, then what went wrong.
    [{ column: 'needs', descending: false }, ['shop-2', 'News', 'shop-10', 'archive']],
  ])('is that of a column, and that of the names where it says nothing: %j', (sort, expected) => {
    expect(orderOf(spiders, sort)).toEqual(expected);
  });

  it('stays while numbers change, and takes new spiders at the end', () => {
    const order = orderOf(spiders, { column: 'items', descending: true });
    const later = [
      spider('zoo'),
      spider('attic'),
      ...spiders.map((each) => ({ ...each, lastRun: at('2026-11-23T00:00:00Z', each.spider.length) })),
    ];
    expect(inOrder(later, order).map((each) => each.spider)).toEqual([
      'shop-2',
      'News',
      'shop-10',
      'archive',
      'attic',
      'zoo',
    ]);
  });
});

describe('the filters', () => {
  it('count what they show', () => {
    const counts = filterCounts(spiders);
    expect(counts).toEqual({ all: 4, needs: 1, failed: 1, unscheduled: 3, never: 1 });
    for (const [name, number] of Object.entries(counts)) {
      expect(shownSpiders(spiders, name as keyof typeof counts, '')).toHaveLength(number);
    }
  });

  it.each([
    ['shop', ['shop-10', 'shop-2']],
    ['SHOP failed', ['shop-2']],
    ['every day', ['shop-10']],
    ['never', ['archive']],
    ['zeppelin', []],
  ])('and a search for “%s” goes with them', (search, expected) => {
    expect(shownSpiders(spiders, 'all', search).map((each) => each.spider)).toEqual(expected);
  });
});
