import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

/** Below the ephemeral ports (RFC 6056 §2.1: from 32768 on Linux, 49152 elsewhere). */
const firstPort = 20_000;
const portCount = 10_000;

/**
 * The port at which the window of a data folder is served unless it is taken. The storage of a browser belongs to an origin,
 * which includes the port; with a fixed port, edits that a window stored while the application was closed are found again,
 * and only for the same folder.
 * @returns 20000 to 29999, always the same for a folder
 */
export function usualPort(dataDir: string): number {
  const digest = createHash('sha256').update(resolve(dataDir)).digest();
  return firstPort + (digest.readUInt32BE(0) % portCount);
}
