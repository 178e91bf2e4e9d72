import { createHash } from 'node:crypto';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { PostgresAddress } from '../../postgres/address.ts';
import type { SqlChange, SqlDatabase, SqlParameters, SqlStatement } from '../database/sql.ts';
import { StoreError } from '../errors.ts';
import type { AskedStatement, ConnectionStart, StatementAnswer } from './connection-messages.ts';
import { toPostgres, type PostgresStatement } from './dialect.ts';
import { SqlStateError } from './sql-state-error.ts';

/** How a connection is used. */
export interface PostgresOptions {
  address: PostgresAddress;
  /** The number by which the writers of a workspace take turns. */
  writerLock: bigint;
  /** Whether nothing may be written. */
  readonly: boolean;
}

type Answer = Exclude<StatementAnswer, { error: unknown } | { refusal: unknown }>;

/** How often it is looked whether the thread is still there while it is waited for, in milliseconds. */
const lookAgainMs = 1000;

/** How long the thread may take to start, in milliseconds. */
const startMs = 60_000;

/** Statements that are the same in both dialects, or have another form here, and are not kept by the server. */
const begin = 'BEGIN IMMEDIATE';

/**
 * A connection to PostgreSQL with the interface of an embedded database: each call waits for its answer. The connection lives in a
 * thread of its own; the calling one, which is a thread for queries, sleeps meanwhile.
 */
export class PostgresDatabase implements SqlDatabase {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #shared = new SharedArrayBuffer(12);
  readonly #answered = new Int32Array(this.#shared);
  readonly #begin: { write: string; read: string };
  #depth = 0;

