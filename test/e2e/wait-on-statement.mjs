import { existsSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Loaded before the program: the nth reading of SQLite that begins with a text waits for a file, and says by another one that it waits. */
const [begins, nth, place] = (process.env['WAIT_ON_STATEMENT'] ?? '').split('|');
let seen = 0;
const prepare = Database.prototype['prepare'];
Database.prototype['prepare'] = function (sql) {
  const statement = prepare.call(this, sql);
  if (!sql.trimStart().startsWith(begins)) return statement;
  const get = statement.get.bind(statement);
  statement.get = (...args) => {
    seen += 1;
    if (seen === Number(nth)) wait();
    return get(...args);
  };
  return statement;
};

function wait() {
  writeFileSync(`${place}.waits`, '');
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(`${place}.goes-on`)) Atomics.wait(cell, 0, 0, 20);
}
