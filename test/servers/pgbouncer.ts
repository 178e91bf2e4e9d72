import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort, otherUser, type PostgresServer } from './postgres.ts';

const program = '/usr/sbin/pgbouncer';

/** Why tests through PgBouncer are skipped; null: they are not. Debian and Ubuntu have it, by "npm run test:tools". */
export const noPgBouncer = existsSync(program) ? null : 'PgBouncer is not installed';

/** A pooler in front of a server, on loopback. */
export interface Pooler {
  url: string;
  close: () => Promise<void>;
}

/** Starts PgBouncer in a mode of pooling. */
export async function startPgBouncer(
  server: PostgresServer,
  mode: 'session' | 'transaction' | 'statement',
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const as = otherUser();
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${server.user}" "${server.password}"\n`);
  writeFileSync(
    settings,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 4
`,
  );
  if (as !== null) for (const path of [folder, users, settings]) chownSync(path, as.uid, as.gid);
  const child = spawn(program, [settings], { stdio: 'ignore', ...as });
  const url = `postgresql://${server.user}@127.0.0.1:${port}/postgres`;
  for (let isReady = false; !isReady;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended at once with code ${child.exitCode}.`);
    const { user, password } = server;
    const client = new Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
    client.on('error', () => undefined);
    isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (!isReady) await delay(50);
  }
  return {
    url,
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
