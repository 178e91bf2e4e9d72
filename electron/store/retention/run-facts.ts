import type { RetainableRun } from '../../../shared/retention.ts';
import type { StoreContext } from '../database/context.ts';
import type { RunReader } from '../runs/run-rows.ts';
import { isEnded } from '../runs/run-states.ts';

/** What is known of a run before others are asked what they need. */
export interface RunFacts extends RetainableRun {
  createdAt: string;
  items: number;
}

/** Reads the runs of a spider for a plan, and what they take. Call within a query. */
export interface RunFactReader {
  /** @param seers row ids of runs that a dataset needs */
  of(spider: { project: string; spider: string }, seers: ReadonlySet<number>): RunFacts[];
  /** Runs that have some of these pages, the newest of each. @param hashes SHA-256 in hexadecimal */
  withPages(spider: number, hashes: readonly string[]): number[];
  /** Of each run: its pages that no other run has but those that lose theirs as well. */
  pageSizes(runs: readonly number[]): Map<number, { pages: number; bytes: number }>;
  /** Of a run without its pages. */
  bodySize(run: number): number;
  detailSize(run: number): { events: number; bytes: number };
}

export function createRunFacts({ connection: { db } }: StoreContext, reader: RunReader): RunFactReader {
  const pinned = db.prepare<[number], number | null>('SELECT pinned_at FROM runs WHERE id = ?').pluck();
  const droppedOf = db.prepare<[number], string>('SELECT part FROM dropped_parts WHERE run_id = ?').pluck();
  const aPage = db
    .prepare<[number], number>('SELECT 1 FROM requests WHERE run_id = ? AND page_id IS NOT NULL LIMIT 1')
    .pluck();
  const generations = db.prepare<[number], number>('SELECT id FROM runs WHERE source_id = ?').pluck();
  const withPages = db
    .prepare<[{ spider: number; hashes: string }], number>(
      `SELECT DISTINCT (SELECT max(run_id) FROM requests JOIN runs ON runs.id = run_id AND spider_id = @spider
          WHERE page_id = pages.id) FROM pages WHERE sha256 IN (SELECT unhex(value) FROM json_each(@hashes))`,
    )
    .pluck();
  const pageSizes = db.prepare<[{ runs: string }], { run: number; pages: number; bytes: number }>(
    `WITH own AS MATERIALIZED (SELECT page_id, max(run_id) AS run FROM requests
        WHERE run_id IN (SELECT CAST(value AS INTEGER) FROM json_each(@runs)) AND page_id IS NOT NULL GROUP BY page_id)
    SELECT run, count(*) AS pages, sum(100 + length(body)) AS bytes FROM own JOIN pages ON pages.id = own.page_id
    WHERE NOT EXISTS (SELECT 1 FROM requests WHERE page_id = own.page_id
      AND run_id NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(@runs)))
    GROUP BY run`,
  );
  const bodySize = db
    .prepare<[{ run: number }], number>(
      `SELECT (SELECT coalesce(sum(260 + octet_length(url)), 0) FROM requests WHERE run_id = @run)
      + (SELECT coalesce(sum(120 + octet_length(url) + octet_length(metadata_json) + coalesce(octet_length(content), 0)), 0)
        FROM items WHERE run_id = @run)
      + (SELECT coalesce(sum(60 + octet_length(message)), 0) FROM events WHERE run_id = @run)
      + (SELECT coalesce(sum(iif(file_id IS NULL, 0, bytes)), 0) FROM file_requests WHERE run_id = @run)
      + (SELECT coalesce(sum(40 + octet_length(values_json)), 0) FROM rows WHERE run_id = @run)`,
    )
    .pluck();
  const detailSize = db.prepare<[{ run: number }], { events: number; bytes: number }>(
    `SELECT (SELECT count(*) FROM events WHERE run_id = @run) AS events,
      (SELECT coalesce(sum(60 + octet_length(message) + coalesce(octet_length(url), 0)), 0) FROM events WHERE run_id = @run)
      + (SELECT coalesce(sum(20 + octet_length(head)), 0) FROM response_heads WHERE run_id = @run)
      + (SELECT coalesce(sum(coalesce(octet_length(head_changes), 0) + coalesce(octet_length(hops_json), 0)), 0)
        FROM requests WHERE run_id = @run) AS bytes`,
  );

  return {
    of({ project, spider }, seers) {
      const rows = reader.list({ project, spider });
      const newest = rows.find(({ kind, state }) => kind === 'full' && state === 'completed')?.id;
      const states = new Map(rows.map(({ id, state }) => [id, state]));
      return rows.map(({ id, kind, state, source, endedAt, acceptedAt, replacedBy, counters, createdAt }) => {
        const row = Number(id);
        const parts = new Set(droppedOf.all(row));
        const made = generations.all(row).map(String);
        const isNeeded = made.some((each) => !isEnded(states.get(each) ?? 'completed'));
        const hasEnded = isEnded(state) && endedAt !== null;
        return {
          id,
          place: Number(source ?? id),
          kind,
          isCompleted: state === 'completed',
          endedAt: hasEnded ? Date.parse(endedAt) : null,
          hasPages: !parts.has('pages') && aPage.get(row) !== undefined,
          hasDetail: !parts.has('detail'),
          kept: !hasEnded
            ? 'under-way'
            : id === newest
              ? 'newest'
              : (pinned.get(row) ?? null) !== null
                ? 'pinned'
                : acceptedAt !== null || replacedBy !== null
                  ? 'accepted'
                  : isNeeded
                    ? 'source'
                    : null,
          isSeenBy: seers.has(row),
          createdAt,
          items: counters.items,
        };
      });
    },
    withPages: (spider, hashes) => withPages.all({ spider, hashes: JSON.stringify(hashes) }),
    pageSizes(runs) {
      const sizes = pageSizes.all({ runs: JSON.stringify(runs) });
      return new Map(sizes.map(({ run, ...size }) => [run, size]));
    },
    bodySize: (run) => bodySize.get({ run }) ?? 0,
    detailSize: (run) => detailSize.get({ run }) ?? { events: 0, bytes: 0 },
  };
}
