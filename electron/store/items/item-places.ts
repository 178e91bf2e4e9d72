import type { StoreContext } from '../database/context.ts';
import type { RunExtent } from './run-extent.ts';

/** So many ids are counted together: what is looked at to find one of them. */
const stretchIds = 4096;
/** Stretches that one statement counts: about a tenth of a second where all are of the run. */
const countedAtOnce = 256;
/** Stretches at the end that are never settled: sessions of a fleet commit in another order than that of their ids. */
const unsettled = 4;
/** Runs whose counts are kept. */
const mostRuns = 16;

/** Items of a run by stretches of their ids, from that of the first id on. */
interface Counts {
  /** The numbers of the stretches that have items, in order. */
  stretches: number[];
  /** How many items there are before each of these. */
  before: number[];
  /** How many there are in all that were counted. */
  counted: number;
  /** The first stretch that was not counted. */
  end: number;
  /** How many items the run had then. They only become fewer where some were deleted. */
  items: number;
}

/**
 * Knows the places of items in runs whose ids have gaps, because other runs were written meanwhile. It counts the index of a run up
 * to the place that is asked for, once; later questions look at one stretch of it.
 */
export interface ItemPlaces {
  /** How many items of a run there are up to an id. */
  countUpTo(run: RunExtent, upTo: number): number;
  /** Where to read on for the item at a place, from 0: after how many of the items from an id on. */
  startOf(run: RunExtent, place: number): { from: number; skip: number };
}

export function createItemPlaces({ connection: { db } }: StoreContext): ItemPlaces {
  const stretchesOf = db.prepare<
    [{ run: number; first: number; from: number; to: number }],
    { stretch: number; items: number }
  >(
    `SELECT (id - CAST(@first AS INTEGER)) / ${stretchIds} AS stretch, count(*) AS items FROM items
      WHERE run_id = @run AND id >= @from AND id < @to GROUP BY 1`,
  );
  const itemsBetween = db
    .prepare<[{ run: number; from: number; upTo: number }], number>(
      'SELECT count(*) FROM items WHERE run_id = @run AND id >= @from AND id <= @upTo',
    )
    .pluck();
  const known = new Map<number, Counts>();

  /** The counts of a run, at least until they are enough or all is counted that is settled. */
  function countsOf(run: RunExtent, isEnough: (counts: Counts) => boolean): Counts {
    const counts = knownOf(run);
    const settled = Math.floor((run.last - run.first) / stretchIds) + 1 - unsettled;
    while (counts.end < settled && !isEnough(counts)) {
      const end = Math.min(settled, counts.end + countedAtOnce);
      const part = { run: run.id, first: run.first, from: idOf(run, counts.end), to: idOf(run, end) };
      for (const { stretch, items } of stretchesOf.all(part).sort((a, b) => a.stretch - b.stretch)) {
        counts.stretches.push(stretch);
        counts.before.push(counts.counted);
        counts.counted += items;
      }
      counts.end = end;
    }
    return counts;
  }

  function knownOf({ id, items }: RunExtent): Counts {
    const before = known.get(id);
    const isTrue = before !== undefined && before.items <= items;
    const counts = isTrue ? before : { stretches: [], before: [], counted: 0, end: 0, items };
    counts.items = items;
    known.delete(id);
    known.set(id, counts);
    for (const oldest of known.keys()) if (known.size > mostRuns) known.delete(oldest);
    return counts;
  }

  return {
    countUpTo(run, upTo) {
      const stretch = Math.floor((upTo - run.first) / stretchIds);
      const { stretches, before, counted, end } = countsOf(run, (counts) => counts.end > stretch);
      const from = Math.min(stretch, end);
      const earlier = before[countUpTo(stretches, from - 1)] ?? counted;
      return earlier + (itemsBetween.get({ run: run.id, from: idOf(run, from), upTo }) ?? 0);
    },
    startOf(run, place) {
      const { stretches, before, counted, end } = countsOf(run, (counts) => counts.counted > place);
      if (counted <= place) return { from: idOf(run, end), skip: place - counted };
      const at = countUpTo(before, place) - 1;
      return { from: idOf(run, stretches[at] ?? 0), skip: place - (before[at] ?? 0) };
    },
  };
}

/** The first id of a stretch. */
const idOf = ({ first }: RunExtent, stretch: number): number => first + stretch * stretchIds;

/** How many numbers of an ascending list are not above one. */
function countUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
