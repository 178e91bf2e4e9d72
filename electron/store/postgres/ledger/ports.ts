import type { Pool } from 'pg';
import type { CrawlPorts } from '../../../engine/ports/crawl-ports.ts';
import type { OriginQueue } from '../../../engine/ports/ledger.ts';
import type { BudgetKind, Reserved } from '../../../engine/ports/run-share.ts';
import type { RunSummary } from '../../../engine/ports/run-control.ts';
import type { PostgresAddress } from '../../../postgres/address.ts';
import type { LedgerOptions } from '../../ledger/ledger.ts';
import { OutsideVisits } from '../../ledger/outside-visits.ts';
import { selectPlaces, type ObjectPlace } from '../../objects/place.ts';
import { rowId } from '../../database/rows.ts';
import { notFound } from '../../errors.ts';
import type { RunKind } from '../../runs/run-queries.ts';
import { createBodyKeeper, type BodyKeeper } from '../body-keeper.ts';
import { BatchWriter, type RecordedSpider } from './batch-writer.ts';
import { createFleetBudgets } from './budgets.ts';
import { aheadOfOrigin, FleetClaims } from './claims.ts';
import { createFleetControl } from './fleet-control.ts';
import { createFleetDatabase } from './fleet-database.ts';
import { FleetHosts, type HostOwnership } from './hosts.ts';
import type { InFlightRequests } from './in-flight.ts';
import { createFleetCache, createFleetMeasured, createFleetRoutes } from './kept-state.ts';
import { createFleetLedger, readCounters } from './ledger.ts';
import { endFleetSession } from './recovery.ts';
import { RunSignals } from './run-signals.ts';
import { FleetSession, type FleetSessionOptions } from './session.ts';
import { signalHubOf } from './signal-hub.ts';

/** What a session of a fleet has beside the ports of a crawl. */
export interface FleetMembership {
  /** Number of the session; null: it has not begun, or is over. */
  session(): number | null;
  /**
   * Takes hosts ("host" or "host:port"), from whoever had them. What was in flight there goes back to the queue.
   * @param died whether who had them is taken for dead
   * @returns their queues
   */
  take(hosts: readonly string[], died: boolean): Promise<OriginQueue[]>;
  /**
   * Gives hosts up. The engine has finished what was in flight there; what it has not goes back to the queue.
   * @returns the queues that they leave
   */
  letGo(hosts: readonly string[]): Promise<OriginQueue[]>;
  /** The queues of hosts. */
  queues(hosts: readonly string[]): Promise<OriginQueue[]>;
  /** Hosts with queued requests that nobody owns. */
  waitingHosts(): Promise<string[]>;
  /** Reserves a part of a budget: of what is neither used nor reserved. See `ShareBudgets.reserve`. */
  reserve(kind: BudgetKind, wanted: number): Promise<Reserved>;
  /** Gives back what was reserved, because it is not needed or is counted by now. */
  giveBack(kind: BudgetKind, count: number): Promise<void>;
}

/** The ports of a session of a run that several carry out. */
export interface FleetPorts extends CrawlPorts {
  fleet: FleetMembership;
}

/** The kinds of runs that this ledger knows: others go through the ledger of the store (`openLedger`). */
export type FleetLedgerOptions = {
  [K in keyof Pick<LedgerOptions, 'incremental' | 'rowsTravel' | 'downloads'>]?: false;
} & { dropBy?: null };

export interface FleetPortOptions extends FleetSessionOptions, FleetLedgerOptions {
  ownership: HostOwnership;
  /** Most items and pages of the run; null: no limit. */
  limits?: { items: number | null; pages: number | null };
  /** Whether this session ends the run. Left out: it does. */
  leads?: () => boolean;
  /** What the run has come to, which the queries of the store tell. */
  summary: () => Promise<RunSummary>;
  /** The database, by which old objects are renewed. Left out: bodies of pages stay in their rows. */
  address?: PostgresAddress;
  /** How long an answer about what is asked of the session is believed without a signal, in milliseconds. */
  believedMs?: number;
}

/**
 * Opens the ports of a session of a run that several carry out, over a pool of connections whose search path is the schema of the
 * workspace. The sessions of a process may share one; it needs three connections and two for each session beside the first.
 */
