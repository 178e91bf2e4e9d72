import { useState } from 'react';
import type { SourceNews } from './item-source.ts';
import { noteBegun } from './results-view.ts';

/** Changes since the rows of a table were read. */
export interface ItemNews {
  /** How many items fit, and how many there are in all; null: nothing was read yet. */
  readonly counts: { readonly fitting: number; readonly all: number } | null;
  /** About how many items were searched so far; null: all. */
  readonly searched: number | null;
  /** Items that are newer than the rows that are shown. */
  readonly newer: number;
  /** Records the counts of a page of rows. */
  note: (news: SourceNews) => void;
  /** Resets the counts when the rows are read again. */
  forget: () => void;
}

/**
 * Follows what is newer than the rows of a table.
 *
 * @param key of the table's view
 * @param there how many items the source has now
 */
export function useNews(key: string, there: number): ItemNews {
  const [news, setNews] = useState<(SourceNews & { there: number }) | null>(null);
  return {
    counts: news === null ? null : { fitting: news.total, all: Math.max(news.total, news.there) },
    searched: news?.searched ?? null,
    newer: news === null ? 0 : Math.max(news.newer, there - news.there),
    note({ total, newer, searched }) {
      setNews((before) =>
        before?.total === total && before.newer === newer && before.searched === searched
          ? before
          : { total, newer, searched, there: before?.there ?? there },
      );
      noteBegun(key);
    },
    forget: () => setNews(null),
  };
}
