import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe } from 'vitest';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { implementations } from './describe-queries.ts';
import { createDatabases, postgresStudio, postgresStudios, type Databases } from './postgres-studio.ts';

// The tests of the query ports, unchanged, on PostgreSQL.

let server: PostgresServer | null = null;
let databases: Databases | null = null;

const given = (): Databases => {
  if (databases === null) throw new Error('The server was not started.');
  return databases;
};

beforeAll(async () => {
  server = await startPostgres();
  databases = createDatabases(server);
});

afterAll(async () => {
  databases?.close();
  await server?.close();
});

implementations.splice(0, implementations.length, {
  name: 'PostgreSQL',
  open: () => postgresStudio(given()),
  openTwo: () => postgresStudios(given()),
});

const own = new URL('.', import.meta.url);
for (const file of readdirSync(own).filter((name) =>
  /^(?!postgres).*(?<!integration)\.test\.ts$/.test(name),
)) {
  describe.skipIf(noPostgres !== null)(`the tests in ${file}`, () => import(new URL(file, own).href));
}
