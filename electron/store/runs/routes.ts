import { readEscalationState, type EscalationState } from '../../engine/proxy-state.ts';
import type { StoreContext } from '../database/context.ts';
import { parsedJson } from '../database/json-columns.ts';
import { damagedRow } from '../errors.ts';

/** What a run knows about its proxy routes. Call its functions within a query or a transaction. */
export interface RouteRows {
  /** null: the run has used no proxies. @throws StoreError `damaged` */
  of(run: number): EscalationState | null;
  keep(run: number, state: EscalationState): void;
}

export function createRoutes({ connection: { db } }: StoreContext): RouteRows {
  const read = db.prepare<[number], string>('SELECT state FROM routes WHERE run_id = ?').pluck();
  const write = db.prepare<[number, string]>(
    'INSERT INTO routes (run_id, state) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET state = excluded.state',
  );
  return {
    of(run) {
      const text = read.get(run);
      if (text === undefined) return null;
      return readRoutes(text, run);
    },
    keep: (run, state) => void write.run(run, JSON.stringify(state)),
  };
}

/** Reads `routes.state`. @throws StoreError `damaged` */
export function readRoutes(text: string, run: number): EscalationState {
  const state = readEscalationState(parsedJson(text));
  if (state === null) throw damagedRow(`Run ${run} (its ways to the sites)`);
  return state;
}
