import { duration } from '../../../../shared/duration.ts';
import { systemClock } from '../../../engine/clock.ts';
import { NetworkHold } from '../../../engine/network-hold.ts';
import { guardedLookup } from '../../../fetch/address.ts';
import type { HttpClient } from '../../../fetch/client.ts';
import type { SystemRoutes } from '../../../fetch/system-routes.ts';
import type { ResolvedProxy } from '../../../fetch/types.ts';
import type { NewEvent } from '../../../engine/ports/ledger.ts';
import type { RunControl } from '../../../engine/ports/run-control.ts';
import { systemNetwork, type Network } from '../../../system/network.ts';

/** Options of `openRunNetwork`. */
export interface RunNetworkOptions {
  control: Pick<RunControl, 'waiting'>;
  http: Pick<HttpClient, 'reconnect'>;
  record(events: readonly NewEvent[]): Promise<void>;
  allowPrivate: boolean;
  stop: AbortSignal;
  /** Called with the reason when the run waits, and with null when it continues. */
  onWaiting: (reason: string | null) => void;
  /** Default: the network of this computer. */
  network?: Network;
}

/** Creates the hold that pauses a run while the network is away. It records each outage with its length. */
export function openRunNetwork(options: RunNetworkOptions): NetworkHold {
  const { control, http, allowPrivate, stop } = options;
  return new NetworkHold({
    network: options.network ?? systemNetwork(allowPrivate ? null : guardedLookup()),
    clock: systemClock,
    stop,
    every(milliseconds, look) {
      const timer = setInterval(look, milliseconds).unref();
      return () => clearInterval(timer);
    },
    reconnect: () => http.reconnect(),
    async begun(reason) {
      await control.waiting(reason);
      options.onWaiting(reason);
      await options.record([{ kind: 'network', url: null, message: `Waiting for the network. ${reason}` }]);
    },
    async over(waitedMs) {
      await control.waiting(null);
      options.onWaiting(null);
      const message = `The network is back after ${duration(waitedMs)}; the run goes on.`;
      await options.record([{ kind: 'network', url: null, message }]);
    },
  });
}

/**
 * The URL of who is connected to for a page: a proxy, or the site itself. Behind a proxy nothing else can be reached.
 * @param proxy that was chosen for it
 */
export async function peerOf(
  url: string,
  proxy: ResolvedProxy | null,
  system: SystemRoutes | null,
): Promise<string> {
  if (proxy !== null || system === null) return proxy?.url ?? url;
  const ways = URL.canParse(url) ? await system.to(new URL(url)) : [];
  return ('code' in ways ? null : ways[0]?.url) ?? url;
}

/** Wraps a client: while the network is away it sends nothing and fails with `offline`. */
export function withHold(http: HttpClient, hold: NetworkHold, system: SystemRoutes | null): HttpClient {
  return {
    cookies: http.cookies,
    fetch: async (request, options) => {
      const peer = await peerOf(request.url, options?.proxy ?? null, system);
      return hold.attempt(peer, () => http.fetch(request, options));
    },
    stuck: () => http.stuck(),
    reconnect: () => http.reconnect(),
    close: () => http.close(),
  };
}
