import type { StoreContext } from '../database/context.ts';

/** A part of a run that can go by itself. */
export type RunPart = 'pages' | 'detail';

/** Rows that one step changes at most: some ten milliseconds. */
const most = 400;

/** Lets parts of runs go. Call within a change. */
export interface DropParts {
  /** Decides that a part of runs goes. From now on it is finished, whatever happens. */
  begin(runs: readonly number[], part: RunPart): void;
  /** Lets some of it go. @returns whether there is more */
  step(): boolean;
  /** After a step that was rolled back: the next one looks at everything again. */
  beginAnew(): void;
  /** Which parts of a run have gone, and when. */
  of(run: number): { part: RunPart; at: number }[];
}

export function createDropParts({ connection: { db }, now }: StoreContext): DropParts {
  const begin = db.prepare<[number, RunPart, number]>(
    'INSERT INTO dropped_parts (run_id, part, dropped_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const next = db.prepare<[], { run: number; part: RunPart }>(
    'SELECT run_id AS run, part FROM dropped_parts WHERE finished = 0 ORDER BY run_id LIMIT 1',
  );
  const finish = db.prepare<[{ run: number; part: RunPart }]>(
    'UPDATE dropped_parts SET finished = 1 WHERE run_id = @run AND part = @part',
  );
  const of = db.prepare<[number], { part: RunPart; at: number }>(
    'SELECT part, dropped_at AS at FROM dropped_parts WHERE run_id = ?',
  );
  const withPage = db
    .prepare<[number, number, number], number>(
      'SELECT id FROM requests WHERE run_id = ? AND id > ? AND page_id IS NOT NULL ORDER BY id LIMIT ?',
    )
    .pluck();
  // A page that another run keeps takes no room of this one: it stays readable in both.
  const goes = `SELECT page_id FROM requests WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(@ids)) AND NOT EXISTS (
    SELECT 1 FROM requests AS other WHERE other.page_id = requests.page_id AND NOT EXISTS (
      SELECT 1 FROM dropped_parts WHERE dropped_parts.run_id = other.run_id AND part = 'pages'))`;
  const gone = db.prepare<[{ ids: string }], number>(goes).pluck();
  const unlink = db.prepare<[string]>(
    'UPDATE requests SET page_id = NULL WHERE page_id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
  );
  const pages = db.prepare<[string]>(
    'DELETE FROM pages WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
  );
  /** The last request of a run that was looked at. After a restart it begins anew. */
  const passed = new Map<number, number>();
  const events = db.prepare<[number, number]>(
    'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE run_id = ? LIMIT ?)',
  );
  const heads = db.prepare<[number, number]>(
    `DELETE FROM response_heads WHERE (run_id, number) IN (SELECT run_id, number FROM response_heads WHERE run_id = ? LIMIT ?)`,
  );
  const changes = db.prepare<[number, number]>(
    `UPDATE requests SET head_number = NULL, head_changes = NULL, hops_json = NULL WHERE id IN (SELECT id FROM requests
      WHERE run_id = ? AND (head_number IS NOT NULL OR head_changes IS NOT NULL OR hops_json IS NOT NULL) LIMIT ?)`,
  );

  function dropPages(run: number): boolean {
    const some = withPage.all(run, passed.get(run) ?? 0, most);
    const last = some.at(-1);
    if (last === undefined) {
      passed.delete(run);
      return false;
    }
    const ids = JSON.stringify(gone.all({ ids: JSON.stringify(some) }));
    unlink.run(ids);
    pages.run(ids);
    passed.set(run, last);
    return true;
  }

  const dropDetail = (run: number): boolean =>
    [events, heads, changes].some((statement) => statement.run(run, most).changes > 0);

  return {
    begin(runs, part) {
      for (const run of runs) begin.run(run, part, now());
    },
    step() {
      const due = next.get();
      if (due === undefined) return false;
      const { run, part } = due;
      if (!(part === 'pages' ? dropPages(run) : dropDetail(run))) finish.run(due);
      return true;
    },
    beginAnew: () => passed.clear(),
    of: (run) => of.all(run),
  };
}
