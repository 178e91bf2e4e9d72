import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

/** Below the ports that systems give to outgoing connections (RFC 6056 §2.1: from 32768 on Linux, 49152 elsewhere). */
const firstPort = 20_000;
const portCount = 10_000;

/**
 * The port at which the window of a data folder is served unless it is taken. What a browser keeps belongs to an address with
 * its port, so edits that a window kept while the application was away are found after a restart, and only by the
 * application of the same folder.
 * @returns 20000 to 29999, always the same for a folder
 */
export function usualPort(dataDir: string): number {
  const digest = createHash('sha256').update(resolve(dataDir)).digest();
  return firstPort + (digest.readUInt32BE(0) % portCount);
}
