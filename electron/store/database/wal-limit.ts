import type Database from 'better-sqlite3';

/** Pages of the log, of 4 KiB: 4 MiB, as SQLite has it, and 64. */
const fewestPages = 1024;
const maxPages = 16 * 1024;
/** Requests in the database for each page of the log: some 250 bytes for one, which takes 170 with its indexes. */
const requestsPerPage = 16;
/** Transactions between two looks at how many there are. */
const every = 64;

/**
 * Lets the log grow with the number of requests before it is moved into the database. Where there are many, the same pages
 * of their indexes are written again and again, which a large log takes in once; where there are few, a large log only
 * costs memory that nothing was in before.
 *
 * @param db with the newest schema
 * @returns to be called in every transaction
 */
export function keepLogInProportion(db: Database.Database): () => void {
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM requests').pluck();
  let current = 0;
  let transactions = 0;
  return () => {
    if (transactions++ % every > 0) return;
    const pages = Math.floor((newest.get() ?? 0) / requestsPerPage);
    const wanted = Math.min(Math.max(pages, fewestPages), maxPages);
    if (wanted === current) return;
    current = wanted;
    db.pragma(`wal_autocheckpoint = ${wanted}`);
  };
}
