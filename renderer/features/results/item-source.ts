import type { ItemView, ResultRow } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import type { RowSource } from '../../ui/table/types.ts';

export interface SourceNews {
  total: number;
  /** Items that were scraped after the table was opened, and are not in it. */
  newer: number;
}

/**
 * The items of a view, for a table: filtered, searched and sorted by the host, read by pages. All pages of one source come
 * from one snapshot, so that rows do not move under the eye while a crawl goes on; `generation` begins a new one.
 */
export function itemSource(
  view: ItemView,
  columns: readonly string[],
  generation: number,
  onNews: (news: SourceNews) => void,
): RowSource<ResultRow> {
  let snapshot: string | undefined;
  return {
    key: JSON.stringify([view, columns, generation]),
    count: null,
    async load(offset, limit, signal) {
      const answer = await getClient().call(
        'results.query',
        { view, columns: [...columns], offset, limit, ...(snapshot === undefined ? {} : { snapshot }) },
        { signal },
      );
      if (!answer.ok) return answer;
      const { rows, total, newer } = answer.value;
      snapshot ??= answer.value.snapshot;
      onNews({ total, newer });
      return { ok: true, rows, count: total };
    },
  };
}
