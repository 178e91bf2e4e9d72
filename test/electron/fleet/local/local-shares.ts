import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { LocalRun, type LocalMember } from '../../../../electron/fleet/local/local-run.ts';
import { joinRun } from '../../../../electron/fleet/local/remote-member.ts';
import { serveMember } from '../../../../electron/fleet/local/serve-member.ts';
import type { Channel, Parcel } from '../../../../electron/fleet/local/wire.ts';
import type { CrawlPorts } from '../../../../electron/engine/ports/crawl-ports.ts';
import type { HostGrant, RunShare, ShareMember } from '../../../../electron/engine/ports/run-share.ts';
import type { CreateShare } from '../../engine/ports/describe-share.ts';
import { SimulatedClock } from '../../engine/ports/simulated-clock.ts';
import { titleOf } from '../../engine/ports/store-ports.ts';
import type { CrawlingSession } from '../../engine/ports/share-crawl.ts';
import { itemsOf, newRun, scratchFolder, scratchStore } from '../../store/support.ts';

/** How long a host rests whose session has died: longer than any delay of the tests. */
const lossRestMs = 2000;

/** What is on its way between sessions and their run, or in the database: as long as anything is, time stands still. */
class Underway {
  count = 0;

  async during<T>(work: Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await work;
    } finally {
      this.count -= 1;
    }
  }

  /** A port whose calls are counted. */
  of<P extends object>(port: P): P {
    return new Proxy(port, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(value, of, args);
          return result instanceof Promise ? this.during(result) : result;
        };
      },
    });
  }

  channel(port: MessagePort): Channel {
    let isClosed = false;
    return {
      send: (parcel) => {
        this.count += 1;
        port.postMessage(parcel);
      },
      listen: (hear, closed) => {
        port.on('message', (parcel: Parcel<never>) => {
          // Messages that arrive after the end of the other side are those of a dead process.
          if (!isClosed) hear(parcel);
          setImmediate(() => (this.count -= 1));
        });
        port.on('close', () => {
          this.count = isClosed ? this.count : 0;
          isClosed = true;
          closed();
        });
      },
      close: () => {
        isClosed = true;
        port.close();
      },
    };
  }
}

/** The sessions of a run on SQLite: the first one as in the process of the run, the others at the end of a channel. */
export const createLocalShare: CreateShare = async (limits) => {
  const underway = new Underway();
  const clock = new SimulatedClock(() => underway.count > 0);
  const store = scratchStore(join(scratchFolder(), 'runs.db'), { now: () => Math.round(clock.now()) });
  const id = await newRun(store);
  const own = store.crawlPorts(id);
  const ports: CrawlPorts = { ...own, ledger: underway.of(own.ledger) };
  const { spentMs } = await ports.control.begin();
  const fail = (error: unknown): never => {
    throw error;
  };
  const { ledger } = ports;
  const run = await LocalRun.open({ ledger, clock, limits, spentMs, lossRestMs, onError: fail });
  const handedOut: { host: string; session: number }[] = [];
  const held = new Map<string, number>();

  /** Notes which hosts come. */
  function watched(share: RunShare, session: number): RunShare {
    const open = (member: ShareMember): Promise<void> =>
      share.open({
        ...member,
        came(grant: HostGrant) {
          if (held.get(grant.host) !== session) handedOut.push({ host: grant.host, session });
          held.set(grant.host, session);
          member.came(grant);
        },
      });
    return new Proxy(share, {
      get: (of, name) => (name === 'open' ? open : (Reflect.get(of, name, of) as unknown)),
    });
  }

  const near = (member: LocalMember): CrawlingSession => ({
    name: member.name,
    share: watched(member.share, member.name),
    ledger: member.ledger,
    die: () => void underway.during(member.die()),
  });

  const far = (member: LocalMember): CrawlingSession => {
    const { port1, port2 } = new MessageChannel();
    const cut = serveMember(underway.channel(port1), {
      ports,
      member,
      onGone: () => undefined,
      onError: fail,
    });
    const remote = joinRun(underway.channel(port2), clock, () => undefined);
    return {
      name: member.name,
      share: underway.of(watched(remote.share, member.name)),
      ledger: underway.of(remote.ports.ledger),
      die: () => {
        remote.close();
        cut();
      },
    };
  };

  return {
    clock,
    session: async () => {
      const member = run.join();
      const session = member.name > 1 ? far(member) : near(member);
      return { ...session, dismiss: () => member.dismiss() };
    },
    move: async (host) => run.move(host),
    take: (host) => underway.during(run.take(host)),
    lead: () => run.lead,
    requests: async () => (await store.queries.requests.slice({ run: id }, 0, 10_000)).rows,
    items: async () => (await itemsOf(store, id)).map((item) => titleOf(item)),
    events: async () => (await store.queries.events.list(id, { limit: 1000 })).map(({ message }) => message),
    handedOut: async () => handedOut,
  };
};
