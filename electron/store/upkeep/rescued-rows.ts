import Database from 'better-sqlite3';

/** A row as its columns. */
export type Row = Record<string, unknown>;

/** How many ids behind the beginning of a damaged place are tried one by one: more than several pages of the file hold. */
const triedOneByOne = 4096;
/** Doublings of the distance by which a larger one is skipped: more than there are rows. */
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
  // Not "> the last one": looking for that id may lead into a damaged place that ends with it.
  const rows = db.prepare<[bigint], Row & { '#id': bigint }>(
    `SELECT rowid AS "#id", ${columns} FROM "${table}" WHERE rowid >= ? ORDER BY rowid`,
  );
  const next = db
    .prepare<[bigint], bigint>(`SELECT rowid FROM "${table}" WHERE rowid >= ? ORDER BY rowid LIMIT 1`)
    .pluck()
    .safeIntegers();
  rows.safeIntegers();
  let isWhole = true;
  let from = BigInt(Number.MIN_SAFE_INTEGER);
  for (;;) {
    try {
      for (const { '#id': id, ...row } of rows.iterate(from)) {
        onRow(row);
        from = id + 1n;
      }
      return isWhole;
    } catch (error) {
      if (!isDamage(error)) throw error;
      isWhole = false;
      const readable = readableBehind(from, (id) => next.get(id));
      if (readable === null) return false;
      from = readable;
    }
  }
}

/**
 * The first row behind a damaged place.
 * @param damaged an id at which nothing can be read: its body may be damaged where an index names it
 * @param next reads the first row from an id on, or throws
 */
function readableBehind(damaged: bigint, next: (id: bigint) => bigint | undefined): bigint | null {
  const tried = (id: bigint): bigint | null | 'damaged' => {
    try {
      return next(id) ?? null;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return 'damaged';
    }
  };
  let bad = damaged < 0n ? 0n : damaged;
  // Larger steps could lead over what is readable into the next damaged place.
  for (let step = 0; step < triedOneByOne; step += 1) {
    const found = tried(bad + 1n);
    if (found !== 'damaged') return found;
    bad += 1n;
  }
  for (let doubling = 0; doubling < mostDoublings; doubling += 1) {
    let good = bad + (1n << BigInt(doubling));
    const found = tried(good);
    if (found === null) return null;
    if (found === 'damaged') {
      bad = good;
      continue;
    }
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
