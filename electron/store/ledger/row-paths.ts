import { hash } from 'node:crypto';
import { extendTravelling, type TravellingValues } from '../../engine/merge-item.ts';
import type { RowTable, StoredRow } from './row-table.ts';

/** The rows on one way to a page, and the values that travel along it. Each way gives an item. */
export interface RowPath extends TravellingValues {
  /** The ids of the rows, from the first page on, with "/" between them. */
  key: string;
}

/** The ways to a page; none: no row leads to it. */
export function pathsTo(rows: Pick<RowTable, 'to'>, request: number): RowPath[] {
  return rows.to(request).flatMap((row) => pathsThrough(rows, row));
}

/** The ways that end with a row. */
export function pathsThrough(rows: Pick<RowTable, 'to'>, row: StoredRow): RowPath[] {
  const before = pathsTo(rows, row.source);
  return before.length === 0 ? [extendPath(null, row)] : before.map((path) => extendPath(path, row));
}

/** A way that goes on with a row. @param path null: it begins with the row */
export function extendPath(path: RowPath | null, row: StoredRow): RowPath {
  if (path === null) return { key: String(row.id), values: row.values, problems: row.problems };
  return { key: `${path.key}/${row.id}`, ...extendTravelling(path, row) };
}

/** A hash of the values that travel along a way to a page, with its callback: 16 hexadecimal digits. */
export function hashOfPath({ values }: TravellingValues, callback: string | null): string {
  return hash('sha1', JSON.stringify([callback, values]), 'hex').slice(0, 16);
}
