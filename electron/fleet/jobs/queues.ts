import type { PgBoss, Queue } from 'pg-boss';
import { leaseMs } from './leases.ts';

/** The schema in which the engine has its tables. */
export const jobSchema = 'spider_studio_jobs';

/** Names of the queues. */
export const queues = {
  hosts: 'hosts',
  /** Hosts of which worker after worker died. */
  deadHosts: 'dead_hosts',
  leads: 'leads',
};

/** How often a host may cost a worker its life before it is set aside. */
export const mostLosses = 4;

/** How long a worker has a host at most, in seconds. */
export const longestSliceSeconds = 900;
/** How long a worker leads a run at most, in seconds: a day is all that the engine takes. Then it may take the lead anew. */
export const longestLeadSeconds = 24 * 3600;

const heartbeatSeconds = leaseMs / 1000;
/** What waits is never thrown away: ten years. */
const retentionSeconds = 10 * 365 * 24 * 3600;
/** After a loss: 1 to 2 s, then twice as long each time. */
const backoff = { retryBackoff: true, retryDelay: 1, retryDelayMax: 60 };
const forEver = 2 ** 31 - 1;

const settings: readonly Queue[] = [
  { name: queues.deadHosts, retryLimit: 100, ...backoff, retentionSeconds, heartbeatSeconds },
  {
    name: queues.hosts,
    policy: 'exclusive',
    // A table of its own, because all of its rows change every few seconds.
    partition: true,
    deadLetter: queues.deadHosts,
    ...backoff,
    retryLimit: mostLosses - 1,
    expireInSeconds: longestSliceSeconds,
    retentionSeconds,
    heartbeatSeconds,
  },
  {
    name: queues.leads,
    policy: 'exclusive',
    ...backoff,
    retryLimit: forEver,
    expireInSeconds: longestLeadSeconds,
    retentionSeconds,
    heartbeatSeconds,
  },
];

/** Makes the queues that are not there, and gives those that are there the settings of this version. */
export async function ensureQueues(boss: PgBoss): Promise<void> {
  for (const { name, policy = 'standard', partition = false, ...options } of settings) {
    const there = await boss.getQueue(name);
    if (there === null) await boss.createQueue(name, { policy, partition, ...options });
    else await boss.updateQueue(name, options);
  }
}
