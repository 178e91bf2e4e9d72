import { closeSync, openSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';
import { devNull } from 'node:os';
import { codeOf } from './error-code.ts';

/** Connections are left to the rest of the program: database, threads, names that are looked up, exports. */
const reserved = 64;
/** Of what is left, a crawl takes no more than this part: others may crawl in the same process. */
const share = 0.75;
/** When a connection could not be opened, so many fewer than there were may be open, but some, for so long. Milliseconds. */
const fewer = 16;
const fewest = 4;
const fewerForMs = 30_000;
/** Who waits for room looks again after so long, for it may come from elsewhere. Milliseconds. */
const lookEveryMs = 250;

/** What the machine itself runs out of. A site cannot cause it. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
/** A name that cannot be looked up may be one of a machine that cannot open its list of name servers. */
const lookupErrors = /^(?:ENOTFOUND$|EAI_)/;

/** There is no room for another connection, and nobody has tried to open it. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Whether a connection could not be opened for a reason that lies with this machine. */
export function isShortage(error: unknown): boolean {
  if (error instanceof NoRoomError) return true;
  const code = codeOf(error);
  return shortages.has(code) || hasNoPort(code, error) || (lookupErrors.test(code) && !canOpenFile());
}

/** No port is left to connect from. Of IPv6 the same error says that this machine has none. */
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
 * How many connections this process may open. Windows has no such limit; and a report of it there, which walks through all
 * that is loaded, ends a process with threads under Wine.
 */
export function maxSockets(platform: NodeJS.Platform = process.platform): number {
  if (platform === 'win32') return Infinity;
  if (most !== null) return most;
  const { report } = process;
  const before = 'excludeNetwork' in report && report.excludeNetwork === true;
  // Else it would look up the names of all addresses.
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

/** Counts the connections of a client, and says when there is no room for another one (decision 0232). */
export class OpenSockets {
  /** Connections that may be open at once. */
  readonly most: number;
  #open = 0;
  #fewer = Infinity;
  #fewerUntil = 0;
  /** Nothing could be opened for as long as somebody was ready to wait. */
  #isStuck = false;
  /** When something got through last. */
  #throughAt = performance.now();
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.most = most;
  }

  get isFull(): boolean {
    const isShort = performance.now() < this.#fewerUntil;
    return this.#open >= (isShort ? Math.min(this.#fewer, this.most) : this.most);
  }

  /** Nothing has got out for want of connections, and nothing has since. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** A socket that is on its way, or open. */
  add(socket: Socket): void {
    this.#open += 1;
    socket.once('close', () => {
      this.#open -= 1;
      this.#waiting.shift()?.();
    });
  }

  /** The machine had no room for another one. */
  fellShort(): void {
    this.#fewer = Math.max(fewest, this.#open - fewer);
    this.#fewerUntil = performance.now() + fewerForMs;
  }

  /** An answer has come. */
  gotThrough(): void {
    this.#isStuck = false;
    this.#throughAt = performance.now();
  }

  /** Somebody has waited in vain. @param since by `performance.now()` */
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
