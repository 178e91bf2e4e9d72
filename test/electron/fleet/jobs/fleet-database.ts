import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openJobEngine, type JobEngine } from '../../../../electron/fleet/jobs/job-engine.ts';
import { prepareJobEngine } from '../../../../electron/fleet/jobs/prepare.ts';
import type { PostgresAddress } from '../../../../electron/postgres/address.ts';
import { clientConfig } from '../../../../electron/postgres/connection.ts';
import { startPostgres, type PostgresServer } from '../../../servers/postgres.ts';

const program = fileURLToPath(new URL('worker-process.ts', import.meta.url));

/** A server on which each test has a database of its own, with engines and processes that end with the test. */
export class FleetDatabase {
  #server: PostgresServer | null = null;
  #address: PostgresAddress | null = null;
  #number = 0;
  readonly engines: JobEngine[] = [];
  readonly processes: ChildProcess[] = [];

  /** To be called within the group of tests that uses it. */
  constructor() {
    beforeAll(async () => {
      this.#server = await startPostgres();
    });
    beforeEach(() => this.#prepare());
    afterEach(() => this.#end());
    afterAll(() => this.#server?.close());
  }

  get server(): PostgresServer {
    if (this.#server === null) throw new Error('The server has not been started.');
    return this.#server;
  }

  get address(): PostgresAddress {
    if (this.#address === null) throw new Error('There is no database yet.');
    return this.#address;
  }

  async #prepare(): Promise<void> {
    this.#number += 1;
    const { port, user, password } = this.server;
    const database = `jobs_${this.#number}`;
    this.#address = { host: '127.0.0.1', port, user, password, database, tls: 'disable', shown: database };
    await this.server.query(`CREATE DATABASE ${this.address.database}`);
    await prepareJobEngine(this.address);
  }

  async #end(): Promise<void> {
    for (const child of this.processes.splice(0)) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await Promise.all(this.engines.splice(0).map((engine) => engine.close()));
  }

  async open(
    worker: string,
    onError: (error: unknown) => void = () => undefined,
    address = this.address,
  ): Promise<JobEngine> {
    const engine = await openJobEngine({ address, worker, onError });
    this.engines.push(engine);
    return engine;
  }

  /** Starts as many workers as there are names of what they do. */
  start(roles: readonly string[], more: object = {}): Promise<{ child: ChildProcess; lines: Interface }[]> {
    return Promise.all(
      roles.map(async (role) => {
        const args = [program, role, JSON.stringify({ address: this.address, ...more })];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
        this.processes.push(child);
        const lines = createInterface({ input: child.stdout });
        await once(lines, 'line');
        return { child, lines };
      }),
    );
  }

  async query<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    const client = new Client(clientConfig(this.address));
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }
}
