import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { steadyNow } from '../../engine/clock.ts';
import type { RunShare } from '../../engine/ports/run-share.ts';
import { SlotPool, type SlotShare } from '../../engine/slot-pool.ts';
import type { RunSummary } from '../../engine/ports/run-control.ts';
import { clientConfig } from '../../postgres/connection.ts';
import type { PostgresAddress } from '../../postgres/address.ts';
import type { HostClass } from '../../store/fleet/claim-rows.ts';
import { FleetRows, type WantedRun } from '../../store/fleet/fleet-rows.ts';
import { RestRows } from '../../store/fleet/rest-rows.ts';
import { ShareRows } from '../../store/fleet/share-rows.ts';
import {
  createFleetDatabase,
  fleetSettings,
  type FleetDatabase,
} from '../../store/postgres/ledger/fleet-database.ts';
import { openFleetPorts, type FleetPorts } from '../../store/postgres/ledger/ports.ts';
import { openJobEngine, type JobEngine, type JobMetrics } from '../jobs/job-engine.ts';
import { RunState } from './run-state.ts';
import { Session } from './session.ts';
import { FleetSignals } from './signals.ts';
import { sessionLedger } from './session-ledger.ts';

/** How many hosts a worker holds for each request that it may have in flight: while some rest, others are asked. */
const hostsOfSlot = 4;
/** Between two signs of life of the sessions of a worker, in milliseconds. */
const beatMs = 2000;
const usualLossRestMs = 10_000;
/** Connections beside those of the job engine. */
const connections = 6;

/** How a worker takes part in the runs of a workspace. */
export interface FleetWorkOptions {
  address: PostgresAddress;
  /** Name of the worker, for people. */
  worker: string;
  /** Number of requests that it may have in flight. */
  slots: number;
  /** What it can carry out. */
  classes: readonly HostClass[];
  /** Told of what went wrong in the background. Lost connections come back by themselves. */
  onError: (error: unknown) => void;
  /** Runs came or went. */
  onRuns?: () => void;
  /** How long a host rests at least whose last worker is lost, in milliseconds. Left out: 10 s. */
  lossRestMs?: number;
}

/** How a worker takes part in one run. */
export interface JoinPlan {
  /** What hosts of the run need. */
  class: HostClass;
  /** Most items and pages of the run; null: no limit. */
  limits: { items: number | null; pages: number | null };
  /** The longest delay between two requests to a host by the settings of the run, in milliseconds. */
  delayMs: number;
  /** What the run has come to. */
  summary: () => Promise<RunSummary>;
}

/** The part of a worker in one run. */
export interface JoinedRun {
  /** Is to be opened after `ports.control.begin`. */
  share: RunShare;
  ports: FleetPorts;
  /** What the session has of the slots of the worker. */
  slots: SlotShare;
  /** The session is to leave while the run goes on. */
  dismiss(): void;
  /** Lets go of a host, which any worker may take then. */
  letGo(host: string): void;
  /** After the session has ended, however it did. */
  close(): Promise<void>;
}

/** What a worker has in hand, and what waits. */
export interface FleetWorkMetrics {
  slots: number;
  sessions: number;
  hosts: number;
  jobs: JobMetrics;
}

/** The part of a worker in the fleet of a workspace. */
export interface FleetWork {
  /** A run is to be carried out, because it is started or resumed. */
  offer(run: string, needs: HostClass): Promise<void>;
  /** Runs that are to be carried out, that this worker can carry out, and in which it does not take part. */
  waiting(): Promise<WantedRun[]>;
  /** Takes part in a run. */
  join(run: string, plan: JoinPlan): JoinedRun;
  /** Dismisses all sessions. Resolves when they are closed. */
  drain(): Promise<void>;
  close(): Promise<void>;
  metrics(): Promise<FleetWorkMetrics>;
}

/**
 * Opens the part of a worker in the fleet of a workspace.
 * @throws StoreError `older` where the schema is not ready; errors of `pg` where there is no connection
 */
