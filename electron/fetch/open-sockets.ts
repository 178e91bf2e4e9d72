import { closeSync, openSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';
import { devNull } from 'node:os';
import { codeOf } from './error-code.ts';

/** Connections reserved for the rest of the program: database, threads, name lookups, exports. */
const reserved = 64;
/** Share of the remaining connections that one crawl may use, because several may run in the same process. */
const share = 0.75;
/**
 * After a connection could not be opened, the limit is this much below the number that was open, but at least some, for a while.
 * Milliseconds.
 */
const fewer = 16;
const fewest = 4;
const fewerForMs = 30_000;
/** Interval in milliseconds at which waiting requests check for room, which may become free elsewhere. */
const lookEveryMs = 250;

/** Error codes of exhausted resources of this machine, which a site cannot cause. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
/** A failed name lookup may mean that the machine cannot open its list of name servers. */
const lookupErrors = /^(?:ENOTFOUND$|EAI_)/;

/** No room for another connection; none was attempted. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Whether a connection failed because of this machine's resources. */
export function isShortage(error: unknown): boolean {
  if (error instanceof NoRoomError) return true;
  const code = codeOf(error);
  return shortages.has(code) || hasNoPort(code, error) || (lookupErrors.test(code) && !canOpenFile());
}

/** Whether no local port is left. For IPv6 the same error means that this machine has no IPv6. */
function hasNoPort(code: string, error: unknown): boolean {
  if (code !== 'EADDRNOTAVAIL' || !(error instanceof Error) || !('address' in error)) return false;
  return typeof error.address === 'string' && isIPv4(error.address);
}

function canOpenFile(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch (error) {
    const code = codeOf(error);
    return code !== 'EMFILE' && code !== 'ENFILE';
  }
}

let most: number | null = null;

/**
 * Returns how many connections this process may open. Windows has no such limit; there `process.report`, which walks through all
 * loaded modules, would end a process with threads under Wine.
 */
export function maxSockets(platform: NodeJS.Platform = process.platform): number {
  if (platform === 'win32') return Infinity;
  if (most !== null) return most;
  const { report } = process;
  const before = 'excludeNetwork' in report && report.excludeNetwork === true;
  // Without this, the report resolves the names of all addresses.
  Object.assign(report, { excludeNetwork: true });
  const limit = softLimit(report.getReport());
  Object.assign(report, { excludeNetwork: before });
  most = limit === null ? Infinity : Math.max(8, Math.floor((limit - reserved) * share));
  return most;
}

function softLimit(report: unknown): number | null {
  if (typeof report !== 'object' || report === null || !('userLimits' in report)) return null;
  const { userLimits } = report;
  if (typeof userLimits !== 'object' || userLimits === null || !('open_files' in userLimits)) return null;
  const { open_files: files } = userLimits;
  if (typeof files !== 'object' || files === null || !('soft' in files)) return null;
  return typeof files.soft === 'number' ? files.soft : null;
}

/** Counts the connections of a client and reports whether there is room for another (decision 0232). */
export class OpenSockets {
  /** Maximum number of open connections. */
  readonly most: number;
  #open = 0;
  #fewer = Infinity;
  #fewerUntil = 0;
  /** Whether requests have timed out for want of connections. */
  #isStuck = false;
  /** When the last response arrived. */
  #throughAt = performance.now();
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.most = most;
  }

  get isFull(): boolean {
    const isShort = performance.now() < this.#fewerUntil;
    return this.#open >= (isShort ? Math.min(this.#fewer, this.most) : this.most);
  }

  /** Whether requests timed out for want of connections, and none has succeeded since. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Counts a socket that is connecting or open. */
  add(socket: Socket): void {
    this.#open += 1;
    socket.once('close', () => {
      this.#open -= 1;
      this.#waiting.shift()?.();
    });
  }

  /** Records that the machine could not open another connection. */
  fellShort(): void {
    this.#fewer = Math.max(fewest, this.#open - fewer);
    this.#fewerUntil = performance.now() + fewerForMs;
  }

  /** Records that a response has arrived. */
  gotThrough(): void {
    this.#isStuck = false;
    this.#throughAt = performance.now();
  }

  /** Records that a request timed out while waiting. @param since start of the wait, as of `performance.now()` */
  gaveUp(since: number): void {
    if (this.#throughAt < since) this.#isStuck = true;
  }

  /** Resolves when a connection was closed, or after a while. */
  room(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        const at = this.#waiting.indexOf(done);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve();
      };
      const timer = setTimeout(done, lookEveryMs);
      this.#waiting.push(done);
    });
  }
}
