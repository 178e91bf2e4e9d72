import type { StoreContext } from '../database/context.ts';
import { createEventWriter } from '../events/event-writer.ts';
import { StoreError } from '../errors.ts';
import type { RunRow } from './run-queries.ts';
import { isEnded } from './run-states.ts';
import { createTimeIn } from './run-time.ts';

/** The rows of what is taken out of runs. */
export interface ExclusionRows {
  /** Patterns, in the order in which they were added. */
  of(run: number): string[];
  /**
   * Takes the URLs that a pattern matches out of a run. Call it within a transaction.
   * @param asked where or by whom that was asked for, as the log says it: "on the command line"; null: it is not known
   * @returns false: they were out already
   * @throws StoreError `conflict` for a run that fetches no more pages
   */
  add(run: RunRow, pattern: string, asked: string | null): boolean;
}

export function createExclusionRows(context: StoreContext): ExclusionRows {
  const { db } = context.connection;
  const patterns = db
    .prepare<[number], string>('SELECT pattern FROM run_exclusions WHERE run_id = ? ORDER BY id')
    .pluck();
  const insert = db.prepare<[number, string, number]>(
    'INSERT INTO run_exclusions (run_id, pattern, added_at) VALUES (?, ?, ?)',
  );
  const writeEvents = createEventWriter(context);
  const timeIn = createTimeIn(context);
  const of = (run: number): string[] => patterns.all(run);
  return {
    of,
    add(run, pattern, asked) {
      requireOpen(run);
      const id = Number(run.id);
      if (of(id).includes(pattern)) return false;
      const at = timeIn(id);
      insert.run(id, pattern, at);
      const by = asked === null ? '' : `, as asked for ${asked}`;
      const message = `URLs that match "${pattern}" are excluded from here on${by}.`;
      writeEvents(id, [{ kind: 'excluded', url: null, message }], at);
      return true;
    },
  };
}

/** @throws StoreError `conflict` */
function requireOpen({ id, kind, state }: RunRow): void {
  if (kind === 'reextract') {
    throw new StoreError(
      'conflict',
      `Run ${id} extracts again from the pages of another run, so it fetches no URL that could be excluded.`,
      'Name a crawl that can still run.',
    );
  }
  if (!isEnded(state)) return;
  throw new StoreError(
    'conflict',
    `Run ${id} is ${state}, so there is nothing left to exclude.`,
    'For later runs, put the pattern into deny of the rule of the spider that follows these links.',
  );
}
