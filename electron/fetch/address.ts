import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a name to all of its addresses, as `dns.lookup` with `all: true` does. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** An address that is refused unless private addresses are allowed; `message` is one sentence for people. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** How every refusal of a private address ends. */
export const unlessAllowed = 'is not fetched unless private addresses are allowed.';

/** Descriptions of address ranges for messages, by the range names of ipaddr.js. */
const rangeNames: Record<string, string> = {
  unspecified: 'an unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'an address inside a provider network (CGNAT)',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  ipv4Mapped: 'an IPv4 address in disguise',
  rfc6052: 'an IPv4 address in disguise (NAT64)',
  '6to4': 'an IPv4 address in disguise (6to4)',
  teredo: 'an IPv4 address in disguise (Teredo)',
};

/**
 * Returns why an IP address is not public, as a phrase ("a loopback address"); null for a public address.
 * @param address IPv4 in dotted decimal form, or IPv6 without brackets
 */
export function addressRefusal(address: string): string | null {
  if (isIP(address) === 0) return 'not an IP address';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  // Only 2000::/3 is assigned as global unicast (RFC 4291, section 2.4). Other unicast ranges of IPv6, such as ::127.0.0.1, are
  // not public.
  const global = parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
  if (range === 'unicast' && global) return null;
  return rangeNames[range] ?? 'a reserved address';
}

/**
 * Returns why the address of a resolved name is refused. Unlike a literal address, one in 64:ff9b::/96 is judged by the IPv4
 * address inside: on an IPv6-only network, the resolver returns every IPv4 address in this form (NAT64, RFC 6147).
 */
function resolvedAddressRefusal(address: string): string | null {
  if (isIP(address) === 6 && address.toLowerCase().startsWith('64:ff9b::')) {
    const parsed = ipaddr.parse(address);
    if (parsed.range() === 'rfc6052') return addressRefusal(parsed.toByteArray().slice(12).join('.'));
  }
  return addressRefusal(address);
}

/**
 * Returns why a host must not be fetched from, as a sentence, or null. Names pass: `guardedLookup` checks their addresses once
 * they are resolved.
 * @param hostname as in `URL.hostname`: IPv6 in brackets, and every spelling of IPv4 in dotted decimal form
 */
export function hostRefusal(hostname: string): string | null {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(address) === 0) return null;
  const refusal = addressRefusal(address);
  return refusal === null ? null : `${address} is ${refusal} and ${unlessAllowed}`;
}

/** Names that only a machine or its own network resolves (RFC 6761, 6762, 8375; .internal is reserved by ICANN). */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)\.?$/;

/**
 * The same for a host that a proxy resolves, so its address stays unknown. Refuses literal addresses as above, and names of the
 * proxy's own machine or network, which include every name without a dot.
 */
export function proxiedHostRefusal(hostname: string): string | null {
  const isName = !hostname.startsWith('[') && isIP(hostname) === 0;
  if (!isName || (/\.[^.]/.test(hostname) && !localNames.test(hostname))) return hostRefusal(hostname);
  return `${hostname} is a name inside a private network and ${unlessAllowed}`;
}

/**
 * Returns a `lookup` for `net.connect` that fails with `BlockedAddressError` if any address of the name is not public. The socket
 * connects to the checked addresses, so DNS rebinding has no effect.
 */
export function guardedLookup(resolve: ResolveAll = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      for (const { address } of addresses) {
        const refusal = resolvedAddressRefusal(address);
        if (refusal === null) continue;
        const message = `${hostname} has the address ${address}, ${refusal}, and ${unlessAllowed}`;
        return callback(new BlockedAddressError(message), []);
      }
      answerLookup(addresses, options.all === true, hostname, callback);
    });
  };
}

/** Returns the same `lookup` without the check. */
export function plainLookup(resolve: ResolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      answerLookup(addresses, options.all === true, hostname, callback);
    });
  };
}

function answerLookup(
  addresses: LookupAddress[],
  all: boolean,
  hostname: string,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (first === undefined) {
    const error: NodeJS.ErrnoException = new Error(`${hostname} has no address.`);
    error.code = 'ENOTFOUND';
    callback(error, []);
  } else if (all) callback(null, addresses);
  else callback(null, first.address, first.family);
}
