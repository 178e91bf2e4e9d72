import { expect, it, onTestFinished } from 'vitest';
import { readPostgresUrl } from '../../../../electron/postgres/address.ts';
import { connectPostgres } from '../../../../electron/postgres/connection.ts';
import type { SqlStatement } from '../../../../electron/store/database/sql.ts';
import { toPostgres } from '../../../../electron/store/postgres/dialect.ts';
import { PostgresDatabase } from '../../../../electron/store/postgres/sync-database.ts';
import { noPostgres, startPostgres } from '../../../servers/postgres.ts';
import { fillPostgres } from '../items/gapped-run.ts';
import { expectPlaces, viewOf } from '../items/describe-gapped.ts';
import { openFleetStore } from '../fleet/fleet-server.ts';
import { newRun } from '../support.ts';

interface Asked {
  statement: string;
  parameters: unknown[];
}

/** Notes what is asked of items from now on; only of stores that are opened later. */
function noteStatements(): { asked: Asked[] } {
  const noted: { asked: Asked[] } = { asked: [] };
  const prepare = Reflect.get(PostgresDatabase.prototype, 'prepare');
  Reflect.set(PostgresDatabase.prototype, 'prepare', function (this: PostgresDatabase, statement: string) {
    const made: SqlStatement = Reflect.apply(prepare, this, [statement]);
    const all = made.all.bind(made);
    made.all = (...parameters) => {
      if (/FROM items\b/.test(statement)) noted.asked.push({ statement, parameters });
      return all(...parameters);
    };
    return made;
  });
  onTestFinished(() => void Reflect.set(PostgresDatabase.prototype, 'prepare', prepare));
  return noted;
}

it.skipIf(noPostgres !== null)(
  'finds items by their places on a server, by an index alone and without walking past those before',
  { timeout: 180_000 },
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.close());
    const noted = noteStatements();
    const store = openFleetStore(server);
    onTestFinished(() => store.close());
    const runs = [await newRun(store), await newRun(store)] as const;
    await fillPostgres(server, runs);
    await expectPlaces(store, runs[0]);
    const address = { ...readPostgresUrl(server.url(), { instead: '' }), password: server.password };
    const plain = await connectPostgres(address);
    onTestFinished(() => plain.end());
    await plain.query('SET search_path = spider_studio, pg_catalog');

    const looks: [string, number][] = [
      ['first', 0],
      ['next', 100],
      ['middle', 14_000],
      ['previous', 13_900],
      ['last', 29_800],
    ];
    for (const [place, offset] of looks) {
      noted.asked = [];
      await store.queries.items.slice(viewOf(runs[0]), offset, 100);
      expect([place, noted.asked.length > 0]).toEqual([place, true]);
      for (const one of noted.asked) {
        const plan = await planOf(one);
        expect([place, one.statement, plan.join('\n')]).toEqual([
          place,
          one.statement,
          expect.stringMatching(/^(?![^]*(?:Seq Scan on items|Sort))[^]*Index (?:Only )?Scan/),
        ]);
        const walked = plan.flatMap((line) => (/on items.*actual rows=(\d+)/.exec(line) ?? []).slice(1));
        expect([place, one.statement, Math.max(...walked.map(Number)) <= 5000]).toEqual([
          place,
          one.statement,
          true,
        ]);
      }
    }

    async function planOf({ statement, parameters }: Asked): Promise<string[]> {
      const { text, parameters: wanted } = toPostgres(statement);
      const named: Readonly<Record<string, unknown>> = Object(parameters[0]);
      const values = wanted.map(({ from }) => (typeof from === 'number' ? parameters[from] : named[from]));
      const { rows } = await plain.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, TIMING OFF) ${text}`,
        values,
      );
      return rows.map((row) => row['QUERY PLAN']);
    }
  },
);
