import { readEscalationState, type EscalationState } from '../../engine/proxy-state.ts';
import type { StoreContext } from '../database/context.ts';
import { damagedRow } from '../errors.ts';
import { rowId } from '../database/rows.ts';

export interface RouteRepository {
  /** What a run knows about its ways to the sites; null: it has used no proxies. @throws StoreError when it is damaged */
  of(run: string): EscalationState | null;
  /** Resolves when it is written. */
  keep(run: string, state: EscalationState): Promise<void>;
  /** The same within a transaction. */
  keepWithin(run: string, state: EscalationState): void;
}

export function createRoutes({ connection }: StoreContext): RouteRepository {
  const { db } = connection;
  const read = db.prepare<[number], { state: string }>('SELECT state FROM routes WHERE run_id = ?');
  const write = db.prepare<[number, string]>(
    'INSERT INTO routes (run_id, state) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET state = excluded.state',
  );
  const keep = (run: string, state: EscalationState): void => {
    write.run(rowId(run, 'run'), JSON.stringify(state));
  };
  return {
    of: connection.reading((run: string) => {
      const row = read.get(rowId(run, 'run'));
      if (row === undefined) return null;
      const state = readEscalationState(parse(row.state));
      if (state === null) throw damagedRow(`Run ${run} (its ways to the sites)`);
      return state;
    }),
    keep: (run, state) => connection.enqueue(() => keep(run, state)),
    keepWithin: keep,
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
