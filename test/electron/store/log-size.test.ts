import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepLogInProportion } from '../../../electron/store/log-size.ts';
import { scratchFolder } from './support.ts';

const mebibyte = 1024 * 1024;
const piece = 64 * 1024;

function scratchDatabase(): Database.Database {
  const db = new Database(join(scratchFolder(), 'a.db'));
  onTestFinished(() => void db.close());
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE pieces (piece BLOB)');
  return db;
}

/** Adds rows of 64 KiB, each in a transaction of its own. @returns the size of the log in bytes; it never shrinks */
function write(db: Database.Database, mebibytes: number): number {
  const sizeLog = keepLogInProportion(db);
  const insert = db.prepare('INSERT INTO pieces VALUES (zeroblob(?))');
  for (let written = 0; written < mebibytes * mebibyte; written += piece) {
    db.transaction(() => {
      insert.run(piece);
      sizeLog();
    })();
  }
  return statSync(`${db.name}-wal`).size / mebibyte;
}

describe('the log beside the database', () => {
  it('is small as long as the database is, however much is written', () => {
    const size = write(scratchDatabase(), 12);
    expect(size).toBeGreaterThan(3.9);
    expect(size).toBeLessThan(4.5);
  });

  it('grows to a quarter of the database, before it is moved there', () => {
    const db = scratchDatabase();
    write(db, 40);
    const size = write(db, 16);
    expect(size).toBeGreaterThan(8);
    expect(size).toBeLessThan(14.5);
  });
});