export async function openFleetWork(options: FleetWorkOptions): Promise<FleetWork> {
  const { address, worker, onError } = options;
  const pool = new Pool({ ...clientConfig(address), max: connections, options: fleetSettings });
  const database = createFleetDatabase(pool);
  let jobs: JobEngine;
  try {
    jobs = await openJobEngine({ address, worker, onError });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const work = new Work(options, { pool, database, jobs });
  await work.open();
  return work;
}

class Work implements FleetWork {
  readonly #options: FleetWorkOptions;
  readonly #pool: Pool;
  readonly #database: FleetDatabase;
  readonly #jobs: JobEngine;
  readonly #rows: FleetRows;
  readonly #rests: RestRows;
  readonly #signals: FleetSignals;
  readonly #sessions = new Map<number, Session>();
  readonly #joined = new Map<number, JoinedRun>();
  readonly #slots: SlotPool;
  #beats: NodeJS.Timeout | null = null;
  #isBeating = false;
  /** By how much the clock of the database is ahead of that of the engine. */
  #aheadMs = 0;
  #isDraining = false;

  constructor(
    options: FleetWorkOptions,
    { pool, database, jobs }: { pool: Pool; database: FleetDatabase; jobs: JobEngine },
  ) {
    this.#options = options;
    this.#pool = pool;
    this.#database = database;
    this.#jobs = jobs;
    this.#slots = new SlotPool(options.slots);
    this.#rows = new FleetRows(database);
    this.#rests = new RestRows(database);
    const listener = {
      heard: (message: Parameters<Session['heard']>[0], isOwn: boolean): void => {
        if (message.kind === 'runs') options.onRuns?.();
        for (const session of this.#sessions.values()) session.heard(message, isOwn);
      },
      missed: (): void => {
        options.onRuns?.();
        for (const session of this.#sessions.values()) session.missed();
      },
    };
    this.#signals = new FleetSignals(pool, this.#rows, listener, options.onError);
  }

  async open(): Promise<void> {
    await this.#compareClocks();
    await this.#signals.listen();
    this.#beats = setInterval(() => void this.#beat(), beatMs);
  }

  async offer(run: string, needs: HostClass): Promise<void> {
    const number = Number(run);
    await this.#rows.want(number);
    await this.#jobs.leads.offer(number);
    await this.#rows.need(number, needs);
    this.#signals.tell({ kind: 'runs' });
  }

  async waiting(): Promise<WantedRun[]> {
    const { classes } = this.#options;
    const wanted = await this.#rows.wanted();
    return wanted.filter(
      ({ run, class: needs }) => classes.includes(needs) && !this.#sessions.has(Number(run)),
    );
  }

  join(runId: string, plan: JoinPlan): JoinedRun {
    const run = Number(runId);
    if (this.#sessions.has(run)) throw new Error(`This worker takes part in run ${runId} already.`);
    const { worker, slots, onError, lossRestMs = usualLossRestMs } = this.#options;
    const leads = (): boolean => session.share.leads;
    const { limits, summary } = plan;
    const ports = openFleetPorts(this.#pool, runId, {
      owner: worker,
      address: this.#options.address,
      ownership: 'given',
      limits,
      leads,
      summary,
    });
    const rows = new ShareRows(this.#database, run);
    const { fleet: membership } = ports;
    const session: Session = new Session(
      {
        run,
        class: plan.class,
        lossRestMs: Math.max(plan.delayMs, lossRestMs),
        jobs: this.#jobs,
        rows,
        rests: this.#rests,
        signals: this.#signals,
        state: new RunState(rows, () => membership.session()),
        membership,
        ledger: ports.ledger,
        aheadMs: () => this.#aheadMs,
        capacity: () => Math.ceil((hostsOfSlot * slots) / Math.max(1, this.#open.length)),
        onError,
      },
      this.#database,
    );
    this.#sessions.set(run, session);
    if (this.#isDraining) session.dismiss();
    const tell = (): void => {
      session.lookSoon();
      this.#signals.hint({ kind: 'hosts', run });
    };
    const aheadMs = (): number => this.#aheadMs;
    const ledger = sessionLedger(ports.ledger, { aheadMs, has: (host) => session.has(host), onQueued: tell });
    const joined: JoinedRun = {
      share: session.share,
      ports: { ...ports, ledger },
      slots: this.#slots.join(),
      dismiss: () => session.dismiss(),
      letGo: (host) => session.letGo(host),
      close: async () => {
        try {
          await session.close();
        } finally {
          ports.close();
          this.#sessions.delete(run);
          this.#joined.delete(run);
        }
      },
    };
    this.#joined.set(run, joined);
    return joined;
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    for (const session of this.#sessions.values()) session.dismiss();
    while (this.#sessions.size > 0) await delay(50);
  }

  async close(): Promise<void> {
    if (this.#beats !== null) clearInterval(this.#beats);
    await Promise.allSettled([...this.#joined.values()].map((joined) => joined.close()));
    this.#signals.close();
    await this.#jobs.close();
    await this.#pool.end();
  }

  async metrics(): Promise<FleetWorkMetrics> {
    const open = this.#open;
    return {
      slots: this.#options.slots,
      sessions: open.length,
      hosts: open.reduce((sum, { hosts }) => sum + hosts, 0),
      jobs: await this.#jobs.metrics(),
    };
  }

  get #open(): Session[] {
    return [...this.#sessions.values()].filter(({ isOpen }) => isOpen);
  }

  async #compareClocks(): Promise<void> {
    const asked = steadyNow();
    const now = await this.#rows.now();
    this.#aheadMs = now - (asked + steadyNow()) / 2;
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.#sessions.size === 0) return;
    this.#isBeating = true;
    try {
      await this.#compareClocks();
      const sessions = [...this.#sessions.values()];
      const ids = sessions.flatMap(({ parts }) => parts.membership.session() ?? []);
      const dead = await this.#rows.beat(ids, [...this.#sessions.keys()]);
      for (const run of dead) this.#signals.tell({ kind: 'changed', run });
      await Promise.all(sessions.map((session) => session.passOn()));
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isBeating = false;
    }
  }
}
