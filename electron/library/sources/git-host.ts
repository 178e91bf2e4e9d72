import { BlockedAddressError, guardedLookup, hostRefusal } from '../../fetch/address.ts';

/**
 * Why the host of a repository must not be asked, in a sentence; null: nothing is known against it. git finds the address by
 * itself, so a name that changes its address in between is not noticed.
 */
export async function gitHostRefusal(address: string): Promise<string | null> {
  const host = hostOf(address);
  if (host === null) return null;
  const refusal = hostRefusal(host);
  if (refusal !== null) return refusal;
  return new Promise((resolve) => {
    guardedLookup()(host.replace(/^\[|\]$/g, ''), { all: true }, (error) => {
      resolve(error instanceof BlockedAddressError ? error.message : null);
    });
  });
}

/** The host of an address; null: the repository is on this computer. */
function hostOf(address: string): string | null {
  const url = /^(?:https?|ssh|git):\/\//i.test(address) ? URL.parse(address) : null;
  if (url !== null) return url.hostname;
  const [, host = null] = /^(?:[^@/\\:]*@)?([A-Za-z0-9][\w.-]+):(?!\/\/)/.exec(address) ?? [];
  return host;
}
