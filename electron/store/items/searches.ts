/** A search that goes on from call to call. */
interface Search {
  ids: number[];
  /** The last row id that was looked at. */
  at: number;
}

/** What a search has found so far. */
export interface Found {
  ids: readonly number[];
  /** The last row id that was looked at; null: all were. */
  at: number | null;
}

/** Row ids that one statement looks at, at first and at most, and how long it is to take, in milliseconds. */
const firstStep = 20_000;
const mostIds = 1_000_000;
const stepMs = 150;
/** Searches that are kept while they are not over. */
const mostSearches = 4;

/** Searches for the row ids that match, in their order, step by step. */
export interface Searches {
  /**
   * @param key tells a search from others
   * @param range the first and the last row id to look at
   * @param find the row ids that match, after one and up to another one
   * @param patienceMs after about how long what was found so far is returned; null: when all was looked at
   */
  find(
    key: string,
    range: { first: number; last: number },
    find: (after: number, upTo: number) => number[],
    patienceMs: number | null,
  ): Found;
}

export function createSearches(clock: () => number): Searches {
  const underWay = new Map<string, Search>();
  let step = firstStep;

  return {
    find(key, { first, last }, find, patienceMs) {
      const search = underWay.get(key) ?? { ids: [], at: first - 1 };
      underWay.delete(key);
      const begun = clock();
      while (search.at < last) {
        const before = clock();
        const upTo = Math.min(last, search.at + step);
        for (const id of find(search.at, upTo)) search.ids.push(id);
        search.at = upTo;
        const took = Math.max(1, clock() - before);
        step = Math.max(1000, Math.min(mostIds, Math.round(step * Math.min(4, stepMs / took))));
        if (patienceMs !== null && clock() - begun >= patienceMs) break;
      }
      if (search.at >= last) return { ids: search.ids, at: null };
      underWay.set(key, search);
      for (const oldest of underWay.keys()) if (underWay.size > mostSearches) underWay.delete(oldest);
      return { ids: search.ids, at: search.at };
    },
  };
}
