import { BarrenStateSchema, type BarrenState } from '../../engine/barren-pages.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { StoreContext } from '../database/context.ts';
import { parsedJson } from '../database/json-columns.ts';
import { damagedRow } from '../errors.ts';

const isBarrenState = ownCheck(BarrenStateSchema);

/** What runs keep of successive pages without items. Call its functions within a query or a transaction. */
export interface BarrenPageRows {
  /** null: nothing was kept. @throws StoreError when it is damaged */
  of(run: number): BarrenState | null;
  keep(run: number, state: BarrenState): void;
}

export function createBarrenPages({ connection: { db } }: StoreContext): BarrenPageRows {
  const read = db.prepare<[number], string>('SELECT state FROM barren_pages WHERE run_id = ?').pluck();
  const write = db.prepare<[number, string]>(
    'INSERT INTO barren_pages (run_id, state) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET state = excluded.state',
  );
  return {
    of(run) {
      const text = read.get(run);
      if (text === undefined) return null;
      return readBarrenPages(text, run);
    },
    keep: (run, state) => void write.run(run, JSON.stringify(state)),
  };
}

/** Reads `barren_pages.state`. @throws StoreError `damaged` */
export function readBarrenPages(text: string, run: number): BarrenState {
  const state = parsedJson(text);
  if (!isBarrenState(state)) throw damagedRow(`Run ${run} (its pages without items)`);
  return state;
}
