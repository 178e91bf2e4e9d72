import type { FleetSession } from './session.ts';

/** How long claims of a busy session wait for others, in milliseconds. */
const waitMs = 50;

/** A request to claim, and the ownership of its host. */
interface Claim {
  id: string;
  host: string;
  epoch: number;
}

/** Notes in the database which requests a session has in hand. */
export class ClaimWriter {
  readonly #session: FleetSession;
  #waiting: { claim: Claim; resolve: (isClaimed: boolean) => void; reject: (error: unknown) => void }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #scheduled: NodeJS.Immediate | null = null;
  #isWriting = false;
  #isUrgent = false;

  constructor(session: FleetSession) {
    this.#session = session;
  }

  /** @returns whether it was queued at a host that the session owns. @param isPatient whether it may wait for others */
  claim(claim: Claim, isPatient: boolean): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claim, resolve, reject });
      if (!isPatient) this.#isUrgent = true;
      this.#plan();
    });
  }

  /** Somebody waits for what is still to be noted. */
  hurry(): void {
    this.#isUrgent = this.#waiting.length > 0;
    this.#plan();
  }

  #plan(): void {
    if (this.#waiting.length === 0 || this.#isWriting) return;
    if (this.#isUrgent) this.#scheduled ??= setImmediate(() => void this.#write());
    else this.#timer ??= setTimeout(() => void this.#write(), waitMs);
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    [this.#timer, this.#scheduled] = [null, null];
    if (this.#isWriting) return;
    [this.#isWriting, this.#isUrgent] = [true, false];
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const claimed = await this.#send(batch.map(({ claim }) => claim));
      for (const { claim, resolve } of batch) resolve(claimed.has(claim.id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#isWriting = false;
    this.#plan();
  }

  async #send(claims: readonly Claim[]): Promise<ReadonlySet<string>> {
    const { id, run, database } = this.#session;
    if (id === null) return new Set();
    const claimed = await database.call('fleet_claim', [
      run,
      id,
      claims.map((claim) => claim.id),
      claims.map(({ host }) => host),
      claims.map(({ epoch }) => epoch),
    ]);
    if (claimed === null) this.#session.lose();
    return new Set(typeof claimed === 'string' ? claimed.slice(1, -1).split(',') : []);
  }
}
