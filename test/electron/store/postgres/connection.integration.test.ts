import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { PostgresDatabase } from '../../../../electron/store/postgres/sync-database.ts';
import { readPostgresUrl } from '../../../../electron/postgres/address.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';

describe.skipIf(noPostgres !== null)('a connection to PostgreSQL', () => {
  let server: PostgresServer;
  let db: PostgresDatabase;

  beforeAll(async () => {
    server = await startPostgres();
    await server.query('CREATE TABLE notes (id bigint PRIMARY KEY)');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    const { port, user, password, url } = server;
    const address = { ...readPostgresUrl(url(), { instead: '' }), port, user, password };
    db = new PostgresDatabase({ address, writerLock: 1n, readonly: false });
  });
  afterEach(async () => {
    db.close();
    await server.query('DELETE FROM notes');
  });

  const backend = (): number => db.prepare<[], number>('SELECT pg_backend_pid()').pluck().get() ?? 0;
  const end = (process: number): Promise<unknown> =>
    server.query('SELECT pg_terminate_backend($1, 10000)', [process]);
  const begin = (): void => void db.prepare('BEGIN IMMEDIATE').run();
  const commit = (): void => void db.prepare('COMMIT').run();
  const rollback = (): void => void db.prepare('ROLLBACK').run();
  const add = (id: number): void => void db.prepare<[number]>('INSERT INTO notes (id) VALUES (?)').run(id);
  const notes = (): number[] => db.prepare<[], number>('SELECT id FROM notes ORDER BY id').pluck().all();

  it('that was cut between calls is made anew, with what was to be kept', async () => {
    db.keep("SET application_name = 'kept'");
    const before = backend();
    await end(before);
    expect(backend()).not.toBe(before);
    const name = db.prepare<[], string>("SELECT current_setting('application_name')").pluck();
    expect(name.get()).toBe('kept');
  });

  it('that was cut before a transaction begins one on the next', async () => {
    await end(backend());
    begin();
    add(1);
    commit();
    expect(notes()).toEqual([1]);
  });

  it('that was cut within a transaction loses all of it, and takes the next one', async () => {
    begin();
    add(1);
    await end(backend());
    expect(() => add(2)).toThrow(/./);
    expect(() => commit()).toThrow('The connection was lost.');
    rollback();
    begin();
    add(3);
    commit();
    expect(notes()).toEqual([3]);
  });

  it('is there again after the server has crashed and was started', async () => {
    begin();
    add(1);
    await server.restart();
    expect(() => add(2)).toThrow(/./);
    rollback();
    expect(notes()).toEqual([]);
  });

  it('whose transaction could not begin is free for the next one', async () => {
    db.keep("SET lock_timeout = '50ms'");
    const other = db;
    const { port, user, password, url } = server;
    const address = { ...readPostgresUrl(url(), { instead: '' }), port, user, password };
    db = new PostgresDatabase({ address, writerLock: 1n, readonly: false });
    begin();
    expect(() => other.prepare('BEGIN IMMEDIATE').run()).toThrow('lock timeout');
    rollback();
    expect(other.prepare<[], number>('SELECT id FROM notes').all()).toEqual([]);
    other.close();
  });
});
