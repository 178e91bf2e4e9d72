import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a name to all of its addresses, as `dns.lookup` with `all: true` does. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** An address that is fetched only where private addresses are allowed; `message` is one sentence for people. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** What ranges are called in messages, by the names that ipaddr.js gives them. */
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
 * Why an IP address must not be fetched from, as a phrase ("a loopback address"); null for a public one.
 * @param address IPv4 in four decimal parts, or IPv6 without brackets
 */
export function addressRefusal(address: string): string | null {
  if (isIP(address) === 0) return 'not an IP address';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  // Only 2000::/3 is handed out as global unicast (RFC 4291, section 2.4); what else IPv6 calls unicast, such as ::127.0.0.1, is not.
  const global = parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
  if (range === 'unicast' && global) return null;
  return rangeNames[range] ?? 'a reserved address';
}

/**
 * Refusal of an address that a name has resolved to. It differs from a written one in NAT64: on an IPv6-only network the
 * resolver writes every IPv4 address as 64:ff9b::/96 (RFC 6147), so there the address inside is what counts.
 */
function resolvedAddressRefusal(address: string): string | null {
  if (isIP(address) === 6 && address.toLowerCase().startsWith('64:ff9b::')) {
    const parsed = ipaddr.parse(address);
    if (parsed.range() === 'rfc6052') return addressRefusal(parsed.toByteArray().slice(12).join('.'));
  }
  return addressRefusal(address);
}

/**
 * Why a host of a URL must not be fetched from, as a sentence, or null. Names pass: their addresses are checked by
 * `guardedLookup` when they are known.
 * @param hostname of a parsed URL: IPv6 in brackets; odd spellings of IPv4 are in four decimal parts already
 */
export function hostRefusal(hostname: string): string | null {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(address) === 0) return null;
  const refusal = addressRefusal(address);
  return refusal === null
    ? null
    : `${address} is ${refusal} and is not fetched unless private addresses are allowed.`;
}

/** Names that only the machine or its own network can resolve (RFC 6761, 6762, 8375; .internal is ICANN's). */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)\.?$/;

/**
 * The same for a host that a proxy resolves, where the address stays unknown: literal addresses as above, and names that
 * mean the proxy's own machine or network, among them every name without a dot.
 */
export function proxiedHostRefusal(hostname: string): string | null {
  const isName = !hostname.startsWith('[') && isIP(hostname) === 0;
  if (!isName || (/\.[^.]/.test(hostname) && !localNames.test(hostname))) return hostRefusal(hostname);
  return `${hostname} is a name inside a private network and is not fetched unless private addresses are allowed.`;
}

/**
 * A `lookup` for `net.connect` that fails with `BlockedAddressError` when any address of the name is not public.
 * The socket connects to the very addresses that were checked, so a name that changes its mind gains nothing.
 */
export function guardedLookup(resolve: ResolveAll = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      for (const { address } of addresses) {
        const refusal = resolvedAddressRefusal(address);
        if (refusal === null) continue;
        const message = `${hostname} has the address ${address}, ${refusal}, and is not fetched unless private addresses are allowed.`;
        return callback(new BlockedAddressError(message), []);
      }
      answerLookup(addresses, options.all === true, hostname, callback);
    });
  };
}

/** The same without the check. */
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
