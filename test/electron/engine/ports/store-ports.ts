import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import type { OpenOptions, Store } from '../../../../electron/store/open.ts';
import { itemsOf, newRun } from '../../store/support.ts';
import type { PortsUnderTest } from './describe-ports.ts';
import { SimulatedClock } from './simulated-clock.ts';

/**
 * The ports of a store: every session has a connection of its own, and takes the owner before it for dead.
 * @param open opens a connection, which is closed after the test
 */
export async function storePorts(
  open: (options: Pick<OpenOptions, 'now' | 'isAlive'>) => Store,
): Promise<PortsUnderTest> {
  const clock = new SimulatedClock(() => false);
  const now = (): number => Math.round(clock.now());
  const connect = (isAlive: () => boolean): Store => open({ now, isAlive });
  const first = connect(() => true);
  const run = await newRun(first);
  let opened = 0;
  return {
    clock,
    open(): CrawlPorts {
      let hasBegun = false;
      const store = opened === 0 ? first : connect(() => hasBegun);
      opened += 1;
      const ports = store.crawlPorts(run);
      const begin = async (): Promise<{ spentMs: number }> => {
        const session = await ports.control.begin();
        hasBegun = true;
        return session;
      };
      return { ...ports, control: { ...ports.control, begin } };
    },
    ask: async (request) => {
      if (request === 'pause') await first.queries.runs.pause(run);
      else await first.queries.runs.stop(run, 'Stopped.');
    },
    run: async () => {
      const { state, reason } = await first.queries.runs.get(run);
      return { state, reason };
    },
    requests: async () => {
      const { rows } = await first.queries.requests.slice({ run }, 0, 1000);
      return rows.map(({ url, state, tries }) => ({ url, state, tries }));
    },
    items: async () => (await itemsOf(first, run)).map((item) => titleOf(item)),
    events: async () => (await first.queries.events.list(run, { limit: 1000 })).map(({ message }) => message),
    receipt: async () => {
      const { done, requeued, itemsLost, itemsDuplicated } = await first.queries.runs.receipt(run);
      return { done, requeued, itemsLost, itemsDuplicated };
    },
  };
}

export function titleOf({
  title,
  metadata,
}: {
  title: string | null;
  metadata: Record<string, unknown>;
}): string {
  const own = metadata['title'];
  return title ?? (typeof own === 'string' ? own : '');
}
