import type {
  FieldCount,
  PastRun,
  Sample,
  SpiderFacts,
} from '../../../../../electron/host/data/health-facts.ts';

/** The time at which spiders of tests are checked. */
export const now = Date.UTC(2026, 10, 20, 8);
const day = 86_400_000;

/** A full run some nights ago that went well. Its id is `night` and that number. */
export function pastRun(night: number, changes: Partial<PastRun> = {}): PastRun {
  const at = now - night * day - 6 * 3_600_000;
  return {
    run: `night${night}`,
    version: 1,
    at: new Date(at).toISOString(),
    endedAt: new Date(at + 600_000).toISOString(),
    state: 'completed',
    cause: 'finished',
    reason: 'Finished. No pages left.',
    items: 100,
    breaches: [],
    fields: [],
    head: [],
    ...changes,
  };
}

/** How items of the callback `product` have a field. */
export const field = (name: string, filled: number, items: number): FieldCount => ({
  callback: 'product',
  field: name,
  items,
  filled,
});

/** Runs of the last nights, newest first. */
export const nights = (runs: readonly Partial<PastRun>[]): PastRun[] =>
  runs.map((changes, place) => pastRun(place + 1, changes));

export function facts(changes: Partial<SpiderFacts> = {}): SpiderFacts {
  return {
    version: 1,
    asked: [{ callback: 'product', field: 'price' }],
    isIncremental: false,
    runs: [],
    limits: { pages: null, seconds: null },
    sample: null,
    ...changes,
  };
}

export function sample(changes: Partial<Sample> = {}): Sample {
  return {
    run: 'sample',
    state: 'stopped',
    cause: 'limit',
    reason: 'It reached its limit of 10 items.',
    items: 10,
    pages: 11,
    report: null,
    fields: [field('price', 10, 10)],
    ...changes,
  };
}
