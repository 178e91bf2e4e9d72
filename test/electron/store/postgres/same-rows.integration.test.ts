import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import type { ClaimedRequest } from '../../../../electron/engine/ports/ledger.ts';
import { compressPage } from '../../../../electron/engine/stored-page.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import {
  completed,
  facts,
  fingerprintOf,
  item,
  newRun,
  request,
  scratchFolder,
  scratchStore,
  unfinished,
} from '../support.ts';
import { fleetPorts, poolOn, storeOn } from './fleet-support.ts';

const other = 'https://other.example';
const origin = 'https://example.org';
const head = (n: number) => ({
  statusLine: 'HTTP/1.1 200 OK',
  fields: ['content-type', 'text/html', 'x-number', String(n)],
});

/** All that a ledger writes, in a run that goes the same way each time. @param text of a page that changes from run to run */
async function carryOut({ control, ledger }: CrawlPorts, text: string): Promise<void> {
  await control.begin();
  const take = async (at = origin): Promise<ClaimedRequest> => {
    const [claimed] = await ledger.claim(at, 1, 2_000_000);
    if (claimed === undefined) throw new Error('Nothing was handed out.');
    return claimed;
  };
  await ledger.admit([
    request(1),
    request(2, { priority: 5 }),
    request(3, { callback: null, follow: false }),
    request(2),
  ]);
  await ledger.admit([
    request(4, { parent: '1', depth: 2, callback: 'of_link' }),
    request(4, { priority: 1 }),
  ]);
  await ledger.admit([request(5, { message: { method: 'POST', body: 'a=b', headers: { 'x-a': '1' } } })]);
  const second = await take();
  const full = {
    ...facts,
    finalUrl: `${origin}/second`,
    head: head(1),
    hops: [{ url: second.url, status: 301 }],
    fetchedAt: 77,
  };
  await ledger.takeRedirect(second.id, fingerprintOf(20));
  await ledger.complete({
    id: second.id,
    facts: { ...full, validators: { etag: '"e"', lastModified: null } },
    items: [
      item(1, { key: 'k1', problems: [{ field: 'title', message: 'long' }] }),
      item(2, { title: null, metadata: { a: [1, null] } }),
    ],
    links: [
      request(6, { parent: second.id, depth: 1 }),
      request(20, { parent: second.id }),
      request(7, { origin: other, url: `${other}/7`, parent: second.id, depth: 1 }),
    ],
    page: compressPage(text, 'latin1', 'html'),
    events: [
      { kind: 'note', url: second.url, message: 'First.' },
      { kind: 'note', url: null, message: 'Second.' },
    ],
  });
  const fourth = await take();
  await ledger.fail({
    ...unfinished(fourth.id, 'no answer'),
    facts: { ...facts, head: head(2), durationMs: 3 },
    page: compressPage('{}', 'utf-8', 'json'),
    links: [request(8, { parent: fourth.id, depth: 3 })],
  });
  const first = await take();
  await ledger.retry(
    { ...unfinished(first.id, 'busy'), events: [{ kind: 'retry', url: first.url, message: 'Busy.' }] },
    2_500_000,
  );
  const third = await take();
  await ledger.skip(unfinished(third.id, 'offsite'));
  const fifth = await take();
  await ledger.release([fifth.id]);
  const again = await take();
  await ledger.complete({
    ...completed(again.id, [item(3)]),
    facts: { ...facts, answeredBy: 'cache', rendered: true, head: head(1) },
  });
  const seventh = await take(other);
  await ledger.complete({
    ...completed(seventh.id),
    reason: 'No rows.',
    page: compressPage('always the same', 'utf-8'),
  });
  await ledger.record([{ kind: 'robots', url: `${origin}/robots.txt`, message: 'Read.' }]);
  await ledger.flush();
  await control.end('paused', 'Paused.', 'paused');
}

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

