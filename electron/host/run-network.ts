import { duration } from '../../shared/duration.ts';
import { systemClock } from '../engine/clock.ts';
import { NetworkHold } from '../engine/network-hold.ts';
import { guardedLookup } from '../fetch/address.ts';
import type { HttpClient } from '../fetch/client.ts';
import type { RunLedger } from '../store/ledger.ts';
import { systemNetwork, type Network } from '../system/network.ts';
import type { Workspace } from './workspace.ts';

export interface RunNetworkOptions {
  run: string;
  http: HttpClient;
  ledger: Pick<RunLedger, 'record'>;
  allowPrivate: boolean;
  stop: AbortSignal;
  /** Hears why the run waits, and that it goes on (null). */
  onWaiting: (reason: string | null) => void;
  /** The machine's when not given. */
  network?: Network;
}

/** Holds a run while the network is away; what it waits for, since when and for how long is written down. */
export function openRunNetwork({ store: { runs } }: Workspace, options: RunNetworkOptions): NetworkHold {
  const { run, http, ledger, allowPrivate, stop, onWaiting } = options;
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
      runs.wait(run, reason);
      onWaiting(reason);
      await ledger.record([{ kind: 'network', url: null, message: `Waiting for the network. ${reason}` }]);
    },
    async over(waitedMs) {
      runs.goOn(run);
      onWaiting(null);
      const message = `The network is back after ${duration(waitedMs)}; the run goes on.`;
      await ledger.record([{ kind: 'network', url: null, message }]);
    },
  });
}

/** The client, which sends nothing while the network is away, and says `offline` then. */
export function withHold(http: HttpClient, hold: NetworkHold): HttpClient {
  return {
    cookies: http.cookies,
    fetch: (request, options) =>
      hold.attempt(options?.proxy?.url ?? request.url, () => http.fetch(request, options)),
    stuck: () => http.stuck(),
    reconnect: () => http.reconnect(),
    close: () => http.close(),
  };
}