export function openFleetPorts(pool: Pool, runId: string, options: FleetPortOptions): FleetPorts {
  const database = createFleetDatabase(pool);
  const run = rowId(runId, 'run');
  const session = new FleetSession(database, run, options);
  const hosts = new FleetHosts(session, options.ownership);
  const inFlight: InFlightRequests = new Map();
  const claims = new FleetClaims(session, hosts, inFlight);
  const signals = new RunSignals(session, signalHubOf(pool), options.believedMs);
  const { leads = () => true, limits = { items: null, pages: null }, summary } = options;
  let spider: RecordedSpider = { id: 0, isRecorded: false };
  let writer: { session: number; batches: BatchWriter } | null = null;
  let keeper: BodyKeeper | null = null;
  let outside: OutsideVisits | null = null;
  const listener = {
    inHand: () => inFlight.size,
    onAdmitted: (requests: Parameters<FleetClaims['admitted']>[0]) => claims.admitted(requests),
  };
  const counters = (): ReturnType<typeof readCounters> => readCounters(session);
  const control = createFleetControl({ session, signals, limits, leads, summary, counters });

  return {
    control: {
      ...control,
      async begin() {
        spider = await spiderOfRun();
        await findPlace();
        return control.begin();
      },
    },
    ledger: createFleetLedger({ session, hosts, claims, inFlight, writer: batches, outside: () => outside }),
    routes: createFleetRoutes(session),
    cache: createFleetCache(session),
    measured: createFleetMeasured(session),
    hosts: null,
    close() {
      signals.close();
      keeper?.close();
      const { id } = session;
      session.lose();
      if (id === null) return;
      const left = endFleetSession(database, { run, session: id }, { died: false, time: session.time() });
      left.catch(() => undefined);
    },
    fleet: createMembership(session, hosts, claims),
  };

  function batches(): BatchWriter {
    const id = session.require();
    if (writer?.session !== id) writer = { session: id, batches: new BatchWriter(session, spider, listener) };
    return writer.batches;
  }

  /** Bodies of pages go where those of the workspace are kept as the session begins. */
  async function findPlace(): Promise<void> {
    const { address } = options;
    if (address === undefined) return;
    const [place] = await database.rows<ObjectPlace>(`${selectPlaces} WHERE is_current = 1`);
    keeper?.close();
    keeper = place === undefined ? null : createBodyKeeper(place, address);
    outside = keeper === null ? null : new OutsideVisits(keeper);
  }

  /** Full runs add to the history of their spider. */
  async function spiderOfRun(): Promise<RecordedSpider> {
    const [found] = await database.rows<{ spider: number; kind: RunKind }>(
      'SELECT spider_id AS spider, kind FROM runs WHERE id = $1',
      [run],
    );
    if (found === undefined) throw notFound(`run "${runId}"`);
    return { id: found.spider, isRecorded: found.kind === 'full' };
  }
}

function createMembership(session: FleetSession, hosts: FleetHosts, claims: FleetClaims): FleetMembership {
  const { database, run } = session;
  const budgets = createFleetBudgets(session);
  return {
    session: () => session.id,
    async take(names, died) {
      const taken = await hosts.take(names, died, aheadOfOrigin);
      if (taken === null) return claims.queues(names);
      for (const [index, ready] of taken.first.entries()) {
        const queue = taken.queues[index];
        if (queue !== undefined) claims.came(queue.origin, ready);
      }
      return taken.queues;
    },
    async letGo(names) {
      const queues = await hosts.letGo(names);
      for (const name of names) claims.letGo(name);
      return queues ?? claims.queues(names);
    },
    queues: (names) => claims.queues(names),
    async waitingHosts() {
      const rows = await database.rows<{ host: string }>(waitingHosts, [run]);
      return rows.map(({ host }) => host);
    },
    ...budgets,
  };
}

const waitingHosts = `SELECT DISTINCT w.host FROM (
    SELECT substr(origin, strpos(origin, '//') + 2) AS host FROM origins WHERE run_id = $1 AND queued > 0) AS w
  WHERE NOT EXISTS (SELECT 1 FROM fleet_hosts h WHERE h.run_id = $1 AND h.host = w.host AND h.session_id IS NOT NULL)
  ORDER BY w.host`;