  constructor({ address, writerLock, readonly }: PostgresOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const start: ConnectionStart = { address, answered: this.#shared, port: port2 };
    this.#worker = new Worker(new URL('./connection-thread.ts', import.meta.url), {
      workerData: start,
      transferList: [port2],
    });
    // That it has ended is told to whoever asks it next.
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
    port1.unref();
    this.#begin = {
      // One writer at a time, as in an embedded database: what a change has read is still so when it is written.
      write: readonly ? 'BEGIN READ ONLY' : `BEGIN; SELECT pg_advisory_xact_lock(${writerLock})`,
      read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    };
  }

  get inTransaction(): boolean {
    return this.#depth > 0;
  }

  prepare<P extends unknown[] | object = unknown[], R = unknown>(
    statement: string,
  ): SqlStatement<SqlParameters<P>, R> {
    const command = this.#commandOf(statement);
    return command === null ? new Statement(statement, (asked) => this.#ask(asked)) : new Command(command);
  }

  /** Carries out statements that return nothing. @throws SqlStateError */
  exec(statements: string): void {
    this.#ask({ text: statements, name: null, values: [], bigints: false, keeps: false });
  }

  /** Carries out a statement now, and again whenever the connection is made anew. @throws SqlStateError */
  keep(statement: string): void {
    this.#ask({ text: statement, name: null, values: [], bigints: false, keeps: true });
  }

  transaction<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      if (this.inTransaction) return work(...args);
      this.#start(this.#begin.read);
      try {
        return work(...args);
      } finally {
        this.#end('COMMIT');
      }
    };
  }

  close(): void {
    this.#port.postMessage(null);
    this.#port.close();
  }

  #commandOf(statement: string): (() => void) | null {
    if (statement === begin) return () => this.#start(this.#begin.write);
    if (statement === 'COMMIT' || statement === 'ROLLBACK') return () => this.#end(statement);
    return null;
  }

  #start(text: string): void {
    try {
      this.exec(text);
    } catch (error) {
      // It may have begun before the lock was refused.
      this.#end('ROLLBACK');
      throw error;
    }
    this.#depth = 1;
  }

  #end(text: 'COMMIT' | 'ROLLBACK'): void {
    // Committed only where it was begun, which the thread sees to.
    if (text === 'COMMIT') this.exec(text);
    this.#depth = 0;
    if (text === 'COMMIT') return;
    try {
      this.exec(text);
    } catch {
      // A connection that was lost has nothing to roll back.
    }
  }

  /** Waits until the thread listens: one that cannot start would be waited for for ever. @throws SqlStateError */
  #requireThread(): void {
    if (Atomics.load(this.#answered, 1) === 1) return;
    if (Atomics.wait(this.#answered, 1, 0, startMs) === 'timed-out')
      throw new SqlStateError({ code: null, message: 'The thread of the connection did not start in time' });
  }

  #ask(statement: Omit<AskedStatement, 'within'>): Answer {
    const asked: AskedStatement = { ...statement, within: this.inTransaction };
    this.#requireThread();
    const before = Atomics.load(this.#answered, 0);
    this.#port.postMessage(asked);
    const answer = this.#answerAfter(before);
    if ('refusal' in answer) {
      const { code, message, hint } = answer.refusal;
      throw new StoreError(code, message, hint ?? '');
    }
    if ('error' in answer) throw new SqlStateError(answer.error, asked.text);
    return answer;
  }

  /** Waits for the answer that follows a number of answers. @throws SqlStateError when the thread has ended without one */
  #answerAfter(before: number): StatementAnswer {
    let seen = before;
    for (;;) {
      Atomics.wait(this.#answered, 0, seen, lookAgainMs);
      seen = Atomics.load(this.#answered, 0);
      const received: { message: StatementAnswer } | undefined = receiveMessageOnPort(this.#port);
      if (received !== undefined) return received.message;
      if (Atomics.load(this.#answered, 2) === 1)
        throw new SqlStateError({ code: '08006', message: 'The thread of the connection has ended' });
    }
  }
}

/** A statement that begins or ends a transaction, and returns nothing. */
class Command<P extends unknown[], R> implements SqlStatement<P, R> {
  readonly #work: () => void;

  constructor(work: () => void) {
    this.#work = work;
  }

  run(): SqlChange {
    this.#work();
    return { changes: 0, lastInsertRowid: 0 };
  }

  get(): undefined {
    this.#work();
    return undefined;
  }

  all(): R[] {
    this.#work();
    return [];
  }

  iterate(): IterableIterator<R> {
    return this.all().values();
  }

  pluck(): this {
    return this;
  }

  safeIntegers(): this {
    return this;
  }
}

class Statement<P extends unknown[], R> implements SqlStatement<P, R> {
  readonly #source: string;
  readonly #ask: (asked: Omit<AskedStatement, 'within'>) => Answer;
  /** Made at the first use: of some hundred statements that a connection prepares, it needs a few. */
  #made: { statement: PostgresStatement; name: string } | null = null;
  #plucks = false;
  #bigints = false;

  constructor(statement: string, ask: (asked: Omit<AskedStatement, 'within'>) => Answer) {
    this.#source = statement;
    this.#ask = ask;
  }

  get #prepared(): { statement: PostgresStatement; name: string } {
    if (this.#made !== null) return this.#made;
    const statement = toPostgres(this.#source);
    const name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 24);
    this.#made = { statement, name };
    return this.#made;
  }

  get(...parameters: P): R | undefined {
    return this.all(...parameters)[0];
  }

  all(...parameters: P): R[] {
    const { fields, rows } = this.#answer(parameters);
    // The type is what the caller says that the statement returns, as with an embedded database.
    const made: unknown[] = this.#plucks
      ? rows.map(([first]) => own(first))
      : rows.map((row) => Object.fromEntries(fields.map((name, place) => [name, own(row[place])])));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return made as R[];
  }

  *iterate(...parameters: P): IterableIterator<R> {
    yield* this.all(...parameters);
  }

  run(...parameters: P): SqlChange {
    const { rows, count } = this.#answer(parameters);
    const last = this.#prepared.statement.returnsIds ? rows.at(-1)?.[0] : undefined;
    return {
      changes: count,
      lastInsertRowid: typeof last === 'number' || typeof last === 'bigint' ? last : 0,
    };
  }

  pluck(): this {
    this.#plucks = true;
    return this;
  }

  safeIntegers(): this {
    this.#bigints = true;
    return this;
  }

  #answer(parameters: P): Answer {
    const { statement, name } = this.#prepared;
    const { text, parameters: wanted } = statement;
    const named = wanted.some(({ from }) => typeof from === 'string') ? asRecord(parameters[0]) : {};
    const values = wanted.map(({ from, asks }) => {
      const value = typeof from === 'number' ? parameters[from] : named[from];
      if (value === undefined) throw new RangeError(`Parameter ${from} of "${text}" has no value.`);
      if (asks === 'is-null') return value === null;
      return typeof value === 'string' ? storable(value) : value;
    });
    return this.#ask({ text, name, values, bigints: this.#bigints, keeps: false });
  }
}

/** PostgreSQL stores no NUL in a text. */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text);

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

/** Bytes come out of the other thread as a plain array of bytes. */
const own = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
