import type Database from 'better-sqlite3';

/** Limits of the log in pages of 4 KiB: 4 MiB, SQLite's default, and 64 MiB. */
const fewestPages = 1024;
const maxPages = 16 * 1024;
/** Requests in the database for each page of the log: about 250 bytes of log for a request, which takes 170 with its indexes. */
const requestsPerPage = 16;
/** Number of transactions after which the requests are counted again. */
const every = 64;

/**
 * Adapts the size at which the write-ahead log is moved into the database to the number of requests. With many requests, the
 * same pages of their indexes are written often, and a large log moves each of them once. With few, a large log only costs memory.
 * @param db a database with the newest schema
 * @returns a function to call in every transaction
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
