import { useEffect, useMemo, useSyncExternalStore, type RefObject } from 'react';
import { PageCache } from './page-cache.ts';
import type { RowSource } from './types.ts';

interface CacheState<Row> {
  readonly cache: PageCache<Row>;
  /** How many rows there are; null until that is known. */
  readonly count: number | null;
  /** Why rows that are shown could not be read. */
  readonly error: PageCache<Row>['error'];
}

/** The rows of a source for the table that shows them. It renders again for what concerns all of it, not for single rows. */
export function usePageCache<Row>(source: RowSource<Row>): CacheState<Row> {
  // oxlint-disable-next-line react/exhaustive-deps, react/preserve-manual-memoization -- a source of the same key goes on with the same rows
  const cache = useMemo(() => new PageCache(source), [source.key]);
  const count = useSyncExternalStore(cache.subscribe, () => cache.count);
  const error = useSyncExternalStore(cache.subscribe, () => cache.error);
  useEffect(() => cache.update(source), [cache, source]);
  useEffect(() => () => cache.close(), [cache]);
  return { cache, count, error };
}

/** Rows that take longer, in milliseconds, are said to be under way: a sort of a million, a machine that has much to do. */
const longMs = 300;

/**
 * Says of the table whether rows of it are being read, and shows a bar when that takes long. Past React: it changes with
 * each page that is scrolled to.
 */
export function useBusy<Row>(
  box: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
  cache: PageCache<Row>,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const rest = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      bar.current?.removeAttribute('data-busy');
    };
    const tell = () => {
      if (cache.loading) {
        box.current?.setAttribute('aria-busy', 'true');
        timer ??= setTimeout(() => bar.current?.setAttribute('data-busy', ''), longMs);
      } else {
        box.current?.removeAttribute('aria-busy');
        rest();
      }
    };
    tell();
    const unsubscribe = cache.subscribe(tell);
    return () => {
      unsubscribe();
      rest();
    };
  }, [box, bar, cache]);
}
