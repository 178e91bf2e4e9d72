import type { PageOfRun } from './run-pages.ts';

/** A page before and after, or one of the same callback where its own is not there. */
export interface ChosenPair {
  readonly old: PageOfRun;
  readonly fresh: PageOfRun;
  readonly isSame: boolean;
}

/** Pairs of pages of a callback that are compared: those with the same URL, and where there are few of them, others. */
const limits = { same: 120, fewSame: 8, others: 24 };

/**
 * Pairs pages of two runs with the same URL; where there are few, also others of the same callback, in their order. Half of the pairs
 * are of pages that fail, if there are so many, and come first.
 * @param failing requests of the new run whose items are not as they should be
 */
export function choosePairs(
  old: readonly PageOfRun[],
  fresh: readonly PageOfRun[],
  failing: ReadonlySet<string>,
): ChosenPair[] {
  const byUrl = new Map(old.map((page) => [page.url, page]));
  const same = fresh.flatMap((page): ChosenPair[] => {
    const before = byUrl.get(page.url);
    return before === undefined ? [] : [{ old: before, fresh: page, isSame: true }];
  });
  if (same.length >= limits.fewSame) return failingFirst(same, failing, limits.same);
  const known = new Set(same.map(({ fresh: { url } }) => url));
  const before = spread(
    old.filter(({ url }) => !known.has(url)),
    limits.others,
  );
  const others = fresh
    .filter(({ url }) => !known.has(url))
    .flatMap((page, at): ChosenPair[] => {
      const one = before[at % Math.max(1, before.length)] ?? old[at % Math.max(1, old.length)];
      return one === undefined ? [] : [{ old: one, fresh: page, isSame: false }];
    });
  return [...same, ...failingFirst(others, failing, limits.others)];
}

/**
 * Pairs the failing pages of a run with good ones of the same callback, and good ones with themselves: what works there must not be lost.
 * Empty where no page fails, or none is good.
 */
export function pairsWithin(pages: readonly PageOfRun[], failing: ReadonlySet<string>): ChosenPair[] {
  const good = pages.filter(({ request }) => !failing.has(request));
  const bad = pages.filter(({ request }) => failing.has(request));
  if (good.length === 0 || bad.length === 0) return [];
  const examples = spread(good, limits.others);
  return [
    ...spread(bad, limits.others).flatMap((fresh, at): ChosenPair[] => {
      const old = examples[at % examples.length];
      return old === undefined ? [] : [{ old, fresh, isSame: false }];
    }),
    ...examples.map((page) => ({ old: page, fresh: page, isSame: true })),
  ];
}

function failingFirst(
  pairs: readonly ChosenPair[],
  failing: ReadonlySet<string>,
  most: number,
): ChosenPair[] {
  const bad = pairs.filter(({ fresh }) => failing.has(fresh.request));
  const rest = pairs.filter(({ fresh }) => !failing.has(fresh.request));
  const chosen = spread(bad, Math.max(Math.floor(most / 2), most - rest.length));
  return [...chosen, ...spread(rest, most - chosen.length)];
}

/** Evenly spaced ones of some. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return all.filter(
    (_, at) => Math.floor((at * most) / all.length) !== Math.floor(((at - 1) * most) / all.length),
  );
}
