import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { readPostgresUrl, type PostgresAddress } from '../../../../electron/postgres/address.ts';
import { clientConfig } from '../../../../electron/postgres/connection.ts';
import { choosePlace } from '../../../../electron/store/objects/choose.ts';
import type { ObjectAddress } from '../../../../electron/store/objects/place.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { openPostgresStore } from '../../../../electron/store/postgres/open.ts';
import type { PostgresServer } from '../../../servers/postgres.ts';
import { s3AccessKey, s3Region, s3SecretKey } from '../../../servers/s3-server.ts';
import type { S3Thread } from '../../../servers/s3-thread.ts';
import { newRun, portsOf, request } from '../support.ts';
import { compressPage } from '../../../../electron/engine/stored-page.ts';

/** The variable with the login of the bucket of tests. */
const loginVariable = 'SPIDER_STUDIO_TEST_BUCKET';
// Threads have a copy of the environment as it is when they begin.
process.env[loginVariable] = `${s3AccessKey}:${s3SecretKey}`;

/** A workspace in a database of its own. */
export interface Workspace {
  address: PostgresAddress;
  store: Store;
  client: Client;
  /** Opens it once more, as another program does. */
  open: () => Store;
  to: (address: ObjectAddress | null) => Promise<void>;
  /** How many bodies are in the table, and how many references. */
  rows: (table?: string) => Promise<{ inside: number; outside: number }>;
}

let made = 0;

/** Makes a workspace on a server. */
export async function newWorkspace(server: PostgresServer): Promise<Workspace> {
  const name = `objects_${(made += 1)}`;
  await server.query(`CREATE DATABASE ${name}`);
  const { port, user, password } = server;
  const address = { ...readPostgresUrl(server.url(name), { instead: '' }), port, user, password };
  const open = (): Store => {
    const store = openPostgresStore(address);
    onTestFinished(() => store.close());
    return store;
  };
  const store = open();
  const client = new Client(clientConfig(address));
  await client.connect();
  onTestFinished(async () => client.end());
  return {
    address,
    store,
    client,
    open,
    to: (place) => choosePlace(client, place),
    async rows(table = 'pages') {
      const { rows } = await client.query<{ outside: string; all: string }>(
        `SELECT count(spider_studio.object_of(body)) AS outside, count(*) AS all FROM spider_studio.${table}`,
      );
      const outside = Number(rows[0]?.outside);
      return { inside: Number(rows[0]?.all) - outside, outside };
    },
  };
}

/** The address of a folder. */
export const inFolder = (address: string): ObjectAddress => ({
  address,
  endpoint: null,
  region: null,
  pathStyle: 0,
  secret: null,
});

/** The address of a bucket, whose login is in the environment. */
export function inBucket({ endpoint, bucket }: S3Thread, prefix = 'crawls'): ObjectAddress {
  const address = `s3://${bucket}/${prefix}`;
  return { address, endpoint, region: s3Region, pathStyle: 1, secret: `env:${loginVariable}` };
}

/** A page of some size that is like no other. */
export const pageOf = (n: number, size = 3000): string =>
  `<h1>Page ${n}</h1>${Array.from({ length: size / 20 }, (_, at) => `<p>${(at * 7919 * (n + 1)) % 1_000_003}</p>`).join('')}`;

/** A run whose requests are claimed. */
export async function running(store: Store, count: number, options: { downloads?: boolean } = {}) {
  const run = await newRun(store);
  const ports = portsOf(store, run, options);
  await ports.control.begin();
  const { ledger } = ports;
  await ledger.admit(Array.from({ length: count }, (_, n) => request(n)));
  const claimed = await ledger.claim('https://example.org', count, 0);
  return { run, ledger, ids: claimed.map(({ id }) => id) };
}

/** A visit whose page is kept. */
export const visited = (id: string, html: string) => ({
  id,
  facts: {
    status: 200,
    finalUrl: 'https://example.org/page',
    bytes: html.length,
    durationMs: 1,
    contentType: 'text/html',
  },
  items: [],
  links: [],
  page: compressPage(html, 'utf-8'),
  events: [],
});
