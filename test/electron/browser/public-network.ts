import { connect, Socket, type LookupFunction } from 'node:net';
import type { EgressOptions } from '../../../electron/browser/egress-connection.ts';
import type { ResolveAll } from '../../../electron/fetch/address.ts';

/** An address that everybody may reach. Nothing is ever sent there: it stands for the test's own server. */
const publicAddress = '93.184.216.34';

export interface PublicNetwork extends Required<Pick<EgressOptions, 'resolve' | 'connect'>> {
  /** Every name that was looked up, in order. */
  asked: string[];
}

/**
 * A network in which every name has a public address, behind which a server on loopback stands in for the site. What a name
 * has instead, a test can say: a list is answered one after the other, its last entry for ever.
 */
export function publicNetwork(port: number, names: Record<string, string[]> = {}): PublicNetwork {
  const asked: string[] = [];
  const resolve: ResolveAll = (hostname, _options, callback) => {
    const times = asked.filter((name) => name === hostname).length;
    asked.push(hostname);
    const answers = names[hostname] ?? [publicAddress];
    const address = answers[Math.min(times, answers.length - 1)] ?? publicAddress;
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
  const open = (options: { host: string; port: number; lookup?: LookupFunction }): Socket => {
    if (/^[\d.]+$/.test(options.host)) return connect({ host: options.host, port: options.port });
    const socket = new Socket();
    options.lookup?.(options.host, { all: true }, (error, addresses) => {
      if (error !== null) {
        socket.destroy(error);
        return;
      }
      const [first] = Array.isArray(addresses) ? addresses : [];
      const isOurs = first?.address === publicAddress;
      socket.connect({
        host: isOurs ? '127.0.0.1' : (first?.address ?? ''),
        port: isOurs ? port : options.port,
      });
    });
    return socket;
  };
  return { resolve, connect: open, asked };
}
