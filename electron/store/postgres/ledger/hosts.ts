import type { OriginQueue } from '../../../engine/ports/ledger.ts';
import { readQueues, readTaken, type Taken } from './queue-answers.ts';
import { recoverClaims } from './recovery.ts';
import type { FleetSession } from './session.ts';

/** The host of an origin: what politeness counts by, so that both schemes of a site have one. */
export const hostOfOrigin = (origin: string): string => origin.slice(origin.indexOf('//') + 2);

/** How a session comes to own hosts: it is given them; or it takes each that nobody owns, because nobody gives it any. */
export type HostOwnership = 'given' | 'free';

/** The hosts that a session owns in its run, each under an epoch. */
export class FleetHosts {
  readonly #session: FleetSession;
  readonly #ownership: HostOwnership;
  readonly #epochs = new Map<string, number>();

  constructor(session: FleetSession, ownership: HostOwnership) {
    this.#session = session;
    this.#ownership = ownership;
  }

  get names(): string[] {
    return [...this.#epochs.keys()];
  }

  /** Returns the epoch under which the session owns a host; null: it does not. */
  async epochOf(host: string): Promise<number | null> {
    if (!this.#epochs.has(host) && this.#ownership === 'free') await this.#takeFree([host]);
    return this.#epochs.get(host) ?? null;
  }

  /** Takes all hosts with queued requests that nobody owns, if that is how the session comes to hosts. */
  async takeWaiting(): Promise<void> {
    if (this.#ownership === 'free') await this.#takeFree(null);
  }

  /**
   * Takes hosts, from whoever had them: what is in flight there goes back to the queue.
   * @param died whether who had them is taken for dead, and may have been ended by what was in flight
   * @param most how many requests of each queue are to be read with them
   * @returns what is queued there, where it came with the answer
   */
  async take(hosts: readonly string[], died: boolean, most: number): Promise<Taken | null> {
    const { run, database } = this.#session;
    const values = [run, this.#session.require(), [...hosts].toSorted(), this.#session.time(), most];
    const answer = await database.call('fleet_take_hosts', values);
    if (answer === null) this.#session.lose();
    if (answer === '') await this.#takeFromOthers(hosts, died);
    if (typeof answer !== 'string' || answer === '') return null;
    const taken = readTaken(answer, run);
    for (const [host, epoch] of taken.epochs) this.#epochs.set(host, epoch);
    return taken;
  }

  async #takeFromOthers(hosts: readonly string[], died: boolean): Promise<void> {
    const { run, database } = this.#session;
    const session = this.#session.require();
    const wanted = [...hosts].toSorted();
    const taken = await database.transaction(async (query) => {
      await query('SELECT 1 FROM fleet_runs WHERE run_id = $1 FOR NO KEY UPDATE', [run]);
      const held = await query('SELECT 1 FROM fleet_sessions WHERE id = $1 FOR KEY SHARE', [session]);
      if (held.length === 0) return null;
      const owned = await query<{ host: string }>(
        `SELECT host FROM fleet_hosts WHERE run_id = $1 AND host = ANY ($2) AND session_id <> $3 ORDER BY host FOR NO KEY UPDATE`,
        [run, wanted, session],
      );
      const rows = await query<{ host: string; epoch: number }>(
        `INSERT INTO fleet_hosts AS h (run_id, host, epoch, session_id) SELECT $1, w.host, 1, $3
          FROM unnest($2::text[]) AS w (host) ORDER BY w.host
        ON CONFLICT (run_id, host) DO UPDATE SET session_id = excluded.session_id,
          epoch = h.epoch + (h.session_id IS DISTINCT FROM excluded.session_id)::int
        RETURNING h.host, h.epoch`,
        [run, wanted, session],
      );
      const left = owned.map(({ host }) => host);
      if (left.length > 0)
        await recoverClaims(query, run, left, { died, session: 'present', time: this.#session.time() });
      return rows;
    });
    if (taken === null) this.#session.lose();
    for (const { host, epoch } of taken ?? []) this.#epochs.set(host, epoch);
  }

  /** Gives hosts up. What is still in flight there goes back to the queue. @returns what is queued there, where it is known */
  async letGo(hosts: readonly string[]): Promise<OriginQueue[] | null> {
    const { id, run, database } = this.#session;
    const own = hosts.filter((host) => this.#epochs.delete(host)).toSorted();
    if (id === null || own.length === 0) return null;
    const queues = await database.call('fleet_let_go', [run, id, own]);
    if (queues !== null) return readQueues(queues, run);
    await this.#letGoInFlight(id, own);
    return null;
  }

  async #letGoInFlight(id: number, own: readonly string[]): Promise<void> {
    const { run, database } = this.#session;
    await database.transaction(async (query) => {
      await query('SELECT 1 FROM fleet_runs WHERE run_id = $1 FOR NO KEY UPDATE', [run]);
      const left = await query<{ host: string }>(
        `UPDATE fleet_hosts SET session_id = NULL WHERE run_id = $1 AND session_id = $2 AND host = ANY ($3) RETURNING host`,
        [run, id, own],
      );
      const names = left.map(({ host }) => host);
      await recoverClaims(query, run, names, { died: false, session: 'present', time: this.#session.time() });
    });
  }

  /** Something was not written as if the host had another owner. @returns whether it has, which the session then knows */
  async isLost(host: string, epoch: number): Promise<boolean> {
    const lost = await this.lost(new Map([[host, epoch]]));
    if (!lost.has(host)) return false;
    if (this.#epochs.get(host) === epoch) this.#epochs.delete(host);
    return true;
  }

  /** Which of the hosts, as the session has owned them, it owns no more. */
  async lost(hosts: ReadonlyMap<string, number>): Promise<Set<string>> {
    const { id, run, database } = this.#session;
    const owned = await database.rows<{ host: string; epoch: number }>(
      `SELECT h.host, h.epoch FROM fleet_hosts h JOIN fleet_sessions s ON s.id = h.session_id WHERE h.run_id = $1 AND s.id = $2`,
      [run, id],
    );
    const epochs = new Map(owned.map(({ host, epoch }) => [host, epoch]));
    return new Set([...hosts].filter(([host, epoch]) => epochs.get(host) !== epoch).map(([host]) => host));
  }

  async #takeFree(named: readonly string[] | null): Promise<void> {
    const { run, database } = this.#session;
    const rows = await database.rows<{ host: string; epoch: number }>(
      'SELECT host, epoch FROM fleet_take_free($1, $2, $3)',
      [run, this.#session.require(), named],
    );
    for (const { host, epoch } of rows) this.#epochs.set(host, epoch);
  }
}
