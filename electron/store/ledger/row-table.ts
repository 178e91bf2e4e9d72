import type { FieldProblem, JsonValue, NewItem, NewRow } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { readOwnItem, readRowProblems, readRowValues } from '../database/json-columns.ts';

/** A row whose values travel. */
export interface StoredRow {
  id: number;
  /** The request whose page it is a row of. */
  source: number;
  /** The request that it leads to. */
  target: number;
  values: Record<string, JsonValue>;
  problems: FieldProblem[];
}

/** The rows of a run whose values travel, and what pages gave before these were merged in. Call it within a transaction. */
export interface RowTable {
  /** @param target null: it leads nowhere */
  add(source: number, position: number, target: number | null, row: NewRow): StoredRow | null;
  /** The rows that lead to a request, in the order in which they were found. */
  to(target: number): StoredRow[];
  countTo(target: number): number;
  /** The rows of a page that lead somewhere, in its order. */
  from(source: number): StoredRow[];
  /** Leads the rows of one request to another. */
  move(target: number, to: number): void;
  /** Keeps what a page gave. */
  keepOwn(request: number, items: readonly NewItem[]): void;
  /** What a page gave; none if it was not kept. */
  own(request: number): NewItem[];
}

interface Columns extends Omit<StoredRow, 'values' | 'problems'> {
  values_json: string;
  problems_json: string;
}

export function createRowTable({ connection: { db } }: StoreContext, run: number): RowTable {
  const columns = 'SELECT id, source_id AS source, target_id AS target, values_json, problems_json FROM rows';
  const add = db.prepare<[number, number, number, number | null, string | null, string, string]>(
    `INSERT INTO rows (run_id, source_id, position, target_id, reason, values_json, problems_json)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const to = db.prepare<[number], Columns>(`${columns} WHERE target_id = ? ORDER BY id`);
  const countTo = db.prepare<[number], number>('SELECT count(*) FROM rows WHERE target_id = ?').pluck();
  const from = db.prepare<[number, number], Columns>(
    `${columns} WHERE run_id = ? AND source_id = ? AND target_id IS NOT NULL ORDER BY position`,
  );
  const move = db.prepare<[number, number]>('UPDATE rows SET target_id = ? WHERE target_id = ?');
  const keep = db.prepare<[number, number, number, string]>(
    'INSERT INTO own_items (run_id, request_id, position, item_json) VALUES (?, ?, ?, ?)',
  );
  const own = db
    .prepare<[number, number], string>(
      'SELECT item_json FROM own_items WHERE run_id = ? AND request_id = ? ORDER BY position',
    )
    .pluck();
  return {
    add(source, position, target, { values, problems, reason }) {
      const json = [JSON.stringify(values), JSON.stringify(problems)] as const;
      const { lastInsertRowid } = add.run(run, source, position, target, reason, ...json);
      return target === null ? null : { id: Number(lastInsertRowid), source, target, values, problems };
    },
    to: (target) => to.all(target).map(toRow),
    countTo: (target) => countTo.get(target) ?? 0,
    from: (source) => from.all(run, source).map(toRow),
    move: (target, other) => void move.run(other, target),
    keepOwn(request, items) {
      for (const [position, item] of items.entries()) keep.run(run, request, position, JSON.stringify(item));
    },
    own: (request) => own.all(run, request).map((json) => readOwnItem(json, request)),
  };
}

const toRow = ({ values_json, problems_json, ...row }: Columns): StoredRow => ({
  ...row,
  values: readRowValues(values_json, row.id),
  problems: readRowProblems(problems_json, row.id),
});
