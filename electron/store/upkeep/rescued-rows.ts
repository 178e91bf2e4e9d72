import Database from 'better-sqlite3';

/** A row as its columns. */
export type Row = Record<string, unknown>;

/** Doublings of the distance by which a damaged place is skipped: more than there are rows. */
const mostDoublings = 45;

const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR|ERROR)/.test(error.code);

/**
 * Reads all rows of a table that can be read, around damaged places.
 * @param columns names, quoted
 * @returns whether every row was there
 */
export function rescueRows(
  db: Database.Database,
  { table, columns, key }: { table: string; columns: string; key: string | null },
  onRow: (row: Row) => void,
): boolean {
  return key === null ? byRowId(db, table, columns, onRow) : fromBothEnds(db, { table, columns, key }, onRow);
}

function byRowId(db: Database.Database, table: string, columns: string, onRow: (row: Row) => void): boolean {
  const rows = db.prepare<[bigint], Row & { '#id': bigint }>(
    `SELECT rowid AS "#id", ${columns} FROM "${table}" WHERE rowid > ? ORDER BY rowid`,
  );
  const next = db
    .prepare<[bigint], bigint>(`SELECT rowid FROM "${table}" WHERE rowid >= ? ORDER BY rowid LIMIT 1`)
    .pluck()
    .safeIntegers();
  rows.safeIntegers();
  let isWhole = true;
  let last = BigInt(Number.MIN_SAFE_INTEGER);
  for (;;) {
    try {
      for (const { '#id': id, ...row } of rows.iterate(last)) {
        onRow(row);
        last = id;
      }
      return isWhole;
    } catch (error) {
      if (!isDamage(error)) throw error;
      isWhole = false;
      const from = readableFrom(last, (id) => next.get(id));
      if (from === null) return false;
      last = from - 1n;
    }
  }
}

/** The first row behind a damaged place. @param next reads the first row from an id on, or throws */
function readableFrom(last: bigint, next: (id: bigint) => bigint | undefined): bigint | null {
  const tried = (id: bigint): bigint | null | 'damaged' => {
    try {
      return next(id) ?? null;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return 'damaged';
    }
  };
  const start = last < 0n ? 0n : last;
  // The row right behind may be named by an index and have a damaged body.
  let bad = start + 1n;
  for (let doubling = 0; doubling < mostDoublings; doubling += 1) {
    const at = start + 1n + (1n << BigInt(doubling));
    const found = tried(at);
    if (found === null) return null;
    if (found === 'damaged') {
      bad = at;
      continue;
    }
    let good = at;
    let from = found;
    while (good - bad > 1n) {
      const middle = (good + bad) / 2n;
      const there = tried(middle);
      if (there === 'damaged' || there === null) bad = middle;
      else [good, from] = [middle, there];
    }
    return from;
  }
  return null;
}

/** A table without row ids is read from its beginning, and from its end, to the damaged place. */
function fromBothEnds(
  db: Database.Database,
  { table, columns, key }: { table: string; columns: string; key: string },
  onRow: (row: Row) => void,
): boolean {
  const descending = key
    .split(', ')
    .map((name) => `${name} DESC`)
    .join(', ');
  for (const order of [key, descending]) {
    const rows = db.prepare<[], Row>(`SELECT ${columns} FROM "${table}" ORDER BY ${order}`).safeIntegers();
    try {
      for (const row of rows.iterate()) onRow(row);
      return order === key;
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  return false;
}
