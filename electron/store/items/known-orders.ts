/** Views whose order is kept, and how many row ids they hold together at most. */
const maxViews = 6;
const maxIds = 8_000_000;

/** Orders of views that were found, by a name; those that were used last are kept. */
export interface KnownOrders {
  /** The row ids of a view, found at the first call. */
  get(key: string, find: () => readonly number[]): Float64Array;
  has(key: string): boolean;
}

export function createKnownOrders(): KnownOrders {
  const known = new Map<string, Float64Array>();
  return {
    get(key, find) {
      const ids = known.get(key) ?? Float64Array.from(find());
      known.delete(key);
      known.set(key, ids);
      makeRoom(known);
      return ids;
    },
    has: (key) => known.has(key),
  };
}

function makeRoom(known: Map<string, Float64Array>): void {
  let held = 0;
  for (const ids of known.values()) held += ids.length;
  for (const [key, ids] of known) {
    if (known.size <= 1 || (known.size <= maxViews && held <= maxIds)) return;
    held -= ids.length;
    known.delete(key);
  }
}
