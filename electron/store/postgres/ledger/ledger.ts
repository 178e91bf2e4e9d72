import { LeaseLostError } from '../../../engine/ports/lease.ts';
import type { Counters, Ledger } from '../../../engine/ports/ledger.ts';
import { messageOf } from '../../database/json-columns.ts';
import { rowId, storedFingerprint } from '../../database/rows.ts';
import { StoreError } from '../../errors.ts';
import { createVisitEnds, type Visit } from '../../ledger/settling.ts';
import type { OutsideVisits } from '../../ledger/outside-visits.ts';
import { readBarrenPages } from '../../runs/barren-pages.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { FleetClaims } from './claims.ts';
import type { FleetHosts } from './hosts.ts';
import type { InFlightRequests } from './in-flight.ts';
import type { FleetSession } from './session.ts';
import { storable } from './stored-text.ts';

/** The parts of the ledger of a session. */
export interface FleetLedgerParts {
  session: FleetSession;
  hosts: FleetHosts;
  claims: FleetClaims;
  inFlight: InFlightRequests;
  /** @throws LeaseLostError */
  writer: () => BatchWriter;
  /** Where bodies of pages are kept outside of the database; null: they stay in their rows. */
  outside: () => OutsideVisits | null;
}

/** The ledger of a session of a run that several carry out: see `Ledger` for each call. It claims requests of owned hosts alone. */
export function createFleetLedger(parts: FleetLedgerParts): Ledger {
  const { session, hosts, claims, inFlight, writer, outside } = parts;
  const { database, run } = session;

  async function end(visit: Visit, isPatient: boolean) {
    const own = inFlight.get(visit.id);
    if (session.id === null) return null;
    if (own === undefined) throw notInHand(visit.id, run);
    if (!isPatient) claims.hurry();
    const [kept, isClaimed] = await Promise.all([outside()?.visit(visit) ?? visit, own.claimed]);
    const settled = isClaimed && session.id !== null ? await writer().end(kept, own, isPatient) : null;
    claims.ended(own, settled !== null && visit.state === 'queued');
    if (settled === null) await claims.missed(own);
    return settled;
  }

  async function release(ids: readonly string[]): Promise<void> {
    const own = ids.flatMap((id) => inFlight.get(id) ?? []);
    await Promise.all(own.map(({ claimed }) => claimed));
    const { id } = session;
    if (id === null || own.length === 0) return;
    const given = [
      own.map(({ request }) => request.id),
      own.map(({ host }) => host),
      own.map(({ epoch }) => epoch),
    ];
    await database.call('fleet_release', [run, id, ...given]);
    for (const each of own) claims.ended(each, true);
  }

  async function whileJoined(statement: string, values: readonly unknown[]): Promise<void> {
    if (session.id !== null) await database.rows(statement, [run, session.id, ...values]);
  }

  return {
    ...createVisitEnds(end),
    leaseMs: Infinity,
    async renew(ids) {
      const own = ids.flatMap((id) => inFlight.get(id) ?? []);
      if (session.id === null) return [...ids];
      const lost = await hosts.lost(new Map(own.map(({ host, epoch }) => [host, epoch])));
      return ids.filter((id) => lost.has(inFlight.get(id)?.host ?? ''));
    },
    async admit(requests) {
      const admitted = requests.length === 0 ? 0 : await writer().admit(requests);
      if (admitted === null) throw new LeaseLostError(String(run));
      return admitted;
    },
    async lastSeed() {
      const [found] = await database.rows<{ id: number; url: string; message: string | null }>(
        `SELECT id, url, message_json AS message FROM requests
        WHERE run_id = $1 AND parent_id IS NULL AND depth = 0 ORDER BY id DESC LIMIT 1`,
        [run],
      );
      return found === undefined ? null : { url: found.url, ...messageOf(found) };
    },
    boundDelays: (latest) => claims.boundDelays(Math.max(1, Math.ceil(latest))),
    async origins() {
      if (session.id === null) return [];
      await hosts.takeWaiting();
      return claims.queues(hosts.names);
    },
    claim: (origin, limit, now) => claims.claim(origin, limit, now),
    suspects: () => claims.suspects(),
    claimAlone: (id) => claims.claimAlone(id),
    async takeRedirect(id, fingerprint) {
      const target = String(storedFingerprint(fingerprint));
      const request = rowId(id, 'request');
      const taken = await database.call('fleet_redirect', [run, session.require(), request, target]);
      if (taken !== null) return taken === 't';
      session.lose();
      throw new LeaseLostError(String(run));
    },
    // An incremental run, and one that downloads files, has another ledger.
    alreadyExtracted: async () => null,
    storedPage: async () => null,
    keepChunk: async () => false,
    release,
    async record(events) {
      if (session.id !== null && events.length > 0) await writer().record(events);
    },
    async barrenPages() {
      const [row] = await database.rows<{ state: string }>(
        'SELECT state FROM barren_pages WHERE run_id = $1',
        [run],
      );
      return row === undefined ? null : readBarrenPages(row.state, run);
    },
    keepBarrenPages: (state) => whileJoined(keepState('barren_pages'), [storable(JSON.stringify(state))]),
    counters: () => readCounters(parts.session),
    async flush() {
      await outside()?.settled();
      if (session.id !== null) await writer().flush();
    },
  };
}

/** Keeps a state of the run ($1) in a table, while the session ($2) takes part in it. */
export const keepState = (table: 'barren_pages' | 'routes'): string =>
  `INSERT INTO ${table} (run_id, state) SELECT run_id, $3 FROM fleet_sessions WHERE id = $2 AND run_id = $1
  ON CONFLICT (run_id) DO UPDATE SET state = excluded.state`;

/** See `Counters`: sums over the origins of the run. */
export async function readCounters({ database, run }: FleetSession): Promise<Counters> {
  const [sums] = await database.rows<Record<keyof Counters, string>>(
    `SELECT coalesce(sum(queued), 0) AS queued, coalesce(sum(active), 0) AS active, coalesce(sum(done), 0) AS done,
      coalesce(sum(failed), 0) AS failed, coalesce(sum(skipped), 0) AS skipped,
      coalesce(sum(queued + active + done + failed + skipped), 0) AS seen, coalesce(sum(items), 0) AS items
    FROM origins WHERE run_id = $1`,
    [run],
  );
  const number = (key: keyof Counters): number => Number(sums?.[key] ?? 0);
  return {
    queued: number('queued'),
    active: number('active'),
    done: number('done'),
    failed: number('failed'),
    skipped: number('skipped'),
    seen: number('seen'),
    items: number('items'),
  };
}

const notInHand = (request: string, run: number): StoreError =>
  new StoreError(
    'conflict',
    `Request ${request} of run ${run} was already settled, or never handed out.`,
    'The run may be carried out twice; stop one of the processes.',
  );
