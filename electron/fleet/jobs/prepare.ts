import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { claimTable, claimTables } from '../../store/fleet/claim-tables.ts';
import type { PostgresAddress } from '../../postgres/address.ts';
import { bossOptions } from './boss-options.ts';
import { ensureQueues, jobSchema } from './queues.ts';

/** Held while the tables of claims are made: "SpSJ" in ASCII. */
const prepareLock = 0x5370534a;

/**
 * Makes the schema of the job engine, or brings it to this version. For the owner of the database: workers only use it. Workers of
 * the version before go on meanwhile and afterwards.
 */
export async function prepareJobEngine(address: PostgresAddress): Promise<void> {
  const boss = new PgBoss({
    ...bossOptions(address),
    supervise: false,
    migrate: true,
    registerInstance: false,
  });
  let failed: Error | null = null;
  boss.on('error', (error) => (failed = error));
  await boss.start();
  try {
    await boss.getDb().executeSql(`SELECT pg_advisory_xact_lock(${prepareLock}); ${claimTables}`);
    await ensureQueues(boss);
    // Indexes of a new version are built beside the work.
    for (;;) {
      const steps = await boss.getBamStatus();
      if (steps.some(({ status, count }) => status === 'failed' && count > 0))
        throw new Error('The schema of the job engine could not be changed.', { cause: failed });
      if (!steps.some(({ status, count }) => status !== 'completed' && count > 0)) return;
      await delay(250);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The statements that let a role work with the job engine. It can change rows there, and no table. */
export function jobEngineGrants(role: string): string {
  const name = `"${role.replaceAll('"', '""')}"`;
  const rows = 'SELECT, INSERT, UPDATE, DELETE';
  return `GRANT USAGE ON SCHEMA ${jobSchema} TO ${name};
GRANT ${rows} ON ALL TABLES IN SCHEMA ${jobSchema} TO ${name};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${jobSchema} TO ${name};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${jobSchema} GRANT ${rows} ON TABLES TO ${name};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${jobSchema} GRANT USAGE ON SEQUENCES TO ${name};
GRANT USAGE ON SCHEMA ${claimTable.split('.')[0] ?? ''} TO ${name};
GRANT ${rows} ON ${claimTable} TO ${name};
`;
}
