import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type { PostgresAddress } from '../../postgres/address.ts';
import { connectPostgres } from '../../postgres/connection.ts';
import { StoreError } from '../../store/errors.ts';
import type { ClaimCounts } from '../../store/fleet/claim-rows.ts';
import { jobSchemaVersion } from '../../store/fleet/job-schema.ts';
import { bossOptions } from './boss-options.ts';
import { Claims } from './claims.ts';
import { HostSlices, priorityOf } from './hosts.ts';
import { RunLeads } from './leads.ts';
import { prepareJobEngine } from './prepare.ts';
import { jobSchema, longestLeadSeconds, longestSliceSeconds, mostLosses, queues } from './queues.ts';
import { JobEngineClosedError, Transactions } from './transactions.ts';

/** How often hosts are looked for that have been revived, and claims without a sign of life. */
const tendMs = 2000;

/** How a worker opens the engine. */
export interface JobEngineOptions {
  address: PostgresAddress;
  /** Name of the worker, for people. */
  worker: string;
  /** Told of what went wrong in the background: lost connections, which come back by themselves, and faults. */
  onError: (error: unknown) => void;
}

/** What waits and what is under way in a workspace. */
export interface JobMetrics {
  hosts: ClaimCounts[];
  /** Slices that this worker has. */
  heldHosts: number;
  heldLeads: number;
}

/**
 * Hands out work to the workers of a fleet, over the database that they share: hosts for slices of time, and the lead of each run.
 * Calls wait while the server is away. A worker that dies is noticed within 10 to 12 s; what it had is taken by others 1 to 2 s later.
 */
export interface JobEngine {
  readonly hosts: HostSlices;
  readonly leads: RunLeads;
  metrics(): Promise<JobMetrics>;
  /** Removes what is known of hosts and leads that nobody has and nobody wants. */
  forgetEnded(): Promise<void>;
  /** Takes nothing more, and resolves when all that this worker has is given back or lost, which its holders see to. */
  drain(): Promise<void>;
  /** Gives back what is left, so that others take it at once, and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the job engine of a workspace, and makes its schema or brings it to this version where the role may.
 * @throws StoreError `older` where it may not; PostgresError where there is no connection
 */
export async function openJobEngine({ address, worker, onError }: JobEngineOptions): Promise<JobEngine> {
  const boss = await startedBoss(address, worker, onError);
  const closing = new AbortController();
  const draining = new AbortController();
  const transactions = new Transactions(boss, closing.signal);
  const engine = { boss, transactions, owner: `${worker} ${randomUUID()}`, onError };
  const hostClaims = new Claims(
    {
      kind: 'host',
      queue: queues.hosts,
      longestSeconds: longestSliceSeconds,
      priorityOf,
    },
    engine,
  );
  const leadClaims = new Claims(
    {
      kind: 'lead',
      queue: queues.leads,
      longestSeconds: longestLeadSeconds,
      priorityOf: (_needs, run) => run,
    },
    engine,
  );
  const hosts = new HostSlices(hostClaims, draining.signal);

  // The engine hands each dead letter to one worker, which notes it where offers look.
  await boss.work<{ key: string }, void>(queues.deadHosts, { pollingIntervalSeconds: 2 }, async (jobs) => {
    for (const { data } of jobs) await hostClaims.setAside(data.key, mostLosses);
  });

  /** The engine looks through all jobs only where a look at the claims says that somebody is gone. */
  async function tend(): Promise<void> {
    if ((await hostClaims.offerRevived()) && !closing.signal.aborted) await boss.supervise();
  }

  const tending = setInterval(() => void tend().catch(onError), tendMs);

  async function stopDeadHosts(): Promise<void> {
    await boss.offWork(queues.deadHosts, { wait: true });
  }

  return {
    hosts,
    leads: new RunLeads(leadClaims, draining.signal),
    metrics: async () => ({
      hosts: await hosts.count(),
      heldHosts: hostClaims.held.size,
      heldLeads: leadClaims.held.size,
    }),
    async forgetEnded() {
      for (const claims of [hostClaims, leadClaims]) await claims.forgetEnded();
    },
    async drain() {
      draining.abort();
      await stopDeadHosts();
      while (hostClaims.held.size + leadClaims.held.size > 0) await delay(50);
    },
    async close() {
      draining.abort();
      closing.abort();
      clearInterval(tending);
      for (const claims of [hostClaims, leadClaims]) {
        claims.close();
        const rest = [...claims.held].map((claim) => ({ claim, class: claim.class, againMs: 0 }));
        await claims.giveBack(rest).catch((error: unknown) => {
          if (!(error instanceof JobEngineClosedError)) throw error;
        });
      }
      await boss.stop({ timeout: 5000 });
    },
  };
}

async function startedBoss(
  address: PostgresAddress,
  worker: string,
  onError: (error: unknown) => void,
): Promise<PgBoss> {
  const known = packageJson.pgboss.schema;
  const found = await schemaVersion(address);
  if (found === null || found < known) await prepareWhereAllowed(address);
  // With `migrate`, a schema that is newer than this version is accepted; it never makes one older.
  const boss = new PgBoss({
    ...bossOptions(address),
    migrate: found !== null && found > known,
    instanceName: worker,
  });
  boss.on('error', onError);
  await boss.start();
  return boss;
}

/** As every door does with the tables of the store: a role that may not is told who does. */
async function prepareWhereAllowed(address: PostgresAddress): Promise<void> {
  try {
    await prepareJobEngine(address);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
    throw new StoreError(
      'older',
      `The database ${address.shown} has no job engine of this version of Spider Studio yet.`,
      { hint: null, action: { action: 'prepare-database' } },
      error,
    );
  }
}

async function schemaVersion(address: PostgresAddress): Promise<number | null> {
  const client = await connectPostgres(address);
  try {
    return await jobSchemaVersion(async (text) => (await client.query(text)).rows, jobSchema);
  } finally {
    await client.end();
  }
}
