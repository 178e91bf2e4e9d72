import { bytesOfRow, type Row } from './rows.ts';

/** What is held in memory at once, in bytes and rows: enough that a round trip does not count. */
const batchBytes = 1024 * 1024;
const batchRows = 1000;

/** Puts rows together. */
export function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    batch.push(row);
    bytes += bytesOfRow(row);
    if (batch.length < batchRows && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** How many rows to fetch next, after a fetch: as many as fit, and at first few, as nobody knows how large they are. */
export function nextFetch(last: { rows: number; bytes: number } | null): number {
  if (last === null) return 8;
  const each = Math.max(1, last.bytes / Math.max(1, last.rows));
  return Math.max(1, Math.min(batchRows, last.rows * 4, Math.floor(batchBytes / each)));
}
