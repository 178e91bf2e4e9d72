import { afterAll, beforeAll, describe } from 'vitest';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import { createFleetDatabase } from '../../../../electron/store/postgres/ledger/fleet-database.ts';
import type { FleetPorts } from '../../../../electron/store/postgres/ledger/ports.ts';
import { endFleetSession } from '../../../../electron/store/postgres/ledger/recovery.ts';
import { noPostgres, startPostgres, type PostgresServer } from '../../../servers/postgres.ts';
import { describePorts, type PortsUnderTest } from '../../engine/ports/describe-ports.ts';
import { SimulatedClock } from '../../engine/ports/simulated-clock.ts';
import { itemsOf, newRun } from '../support.ts';
import { fleetPorts, poolOn, storeOn } from './fleet-support.ts';

describe.skipIf(noPostgres !== null)('the fleet ledger', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  /** A run on a server. Each session takes the one before for dead, and has the run to itself. */
  async function fleet(): Promise<PortsUnderTest> {
    let underway = 0;
    const clock = new SimulatedClock(() => underway > 0);
    const now = (): number => Math.round(clock.now());
    const store = storeOn(server, { now });
    const pool = poolOn(server);
    // The clock does not move while anything is asked of the server.
    const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
    const counted = async (...asked: unknown[]): Promise<unknown> => {
      underway += 1;
      return query(...asked).finally(() => (underway -= 1));
    };
    Object.assign(pool, { query: counted });
    const database = createFleetDatabase(pool);
    const run = await newRun(store);
    const { summary } = store.crawlPorts(run).control;
    let last: FleetPorts | null = null;
    return {
      clock,
      open(): CrawlPorts {
        const before = last;
        const ports = fleetPorts(pool, run, { now, believedMs: 0, summary });
        last = ports;
        const begin = async (): Promise<{ spentMs: number }> => {
          const session = before?.fleet.session() ?? null;
          if (session !== null) {
            const dead = { run: Number(run), session };
            await endFleetSession(database, dead, { died: true, time: now() });
          }
          return ports.control.begin();
        };
        return { ...ports, control: { ...ports.control, begin } };
      },
      ask: async (request) => {
        if (request === 'pause') await store.queries.runs.pause(run);
        else await store.queries.runs.stop(run, 'Stopped.');
      },
      run: async () => {
        const { state, reason } = await store.queries.runs.get(run);
        return { state, reason };
      },
      requests: async () => {
        const { rows } = await store.queries.requests.slice({ run }, 0, 1000);
        return rows.map(({ url, state, tries }) => ({ url, state, tries }));
      },
      items: async () => {
        const items = await itemsOf(store, run);
        return items.map(({ title, metadata }) => title ?? String(metadata['title']));
      },
      events: async () => {
        const events = await store.queries.events.list(run, { limit: 1000 });
        return events.map(({ message }) => message);
      },
      receipt: async () => {
        const { done, requeued, itemsLost, itemsDuplicated } = await store.queries.runs.receipt(run);
        return { done, requeued, itemsLost, itemsDuplicated };
      },
    };
  }

  describePorts('a fleet on PostgreSQL', fleet);
});
