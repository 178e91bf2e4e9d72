import { Type } from 'typebox';
import { ExpectationReportSchema, type RunExpectations } from '../../../shared/spider/expectation-report.ts';
import type { NewItem } from '../../engine/ports/ledger.ts';
import type { MeasuredState } from '../../engine/ports/measured-run.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { StoreContext } from '../database/context.ts';
import { parsedJson, readRowProblems, readRowValues } from '../database/json-columns.ts';
import { damagedRow } from '../errors.ts';

const isReport = ownCheck(ExpectationReportSchema);
/** Schema of the names of the breaches that were told. */
export const ToldSchema = Type.Array(Type.String());
const isTold = ownCheck(ToldSchema);

/** The items that one query reads. */
const batch = 500;

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

interface StoredItem {
  id: number;
  key: string | null;
  url: string;
  callback: string;
  title: string | null;
  content: string | null;
  author: string | null;
  published_date: string | null;
  metadata_json: string;
  problems_json: string;
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
    `SELECT id, item_key AS key, url, callback, title, content, author, published_date, metadata_json, problems_json
      FROM items WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  return {
    of(run) {
      const row = read.get(run);
      if (row === undefined || row.report === null) return null;
      const [report, told] = [parsedJson(row.report), parsedJson(row.told)];
      if (!isReport(report) || !isTold(told)) throw damagedRow(`Run ${run} (what it was measured by)`);
      return { report, told, dropped: row.dropped };
    },
    keep: (run, { report, told }) => void write.run(run, JSON.stringify(report), JSON.stringify(told)),
    items(run, after) {
      const rows = items.all(run, after, batch);
      return { items: rows.map(toItem), last: rows.at(-1)?.id ?? null };
    },
  };
}

function toItem({ id, key, metadata_json, problems_json, ...item }: StoredItem): NewItem {
  return {
    ...item,
    ...(key === null ? {} : { key }),
    metadata: readRowValues(metadata_json, id),
    problems: readRowProblems(problems_json, id),
  };
}
