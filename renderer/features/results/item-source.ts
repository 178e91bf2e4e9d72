import { useMemo, useState } from 'react';
import type { ItemView, ResultRow } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';
import { useArrivingFiles } from './arriving-files.ts';
import { keptPlace } from '../../ui/table/kept-places.ts';
import type { RowSource } from '../../ui/table/types.ts';

/** The counts that arrive with the rows of the table. */
export interface SourceNews {
  total: number;
  /** Items that were scraped after the table was opened, and are not in it. */
  newer: number;
  /** About how many items were searched so far; null: all. */
  searched: number | null;
}

/** After how long a filter or a search shows what it has found so far, in milliseconds. */
const patience = 400;

interface SourceOptions {
  view: ItemView;
  /** Only these are read. */
  columns: readonly string[];
  /** Another one begins with the items that are there then. */
  generation: number;
  /** The name under which the table keeps its place. */
  placeName: string;
  onNews: (news: SourceNews) => void;
}

/** The last snapshot of each table, by the name under which it keeps its place. */
const snapshots = new Map<string, { key: string; snapshot: string }>();
const maxSnapshots = 60;

function keepSnapshot(placeName: string, key: string, snapshot: string): void {
  snapshots.delete(placeName);
  snapshots.set(placeName, { key, snapshot });
  const oldest = snapshots.keys().next();
  if (snapshots.size > maxSnapshots && oldest.done !== true) snapshots.delete(oldest.value);
}

/** The snapshot to continue with, so that a kept place has the same rows; undefined at the top, where the newest are shown. */
function snapshotOf(placeName: string, key: string): string | undefined {
  const kept = snapshots.get(placeName);
  return kept?.key === key && keptPlace(placeName, key) !== null ? kept.snapshot : undefined;
}

/**
 * The items of a view, for a table: filtered, searched and sorted by the host, read by pages. All pages of one view come
 * from one snapshot, so that rows do not move under the eye while a crawl goes on. Other columns of the same view are read
 * in place: the table stays where it is.
 */
export function useItemSource(options: SourceOptions): RowSource<ResultRow> {
  const { view, columns, generation, placeName, onNews } = options;
  const key = JSON.stringify([view, generation]);
  const columnsKey = JSON.stringify(columns);
  const [version, setVersion] = useState({ of: columnsKey, number: 0 });
  if (version.of !== columnsKey) setVersion({ of: columnsKey, number: version.number + 1 });
  const taken = useMemo(
    (): { snapshot: string | undefined; waits: boolean } => ({
      snapshot: snapshotOf(placeName, key),
      waits: false,
    }),
    [placeName, key],
  );
  /** The run whose rows wait for files, or did, in a view. */
  const [waiting, setWaiting] = useState<{ key: string; run: string } | null>(null);
  useArrivingFiles(waiting?.key === key ? waiting.run : null, () => {
    if (!taken.waits) return;
    taken.waits = false;
    setVersion((now) => ({ ...now, number: now.number + 1 }));
  });
  return useMemo(
    () => ({
      key,
      count: null,
      version: version.number,
      async load(offset, limit, signal) {
        const { snapshot } = taken;
        const answer = await getClient().call(
          'results.query',
          {
            view,
            columns: [...columns],
            offset,
            limit,
            patience,
            ...(snapshot === undefined ? {} : { snapshot }),
          },
          { signal },
        );
        if (!answer.ok) return answer;
        const { rows, total, newer, searched = null } = answer.value;
        taken.snapshot ??= answer.value.snapshot;
        keepSnapshot(placeName, key, taken.snapshot);
        onNews({ total, newer, searched });
        // The same rows are read again, and more of them, until all was searched.
        if (searched !== null && !signal.aborted)
          setVersion((now) => (now.number === version.number ? { ...now, number: now.number + 1 } : now));
        const first = rows.find(waits);
        if (first !== undefined) {
          taken.waits = true;
          const { run } = first;
          setWaiting((before) => (before?.key === key && before.run === run ? before : { key, run }));
        }
        return { ok: true, rows, count: total };
      },
    }),
    // The view and the columns are new objects in every render, so their content is compared.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [key, taken, version.number],
  );
}

const waits = ({ cells }: ResultRow): boolean =>
  Object.values(cells).some((cell) => typeof cell === 'object' && cell !== null && cell.waits === true);
