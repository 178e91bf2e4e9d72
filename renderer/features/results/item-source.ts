import { useMemo, useState } from 'react';
import type { ItemView, ResultRow } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource } from '../../ui/table/types.ts';

export interface SourceNews {
  total: number;
  /** Items that were scraped after the table was opened, and are not in it. */
  newer: number;
}

interface SourceOptions {
  view: ItemView;
  /** Only these are read. */
  columns: readonly string[];
  /** Another one begins with the items that are there then. */
  generation: number;
  onNews: (news: SourceNews) => void;
}

/**
 * The items of a view, for a table: filtered, searched and sorted by the host, read by pages. All pages of one view come
 * from one snapshot, so that rows do not move under the eye while a crawl goes on. Other columns of the same view are read
 * in place: the table stays where it is.
 */
export function useItemSource({ view, columns, generation, onNews }: SourceOptions): RowSource<ResultRow> {
  const key = JSON.stringify([view, generation]);
  const columnsKey = JSON.stringify(columns);
  const [version, setVersion] = useState({ of: columnsKey, number: 0 });
  if (version.of !== columnsKey) setVersion({ of: columnsKey, number: version.number + 1 });
  // oxlint-disable-next-line react/exhaustive-deps -- another view begins with a snapshot of its own
  const taken = useMemo((): { snapshot: string | undefined } => ({ snapshot: undefined }), [key]);
  return useMemo(
    () => ({
      key,
      count: null,
      version: version.number,
      async load(offset, limit, signal) {
        const { snapshot } = taken;
        const answer = await getClient().call(
          'results.query',
          { view, columns: [...columns], offset, limit, ...(snapshot === undefined ? {} : { snapshot }) },
          { signal },
        );
        if (!answer.ok) return answer;
        const { rows, total, newer } = answer.value;
        taken.snapshot ??= answer.value.snapshot;
        onNews({ total, newer });
        return { ok: true, rows, count: total };
      },
    }),
    // The view and the columns are made anew with every render of the screen; what they say decides.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [key, taken, version.number],
  );
}
