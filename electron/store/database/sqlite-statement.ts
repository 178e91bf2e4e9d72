import type Database from 'better-sqlite3';
import type { SqlChange, SqlStatement } from './sql.ts';

/**
 * A statement of a database in a file, which SQLite compiles when it is first carried out: a store has some hundred statements,
 * and a command needs a few of them. A third of the time in which a store opens was theirs.
 */
export class SqliteStatement<P extends unknown[], R> implements SqlStatement<P, R> {
  readonly #db: Database.Database;
  readonly #text: string;
  #compiled: Database.Statement<P, R> | null = null;
  #plucks = false;
  #hasBigints = false;

  constructor(db: Database.Database, text: string) {
    this.#db = db;
    this.#text = text;
  }

  get(...parameters: P): R | undefined {
    return this.#statement().get(...parameters);
  }

  all(...parameters: P): R[] {
    return this.#statement().all(...parameters);
  }

  iterate(...parameters: P): IterableIterator<R> {
    return this.#statement().iterate(...parameters);
  }

  run(...parameters: P): SqlChange {
    return this.#statement().run(...parameters);
  }

  pluck(): this {
    this.#plucks = true;
    this.#compiled?.pluck();
    return this;
  }

  safeIntegers(): this {
    this.#hasBigints = true;
    this.#compiled?.safeIntegers();
    return this;
  }

  #statement(): Database.Statement<P, R> {
    return (this.#compiled ??= this.#compile());
  }

  #compile(): Database.Statement<P, R> {
    const statement = this.#db.prepare<P, R>(this.#text);
    if (this.#plucks) statement.pluck();
    if (this.#hasBigints) statement.safeIntegers();
    return statement;
  }
}
