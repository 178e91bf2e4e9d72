import Database from 'better-sqlite3';

/** Loaded before the program: kills it before or after a statement of SQLite, the nth one that begins with a text. */
const [moment, begins, nth] = (process.env['KILL_ON_STATEMENT'] ?? '').split('|');
let seen = 0;
for (const name of ['exec', 'pragma']) {
  const real = Database.prototype[name];
  Database.prototype[name] = function (...args) {
    return carriedOut(String(args[0]), () => real.apply(this, args));
  };
}
const prepare = Database.prototype['prepare'];
Database.prototype['prepare'] = function (sql) {
  const statement = prepare.call(this, sql);
  if (!sql.trimStart().startsWith(begins)) return statement;
  const run = statement.run.bind(statement);
  statement.run = (...args) => carriedOut(sql.trimStart(), () => run(...args));
  return statement;
};

function carriedOut(sql, carryOut) {
  const isIt = sql.startsWith(begins) && (seen += 1) === Number(nth);
  if (isIt && moment === 'before') kill();
  const result = carryOut();
  if (isIt) kill();
  return result;
}

function kill() {
  process.kill(process.pid, 'SIGKILL');
  // The signal may come a moment later, and nothing else may happen until then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
