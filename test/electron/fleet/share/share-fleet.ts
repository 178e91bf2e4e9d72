import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Clock } from '../../../../electron/engine/clock.ts';
import type { RequestState } from '../../../../electron/engine/ports/ledger.ts';
import type { RunShare, ShareMember } from '../../../../electron/engine/ports/run-share.ts';
import { prepareJobEngine } from '../../../../electron/fleet/jobs/prepare.ts';
import {
  openFleetWork,
  type FleetWork,
  type FleetWorkOptions,
  type JoinedRun,
  type JoinPlan,
} from '../../../../electron/fleet/share/fleet-work.ts';
import type { PostgresAddress } from '../../../../electron/postgres/address.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { openPostgresStore } from '../../../../electron/store/postgres/open.ts';
import { startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import type { ShareUnderTest } from '../../engine/ports/describe-share.ts';
import { newRun } from '../../store/support.ts';

/** How much faster than the clock of the wall the sessions live. What they wait for in the database does not. */
const speed = 4;

/** A clock that runs faster than that of the wall. */
class FastClock implements Clock {
  readonly #began = performance.now();

  now(): number {
    return 1_000_000 + (performance.now() - this.#began) * speed;
  }

  date(): number {
    return this.now();
  }

  at(time: number, ring: () => void): () => void {
    if (time === Infinity) return () => undefined;
    const timer = setTimeout(ring, Math.max(0, time - this.now()) / speed);
    return () => clearTimeout(timer);
  }
}

/** A way to the server that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  isCut = false;

  constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.isCut) {
        near.destroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It has no port.');
    return address.port;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

/** A worker of the fleet in this process. */
interface TestWorker {
  name: string;
  work: FleetWork;
  cable: Cable;
}

/** A server with workspaces of the same kind, each for one test at a time. */
export class ShareServer {
  readonly server: PostgresServer;
  readonly #free: ShareFleet[] = [];
  readonly #all: ShareFleet[] = [];
  #made = 0;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  static async start(): Promise<ShareServer> {
    const server = await startPostgres();
    await server.query('ALTER SYSTEM SET max_connections = 800');
    await server.restart();
    await server.query('CREATE DATABASE made');
    const address = addressOf(server, server.port, 'made');
    openPostgresStore(address).close();
    await prepareJobEngine(address);
    return new ShareServer(server);
  }

  /** A workspace that no other test has; those of earlier tests are used again, with their workers. */
  async take(): Promise<ShareFleet> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#made += 1;
    const database = `workspace_${this.#made}`;
    await this.server.query(`CREATE DATABASE ${database} TEMPLATE made`);
    const fleet = new ShareFleet(this.server, database);
    this.#all.push(fleet);
    return fleet;
  }

  /** Another test may have a workspace. */
  giveBack(fleet: ShareFleet): void {
    this.#free.push(fleet);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((fleet) => fleet.close()));
    await this.server.close();
  }
}

/** A workspace on a server, and workers that share it. */
export class ShareFleet {
  readonly server: PostgresServer;
  readonly store: Store;
  readonly #database: string;
  readonly #workers: TestWorker[] = [];
  readonly #ending: Promise<void>[] = [];
  #named = 0;

  constructor(server: PostgresServer, database: string) {
    this.server = server;
    this.#database = database;
    this.store = openPostgresStore(addressOf(server, server.port, database));
  }

