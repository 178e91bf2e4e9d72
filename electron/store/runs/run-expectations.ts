import { Type } from 'typebox';
import { ExpectationReportSchema, type RunExpectations } from '../../../shared/spider/expectation-report.ts';
import type { NewItem } from '../../engine/ports/ledger.ts';
import type { MeasuredState } from '../../engine/ports/measured-run.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { StoreContext } from '../database/context.ts';
import { parsedJson } from '../database/json-columns.ts';
import { damagedRow } from '../errors.ts';
import { readStoredItem, storedItemColumns, type StoredItem } from '../items/stored-item.ts';

const isReport = ownCheck(ExpectationReportSchema);
/** Schema of the names of the breaches that were told. */
export const ToldSchema = Type.Array(Type.String());
const isTold = ownCheck(ToldSchema);

/** The items that one query reads. */
export const measuredItems = 500;

/** What runs are measured by. Call its functions within a query or a transaction. */
export interface ExpectationRows {
  /** null: nothing was kept. @throws StoreError `damaged` */
  of(run: number): (MeasuredState & Pick<RunExpectations, 'dropped'>) | null;
  keep(run: number, state: MeasuredState): void;
  /** See `MeasuredRun.items`. @param after row id of an item */
  items(run: number, after: number): { items: NewItem[]; last: number | null };
}

interface Row {
  report: string | null;
  told: string;
  dropped: number;
}

export function createExpectationRows({ connection: { db } }: StoreContext): ExpectationRows {
  const read = db.prepare<[number], Row>(
    'SELECT report, told, dropped FROM run_expectations WHERE run_id = ?',
  );
  const write = db.prepare<[number, string, string]>(
    `INSERT INTO run_expectations (run_id, report, told) VALUES (?, ?, ?)
      ON CONFLICT (run_id) DO UPDATE SET report = excluded.report, told = excluded.told`,
  );
  const items = db.prepare<[number, number, number], StoredItem>(
    `SELECT ${storedItemColumns} FROM items WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  return {
    of(run) {
      const row = read.get(run);
      const state = row === undefined ? null : readMeasured(row, run);
      return row === undefined || state === null ? null : { ...state, dropped: row.dropped };
    },
    keep: (run, { report, told }) => void write.run(run, JSON.stringify(report), JSON.stringify(told)),
    items(run, after) {
      const rows = items.all(run, after, measuredItems);
      return { items: rows.map(readStoredItem), last: rows.at(-1)?.id ?? null };
    },
  };
}

/** Reads what a run was measured by; null: nothing was kept. @throws StoreError `damaged` */
export function readMeasured(row: Pick<Row, 'report' | 'told'>, run: number): MeasuredState | null {
  if (row.report === null) return null;
  const [report, told] = [parsedJson(row.report), parsedJson(row.told)];
  if (!isReport(report) || !isTold(told)) throw damagedRow(`Run ${run} (what it was measured by)`);
  return { report, told };
}
