/**
 * What pages of the items of one large run cost on PostgreSQL, and by which plan the server finds them. Another run has written at the
 * same time, so the ids of the run have gaps. Prints one JSON object.
 *
 *     node bench/fleet-items.ts [items]
 */
import type { SqlStatement } from '../electron/store/database/sql.ts';
import { PostgresDatabase } from '../electron/store/postgres/sync-database.ts';
import type { ItemView } from '../electron/store/items/item-queries.ts';
import { addressOf, newBenchRun, startFleetServer } from './fleet-server.ts';

const items = Number(process.argv[2] ?? 200_000);
/** Of so many successive ids, one is of another run. */
const cycle = 7;
const pageSize = 100;

interface Asked {
  statement: string;
  parameters: unknown[];
  ms: number;
}

/** What the store has asked since the last look, with what was given. */
let asked: Asked[] = [];
listen();

const { store, server, run, close } = await startFleetServer();
const other = await newBenchRun(store);
try {
  await fill();
  const view: ItemView = {
    project: 'default',
    spider: 'fleet',
    run,
    filters: [],
    words: [],
    sort: [],
    upTo: null,
  };
  const price = { kind: 'metadata', key: 'price' } as const;
  const title = { kind: 'column', name: 'title' } as const;
  const filtered: ItemView = { ...view, filters: [{ column: price, operator: 'less', value: 10 }] };
  const sorted: ItemView = { ...view, sort: [{ column: title, descending: false }] };
  const slice = (of: ItemView, offset: number) => () => store.queries.items.slice(of, offset, pageSize);
  const figures = {
    items,
    first: await measured(slice(view, 0)),
    middle: await measured(slice(view, Math.floor(items / 2))),
    last: await measured(slice(view, items - pageSize)),
    count: await measured(slice(view, 0)),
    sortedTop: await measured(slice(sorted, 0)),
    filtered: await measured(slice(filtered, 0)),
    cursor: await measured(cursor),
  };
  console.log(JSON.stringify(figures, null, 2));

  /** The first ten portions of an export. */
  async function cursor(): Promise<void> {
    const { batches } = await store.queries.items.stream(view);
    let portions = 0;
    for await (const rows of batches()) {
      portions += rows.length > 0 ? 1 : 0;
      if (portions === 10) return;
    }
  }
} finally {
  await close();
}

/** Fills the run without the engine, which would take hours. */
async function fill(): Promise<void> {
  const into = 'spider_studio';
  await server.query(
    `INSERT INTO ${into}.origins (run_id, origin, done, items) VALUES (${run}, 'https://example.org', ${items}, ${items})`,
  );
  await server.query(`DO $$ BEGIN
    SET LOCAL session_replication_role = replica;
    INSERT INTO ${into}.items (run_id, request_id, position, url, callback, title, content, metadata_json, problems_json, scraped_at)
      SELECT CASE WHEN n % ${cycle} = 0 THEN ${other} ELSE ${run} END, n, 0, 'https://example.org/' || n, 'parse', 'Title ' || md5(n::text), repeat(md5(n::text), 8),
        '{"price":' || n % 1000 || ',"stock":"' || n || '"}', '[]', 1764000000000 + n
      FROM generate_series(1, ${items} + ${items} / ${cycle - 1}) AS n;
  END $$`);
  await server.query(`VACUUM (ANALYZE) ${into}.items`);
}

/** Does something, and tells how long it and its slowest statement took, and the plan of that statement. */
async function measured(work: () => Promise<unknown>) {
  asked = [];
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  const statements = asked.length;
  const slowest = asked.toSorted((a, b) => b.ms - a.ms)[0];
  return {
    ms: Math.round(ms * 10) / 10,
    statements,
    slowestMs: Math.round((slowest?.ms ?? 0) * 10) / 10,
    slowest: slowest?.statement.replaceAll(/\s+/g, ' ').slice(0, 160),
    plan: slowest === undefined ? [] : planOf(slowest),
  };
}

function planOf({ statement, parameters }: Asked): string[] {
  const db = new PostgresDatabase({
    address: addressOf(server),
    writerLock: 1n,
    readonly: true,
  });
  db.keep('SET search_path = spider_studio, pg_catalog');
  try {
    return db
      .prepare<unknown[], string>(`EXPLAIN (ANALYZE, TIMING OFF) ${statement}`)
      .pluck()
      .all(...parameters);
  } finally {
    db.close();
  }
}

/** Notes each statement that answers with rows. */
function listen(): void {
  const prepare = Reflect.get(PostgresDatabase.prototype, 'prepare');
  Reflect.set(PostgresDatabase.prototype, 'prepare', function (this: PostgresDatabase, statement: string) {
    const made: SqlStatement = Reflect.apply(prepare, this, [statement]);
    const all = made.all.bind(made);
    made.all = (...parameters) => {
      const begun = performance.now();
      const rows = all(...parameters);
      asked.push({ statement, parameters, ms: performance.now() - begun });
      return rows;
    };
    return made;
  });
}
