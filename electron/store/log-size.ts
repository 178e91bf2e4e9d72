import type Database from 'better-sqlite3';

/** Pages of the log, of 4 KiB: 4 MiB, as SQLite has it, and 64. */
const fewestPages = 1024;
const mostPages = 16 * 1024;
/** The log may have this part of the pages of the database. */
const part = 1 / 4;
/** Transactions between two looks at the size of the database. */
const every = 64;

/**
 * Lets the log grow with the database before it is moved there. Whoever adds to a large database writes the same pages of
 * its indexes again and again, which a large log takes in once; whoever begins a small one only pays for the memory.
 *
 * @returns to be called in every transaction
 */
export function keepLogInProportion(db: Database.Database): () => void {
  const pageCount = db.prepare<[], number>('SELECT page_count FROM pragma_page_count').pluck();
  let current = 0;
  let transactions = 0;
  return () => {
    if (transactions++ % every > 0) return;
    const pages = Math.floor((pageCount.get() ?? 0) * part);
    const wanted = Math.min(Math.max(pages, fewestPages), mostPages);
    if (wanted === current) return;
    current = wanted;
    db.pragma(`wal_autocheckpoint = ${wanted}`);
  };
}
