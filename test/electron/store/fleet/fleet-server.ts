import { randomUUID } from 'node:crypto';
import { readPostgresUrl } from '../../../../electron/postgres/address.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { openPostgresStore } from '../../../../electron/store/postgres/open.ts';
import type { PostgresServer } from '../../../servers/postgres.ts';

/** Opens the workspace of a server. @param offsetMs how far its clock is ahead */
export function openFleetStore({ url, password }: PostgresServer, clock?: () => number): Store {
  const address = { ...readPostgresUrl(url(), { instead: '' }), password };
  return openPostgresStore(address, clock === undefined ? {} : { now: clock });
}

/** A claim of a host, as the job engine writes it. Times are seconds from now; left out: none. */
export interface HostClaim {
  host: string;
  class?: 'http' | 'browser';
  worker?: string;
  taken?: number;
  lease?: number;
  next?: number;
  setAside?: number;
  losses?: number;
}

/** Writes claims of hosts. */
export async function putHosts({ query }: PostgresServer, claims: readonly HostClaim[]): Promise<void> {
  const at = (place: number): string => `now() + $${place} * interval '1 s'`;
  for (const { host, worker, taken, lease, next, setAside, losses, ...rest } of claims)
    await query(
      `INSERT INTO spider_studio.fleet_claims (kind, key, class, owner, taken_at, lease_until, next_at, set_aside_at, losses)
      VALUES ('host', $1, $2, $3, ${at(4)}, ${at(5)}, ${at(6)}, ${at(7)}, $8)`,
      [
        host,
        rest.class ?? 'http',
        worker === undefined ? null : `${worker} ${randomUUID()}`,
        taken ?? null,
        lease ?? null,
        next ?? null,
        setAside ?? null,
        losses ?? null,
      ],
    );
}

/** Lets workers take part in a run. */
export async function putSessions(
  { query }: PostgresServer,
  run: string,
  workers: readonly string[],
): Promise<void> {
  for (const worker of workers)
    await query(
      `INSERT INTO spider_studio.fleet_sessions (run_id, owner, token, beat_at)
      VALUES ($1, $2, $3, extract(epoch FROM now()) * 1000)`,
      [run, worker, randomUUID()],
    );
}