/** The tables that columns refer to. */
const refersTo: Record<string, string> = {
  run_id: 'all_runs',
  fetched_run: 'all_runs',
  extracted_run: 'all_runs',
  origin_id: 'origins',
  request_id: 'requests',
  parent_id: 'requests',
  page_id: 'pages',
  head_number: 'response_heads',
  number: 'response_heads',
};

/** Rows without what differs from database to database: ids become the order of their rows, and times whether there is one. */
function comparable(tables: Tables): Tables {
  const keyOf = (table: string, { id, run_id, number }: Row, column = id ?? number): string =>
    table === 'response_heads'
      ? `${table} ${String(run_id)} ${String(column)}`
      : `${table} ${String(column)}`;
  const places = new Map(
    Object.entries(tables).flatMap(([table, rows]) => rows.map((row, place) => [keyOf(table, row), place])),
  );
  const column = (name: string, value: unknown, row: Row): unknown => {
    if (name === 'id' || name === 'spider_id' || name === 'version_id') return null;
    if (/(?:^|_)(?:at|since)$|active_ms/.test(name)) return value === null;
    const table = refersTo[name];
    if (table !== undefined && value !== null) return places.get(keyOf(table, row, value));
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
    return typeof value === 'bigint' ? Number(value) : value;
  };
  const readable = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row)
        .map(([name, value]) => [name, column(name, value, row)])
        .toSorted(),
    );
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(readable)]));
}

/** The tables that a ledger writes, and the order of their rows. */
const orders = {
  all_runs: 'id',
  origins: 'id',
  requests: 'id',
  pages: 'id',
  items: 'id',
  events: 'id',
  aliases: 'run_id, fingerprint',
  response_heads: 'run_id, number',
  memory: 'fingerprint',
  outbox: 'id',
};

/** What differs from session to session, or was not written by the ledger. */
const ofOwner = ['owner_pid', 'owner_lock', 'options', 'app_version'];

describe.skipIf(noPostgres !== null)('a run of a fleet', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  it('writes the same rows as in SQLite, and so does a later one of the same spider', async () => {
    const now = (): number => 1_000_000;
    const path = join(scratchFolder(), 'runs.db');
    const [embedded, shared] = [scratchStore(path, { now, isAlive: () => true }), storeOn(server, { now })];
    const pool = poolOn(server);
    for (const text of ['<p>one</p>', '<p>two</p>']) {
      await carryOut(embedded.crawlPorts(await newRun(embedded)), text);
      const run = await newRun(shared);
      const { summary } = shared.crawlPorts(run).control;
      await carryOut(fleetPorts(pool, run, { now, summary }), text);
    }
    const db = new Database(path, { readonly: true });
    const [inSqlite, inPostgres]: [Tables, Tables] = [{}, {}];
    for (const [table, order] of Object.entries(orders)) {
      const statement = `SELECT * FROM ${table} ORDER BY ${order}`;
      inSqlite[table] = db.prepare<[], Row>(statement).safeIntegers().all();
      inPostgres[table] = (await pool.query<Row>({ text: statement, types })).rows;
    }
    db.close();
    for (const tables of [inSqlite, inPostgres]) {
      for (const run of tables['all_runs'] ?? []) for (const name of ofOwner) delete run[name];
      tables['outbox'] = (tables['outbox'] ?? []).filter(({ kind }) => kind === 'run');
    }
    const [found, expected] = [comparable(inPostgres), comparable(inSqlite)];
    for (const table of Object.keys(orders)) expect([table, found[table]]).toEqual([table, expected[table]]);
    expect(Object.values(found).every((rows) => rows.length > 0)).toBe(true);
  });
});

/** Integers of PostgreSQL as numbers, and bytes as bytes. */
const types = {
  getTypeParser:
    (id: number) =>
    (text: string): unknown =>
      id === 20 || id === 701 ? Number(text) : id === 17 ? Buffer.from(text.slice(2), 'hex') : text,
};
