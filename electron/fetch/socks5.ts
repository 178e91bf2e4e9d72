import { isIP, isIPv4, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readExactly } from './handshake.ts';
import { credentialsRefused, ProxyError } from './proxy-error.ts';
import type { ResolvedProxy } from './types.ts';

/** Authentication methods of RFC 1928, section 3. */
const noCredentials = 0;
const userAndPassword = 2;

/** Replies of RFC 1928, section 6, and whether the site is at fault. */
const replies: Record<number, { says: string; fault: 'proxy' | 'site' }> = {
  1: { says: 'it has a fault of its own', fault: 'proxy' },
  2: { says: 'its rules forbid it', fault: 'proxy' },
  3: { says: 'the network is unreachable', fault: 'site' },
  4: { says: 'the host is unreachable', fault: 'site' },
  5: { says: 'the connection was refused', fault: 'site' },
  6: { says: 'the way there is too long', fault: 'site' },
  7: { says: 'it does not know the command', fault: 'proxy' },
  8: { says: 'it does not know the kind of address', fault: 'proxy' },
};

/**
 * Requests a connection from a SOCKS 5 proxy (RFC 1928; RFC 1929 for the password). Names are resolved by the proxy. When it
 * resolves, the socket leads to the target.
 * @param hostname a name, or an IP address without brackets
 * @param greeted called after authentication, when only the connection to the target is missing
 * @throws ProxyError, or the error of the socket
 */
export async function openSocks5(
  socket: Socket,
  proxy: ResolvedProxy,
  hostname: string,
  port: number,
  greeted: () => void,
): Promise<void> {
  const { credentials, url } = proxy;
  const methods = credentials === undefined ? [noCredentials] : [noCredentials, userAndPassword];
  socket.write(Buffer.from([5, methods.length, ...methods]));
  const [version, method = 255] = await readExactly(socket, 2);
  if (version !== 5) throw garbage(url);
  if (method === userAndPassword && credentials !== undefined) {
    const { username, password } = credentials;
    socket.write(Buffer.concat([Buffer.from([1]), counted(username, proxy), counted(password, proxy)]));
    const [, status] = await readExactly(socket, 2);
    if (status !== 0) throw credentialsRefused(proxy);
  } else if (method !== noCredentials) throw credentialsRefused(proxy);
  greeted();

  const portBytes = Buffer.from([port >> 8, port & 255]);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressBytes(hostname, proxy), portBytes]));
  const [replyVersion, reply = 1, , kind] = await readExactly(socket, 4);
  if (replyVersion !== 5) throw garbage(url);
  if (reply !== 0) {
    const { says, fault } = replies[reply] ?? { says: `reply ${reply}`, fault: 'proxy' };
    const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
    throw new ProxyError(`The proxy ${url} did not connect to ${host}:${port}: ${says}.`, fault);
  }
  await skipBoundAddress(socket, kind, url);
}

/** Reads the address that the proxy connects from, which is not used. */
async function skipBoundAddress(socket: Socket, kind: number | undefined, url: string): Promise<void> {
  if (kind === 1) await readExactly(socket, 4 + 2);
  else if (kind === 4) await readExactly(socket, 16 + 2);
  else if (kind === 3) await readExactly(socket, ((await readExactly(socket, 1))[0] ?? 0) + 2);
  else throw garbage(url);
}

function addressBytes(hostname: string, proxy: ResolvedProxy): Buffer {
  if (isIP(hostname) === 0) return Buffer.concat([Buffer.from([3]), counted(hostname, proxy)]);
  const bytes = ipaddr.parse(hostname).toByteArray();
  return Buffer.from([isIPv4(hostname) ? 1 : 4, ...bytes]);
}

/** Returns a text prefixed with its length in one byte. */
function counted(text: string, { url }: ResolvedProxy): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) {
    throw new ProxyError(`The proxy ${url} accepts no user name or password of more than 255 bytes.`);
  }
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function garbage(url: string): ProxyError {
  return new ProxyError(`${url} does not answer as a SOCKS 5 proxy does; check its address and port.`);
}
