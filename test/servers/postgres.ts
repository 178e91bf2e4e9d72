import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresFolder } from '../../scripts/test-tools.mjs';

/** Why tests against PostgreSQL are skipped; null: they are not. Debian and Ubuntu have it, by "npm run test:tools". */
export const noPostgres = postgresFolder(existsSync) === null ? 'PostgreSQL is not installed' : null;

const user = 'studio';
const password = "pass'word ü";

/** A server of PostgreSQL of its own, on loopback. */
export interface PostgresServer {
  port: number;
  user: string;
  password: string;
  /** The address of a database, without the password. */
  url: (database?: string) => string;
  /** Asks it something as its administrator, in the database `postgres` or another one. */
  query: <T extends object>(statement: string, values?: unknown[], database?: string) => Promise<T[]>;
  /** Ends it at once, as a crash does, and starts it again. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a server with an empty database `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresFolder(existsSync);
  if (programs === null) throw new Error('PostgreSQL is not installed; "npm run test:tools" installs it.');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const as = otherUser();
  const give = (path: string): void => (as === null ? undefined : chownSync(path, as.uid, as.gid));
  const data = join(folder, 'data');
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  give(folder);
  give(secret);
  const options: SpawnOptions = { stdio: 'ignore', cwd: folder, ...as };
  const begin = [
    '-D',
    data,
    '-U',
    user,
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale=C',
    '-N',
  ];
  const made = spawnSync(join(programs, 'initdb'), begin, { ...options, stdio: 'pipe', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  for (const [from, to] of [
    ['certificate.pem', 'server.crt'],
    ['key.pem', 'server.key'],
  ] as const) {
    const path = join(data, to);
    copyFileSync(new URL(`../fixtures/proxy/${from}`, import.meta.url), path);
    chmodSync(path, 0o600);
    give(path);
  }
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ssl: 'on' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess;

  async function connected<T>(work: (client: Client) => Promise<T>, database = 'postgres'): Promise<T> {
    const client = new Client({ host: '127.0.0.1', port, user, password, database });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function start(): Promise<void> {
    child = spawn(join(programs ?? '', 'postgres'), ['-D', data, '-p', String(port), ...args], options);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`postgres ended at once with code ${child.exitCode}.`);
      const isReady = await connected((client) => client.query('SELECT 1')).then(
        () => true,
        () => false,
      );
      if (isReady) return;
      await delay(50);
    }
  }

  async function stop(): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Immediate shutdown: without a checkpoint, as after a crash.
    child.kill('SIGQUIT');
    await gone;
  }

  await start();
  return {
    port,
    user,
    password,
    url: (database = 'postgres') => `postgresql://${user}@127.0.0.1:${port}/${database}`,
    query: <T extends object>(statement: string, values: unknown[] = [], database = 'postgres') =>
      connected(async (client) => (await client.query<T>(statement, values)).rows, database),
    async restart() {
      await stop();
      await start();
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that Debian has made for it, because it refuses to run as root; null: this process is somebody else already. */
export function otherUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:') || one.startsWith('nobody:'));
  const [, , uid = '', gid = ''] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A port of loopback that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