  async close(): Promise<void> {
    this.endDead();
    for (const worker of this.#workers) this.#end(worker);
    await Promise.all(this.#ending);
    this.store.close();
  }

  /** Ends the workers whose cable was cut: until then they try to reach the server, again and again. */
  endDead(): void {
    for (const worker of this.#workers.filter(({ cable }) => cable.isCut)) {
      this.#workers.splice(this.#workers.indexOf(worker), 1);
      this.#end(worker);
    }
  }

  #end({ work, cable }: TestWorker): void {
    cable.isCut = false;
    this.#ending.push(work.close().then(() => cable.close()));
  }

  /** Asks the database of the workspace something. */
  query<T extends object>(statement: string, values?: unknown[]): Promise<T[]> {
    return this.server.query<T>(statement, values, this.#database);
  }

  /** A worker that takes part in no run; those of earlier tests are used again. */
  async worker(busy: ReadonlySet<TestWorker>, options: Partial<FleetWorkOptions> = {}): Promise<TestWorker> {
    const free = this.#workers.find((worker) => !busy.has(worker) && !worker.cable.isCut);
    if (free !== undefined) return free;
    this.#named += 1;
    const name = `worker-${this.#named}`;
    const cable = new Cable(this.server.port);
    const work = await openFleetWork({
      address: addressOf(this.server, await cable.open(), this.#database),
      worker: name,
      slots: 8,
      classes: ['http'],
      onError: () => undefined,
      lossRestMs: 250,
      ...options,
    });
    const worker = { name, work, cable };
    this.#workers.push(worker);
    return worker;
  }

  /**
   * As if so much time had passed since a worker gave its last sign of life.
   * @param host only its lease of a host, which is never lost often enough in a row to be set aside
   */
  async expire(worker: string, host: string | null = null): Promise<void> {
    await this.query(
      `WITH gone AS (
        UPDATE spider_studio.fleet_claims SET lease_until = now() - interval '1 s'
        WHERE owner LIKE $1 || ' %' AND ($2::text IS NULL OR (kind = 'host' AND key = $2)) RETURNING key)
      UPDATE spider_studio_jobs.job SET heartbeat_on = heartbeat_on - interval '20 s',
        retry_count = CASE WHEN $2::text IS NULL THEN retry_count ELSE 0 END
      WHERE state = 'active' AND singleton_key IN (SELECT key FROM gone)`,
      [worker, host],
    );
    if (host === null)
      await this.query('UPDATE spider_studio.fleet_sessions SET beat_at = beat_at - 20000 WHERE owner = $1', [
        worker,
      ]);
  }

  newRun(): Promise<string> {
    return newRun(this.store);
  }

  plan(run: string, limits: JoinPlan['limits']): JoinPlan {
    const { summary } = this.store.crawlPorts(run).control;
    return { class: 'http', limits, delayMs: 250, summary };
  }
}

function addressOf({ user, password }: PostgresServer, port: number, database: string): PostgresAddress {
  return {
    host: '127.0.0.1',
    port,
    database,
    user,
    password,
    tls: 'disable',
    shown: 'the test server',
  };
}

/** A run that the workers of a fleet share. */
export class SharedRun implements ShareUnderTest {
  readonly clock: Clock;
  readonly lateMs = 40 * speed;
  readonly #fleet: ShareFleet;
  readonly #run: string;
  readonly #plan: JoinPlan;
  readonly #busy = new Set<TestWorker>();
  readonly #joined: { worker: TestWorker; joined: JoinedRun; held: Set<string> }[] = [];
  readonly #handedOut: { host: string; session: number }[] = [];

  /** @param clock that of another run, to compare when both have sent what */
  constructor(fleet: ShareFleet, run: string, limits: JoinPlan['limits'], clock: Clock = new FastClock()) {
    this.clock = clock;
    this.#fleet = fleet;
    this.#run = run;
    this.#plan = fleet.plan(run, limits);
  }

  async session(): ReturnType<ShareUnderTest['session']> {
    const worker = await this.#fleet.worker(this.#busy);
    this.#busy.add(worker);
    if (this.#joined.length === 0) await worker.work.offer(this.#run, 'http');
    const joined = worker.work.join(this.#run, this.#plan);
    await joined.ports.control.begin();
    const name = this.#joined.length + 1;
    const held = new Set<string>();
    this.#joined.push({ worker, joined, held });
    const onCame = (host: string): void => {
      if (held.has(host)) return;
      held.add(host);
      this.#handedOut.push({ host, session: name });
    };
    return {
      name,
      share: fastShare(joined.share, onCame, (host) => held.delete(host)),
      ledger: joined.ports.ledger,
      die: () => {
        worker.cable.cut();
        void this.#fleet.expire(worker.name);
      },
      dismiss: () => joined.dismiss(),
    };
  }

  /** Whether the workers that do not take part would. */
  async isWaiting(): Promise<boolean> {
    const { work } = await this.#fleet.worker(this.#busy);
    return (await work.waiting()).some(({ run }) => run === this.#run);
  }

  /** Ends all sessions, and lets the workers go whose cable was cut. */
  async close(): Promise<void> {
    for (const { worker, joined } of this.#joined) if (!worker.cable.isCut) await joined.close();
    this.#fleet.endDead();
  }

  /** Its lead records that it is paused. */
  async pause(): Promise<void> {
    for (const { joined } of this.#joined)
      if (joined.share.leads) await joined.ports.control.end('paused', 'Paused on request.', 'paused');
  }

  async move(host: string): Promise<void> {
    this.#joined.find(({ held }) => held.has(host))?.joined.letGo(host);
  }

  async take(host: string): Promise<void> {
    const owner = this.#joined.find(({ held }) => held.has(host));
    if (owner !== undefined) await this.#fleet.expire(owner.worker.name, host);
  }

  lead(): number | null {
    const place = this.#joined.findIndex(({ worker, joined }) => joined.share.leads && !worker.cable.isCut);
    return place < 0 ? null : place + 1;
  }

  requests(): Promise<{ url: string; state: RequestState; tries: number }[]> {
    return this.#fleet.query(
      `SELECT url, (ARRAY['queued', 'active', 'done', 'failed', 'skipped'])[state + 1] AS state, tries::integer
      FROM spider_studio.requests WHERE run_id = $1 ORDER BY id`,
      [this.#run],
    );
  }

  async items(): Promise<string[]> {
    const text = 'SELECT title FROM spider_studio.items WHERE run_id = $1 ORDER BY id';
    return (await this.#fleet.query<{ title: string }>(text, [this.#run])).map(({ title }) => title);
  }

  async events(): Promise<string[]> {
    const text = 'SELECT message FROM spider_studio.events WHERE run_id = $1 ORDER BY id';
    return (await this.#fleet.query<{ message: string }>(text, [this.#run])).map(({ message }) => message);
  }

  async handedOut(): Promise<readonly { host: string; session: number }[]> {
    return this.#handedOut;
  }
}

/** A share as sessions see it that live faster than the clock of the wall. */
function fastShare(
  share: RunShare,
  onCame: (host: string) => void = () => undefined,
  onGone: (host: string) => void = () => undefined,
): RunShare {
  const fast = (ms: number | null): number | null => (ms === null ? null : ms * speed);
  const slow = (ms: number): number => ms / speed;
  const changed: Partial<RunShare> = {
    open: (member: ShareMember) =>
      share.open({
        came(grant) {
          onCame(grant.host);
          member.came({ ...grant, restMs: grant.restMs * speed });
        },
        letGo: (host) => member.letGo(host),
        lost(host) {
          onGone(host);
          member.lost(host);
        },
        lend(origin) {
          const ms = member.lend(origin);
          return ms === null ? null : slow(ms);
        },
        lent: (host, restMs) => member.lent(host, restMs * speed),
        recall: (kind, purpose) => member.recall(kind, purpose),
        changed: () => member.changed(),
      }),
    released(host, restMs) {
      onGone(host);
      share.released(host, slow(restMs));
    },
    borrow: async (turn) => fast(await share.borrow({ ...turn, gapMs: slow(turn.gapMs) })),
    rests: (host, restMs) => share.rests(host, slow(restMs)),
    borrowed: (host, restMs) => share.borrowed(host, slow(restMs)),
    spentMs: () => share.spentMs() * speed,
    leave: (end, owed) =>
      share.leave(
        end,
        owed === undefined ? owed : new Map([...owed].map(([host, ms]) => [host, slow(ms)] as const)),
      ),
  };
  return new Proxy(share, {
    get(of, name) {
      const value: unknown = Reflect.get(changed, name) ?? Reflect.get(of, name, of);
      return value;
    },
  });
}
