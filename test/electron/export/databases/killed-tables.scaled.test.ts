import { PostgresError } from '../../../../electron/postgres/errors.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresTables } from '../../../../electron/export/databases/postgres-tables.ts';
import { ExportError } from '../../../../electron/export/errors.ts';
import { startCuttingProxy } from '../../../servers/cutting-proxy.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { exportInto, numbered, orderOf } from './support.ts';
import { sampled } from '../../../scale.ts';

const program = fileURLToPath(new URL('./killed-tables.ts', import.meta.url));
/** In the first reading, in each table, before the last batch, and after the commit. */
const moments = ['7', '20', '33', '39', '45', '59', 'end'];
const all = 2000;

function carryOut(database: string, at: string, env: Record<string, string> = {}): void {
  const { status, signal, stderr } = spawnSync(process.execPath, [program, database, at], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const ended = process.platform === 'win32' ? status === 1 : signal === 'SIGKILL';
  expect([at === 'never' ? status === 0 : ended, stderr]).toEqual([true, '']);
}

describe('an export to a table that is killed', () => {
  it.each(sampled(moments))(
    'SQLite, at %s: none of the rows or all, and all once after the next try',
    (at) => {
      const folder = mkdtempSync(join(tmpdir(), 'spider-studio-killed-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const file = join(folder, 'shop.db');
      const count = (): number[] => {
        const db = new Database(file);
        const names = db.prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE name LIKE 'killed%' AND type = 'table' ORDER BY name",
        );
        const counts = names
          .pluck()
          .all()
          .map((name) => db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() ?? 0);
        db.close();
        return counts;
      };
      carryOut(file, at);
      expect(count()).toEqual(at === 'end' ? [all, all] : []);
      carryOut(file, 'never');
      expect(count()).toEqual([all, all]);
    },
  );

  describe.skipIf(noPostgres !== null)('PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.close());

    it.each(sampled(moments))(
      'at %s: none of the rows or all, and all once after the next try',
      async (at) => {
        const name = `killed_${at}`;
        await server.query(`CREATE DATABASE ${name}`);
        const env = { PGPASSWORD: server.password };
        carryOut(server.url(name), at, env);
        const count = async (): Promise<number[]> =>
          Promise.all(['killed', 'killed_tags'].map((table) => countOf(name, table)));
        expect(await count()).toEqual(at === 'end' ? [all, all] : [0, 0]);
        carryOut(server.url(name), 'never', env);
        expect(await count()).toEqual([all, all]);
      },
    );

    async function countOf(database: string, table: string): Promise<number> {
      const credentials = { username: server.user, password: server.password };
      const { connectForExport } =
        await import('../../../../electron/export/databases/postgres-connection.ts');
      const { client } = await connectForExport({ url: server.url(database), credentials });
      const there = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [table]);
      const counted =
        there.rows[0]?.is === true
          ? (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n
          : 0;
      await client.end();
      return counted ?? 0;
    }

    it('whose connection is cut at any byte has none of the rows or all, and all once in the end', async () => {
      const proxy = await startCuttingProxy(server.port);
      onTestFinished(() => proxy.close());
      const credentials = { username: server.user, password: server.password };
      const url = `postgresql://127.0.0.1:${proxy.port}/postgres`;
      const items = Array.from({ length: 1500 }, (_, at) => numbered(at + 1, { text: 'x'.repeat(50) }));
      const seen = new Set<string>();
      // What the server sends is short, so that some of these cut the answer to the commit off.
      const cuts = [
        ...Array.from({ length: 40 }, (_, at) => ({ way: 'down' as const, after: 400 + at * 25 })),
        ...Array.from({ length: 15 }, (_, at) => ({ way: 'up' as const, after: 200 + at * 30_000 })),
      ];
      for (const [at, cut] of cuts.entries()) {
        const table = `cut_${at}`;
        const order = { ...orderOf({ table }), schema: null };
        const write = async (): Promise<unknown> =>
          exportInto(await openPostgresTables({ url, credentials }, order), order, items)
            .then(
              () => 'written',
              (error: unknown) => error,
            )
            .catch((error: unknown) => error);
        proxy.cut = () => cut;
        const told = await write().catch((error: unknown) => error);
        const there = await countOf('postgres', table);
        expect([0, items.length]).toContain(there);
        const code = told instanceof ExportError || told instanceof PostgresError ? told.code : told;
        expect(['written', 'database-unreachable']).toContain(code);
        seen.add(`${told === 'written' ? 'told' : 'cut'}, ${there === 0 ? 'none' : 'all'}`);
        proxy.cut = () => null;
        expect(await write()).toBe('written');
        expect(await countOf('postgres', table)).toBe(items.length);
      }
      expect([...seen].sort()).toEqual(['cut, all', 'cut, none', 'told, all']);
    });
  });
});
