import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { PageCache } from './page-cache.ts';
import type { RowSource } from './types.ts';

/** The rows of a source for the component that shows them; renders again when some have come. */
export function usePageCache<Row>(source: RowSource<Row>): PageCache<Row> {
  // oxlint-disable-next-line react/exhaustive-deps, react/preserve-manual-memoization -- a source of the same key goes on with the same rows
  const cache = useMemo(() => new PageCache(source), [source.key]);
  useSyncExternalStore(cache.subscribe, () => cache.revision);
  useEffect(() => cache.update(source), [cache, source]);
  useEffect(() => () => cache.close(), [cache]);
  return cache;
}
