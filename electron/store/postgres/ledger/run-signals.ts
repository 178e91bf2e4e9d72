import type { SessionRequest } from '../../../engine/ports/run-control.ts';
import type { FleetSession } from './session.ts';
import type { SignalHub } from './signal-hub.ts';

/** How long an answer is believed without a signal, in milliseconds: a signal may be lost with a connection. */
const believedMs = 1000;

interface AskedRow {
  requested: 'pause' | 'stop' | null;
  /** Patterns as JSON; null: there are none. */
  exclusions: string | null;
}

const asked = `SELECT a.requested, (SELECT json_agg(pattern ORDER BY e.id) FROM run_exclusions e WHERE e.run_id = a.id)::text AS exclusions
  FROM fleet_sessions s JOIN runs a ON a.id = s.run_id WHERE s.id = $1 AND s.run_id = $2`;

/** What is asked of a session. The database signals when it is to be read again; in doubt it is read after a second. */
export class RunSignals {
  readonly #session: FleetSession;
  readonly #hub: SignalHub;
  readonly #believedMs: number;
  #readAt = -Infinity;
  #requested: SessionRequest | null = null;
  #exclusions: readonly string[] = [];
  #listening: Promise<() => void> | null = null;

  /** @param believed see `believedMs`; 0: each question is asked of the database */
  constructor(session: FleetSession, hub: SignalHub, believed = believedMs) {
    [this.#session, this.#hub, this.#believedMs] = [session, hub, believed];
  }

  /** Begins to listen. Questions that were answered before are asked again. */
  async listen(): Promise<void> {
    this.#forget();
    this.#listening ??= this.#hub.listen(this.#session.run, () => this.#forget());
    await this.#listening;
  }

  async requested(): Promise<SessionRequest | null> {
    if (this.#session.id === null) return 'replaced';
    await this.#look();
    return this.#requested;
  }

  /** Patterns of URLs that are taken out of the run. They come with the answer to what is requested. */
  async exclusions(): Promise<readonly string[]> {
    if (this.#session.id !== null) await this.#look();
    return this.#exclusions;
  }

  async #look(): Promise<void> {
    const { id, run, database } = this.#session;
    const now = performance.now();
    if (now - this.#readAt < this.#believedMs) return;
    this.#readAt = now;
    const [row] = await database.rows<AskedRow>(asked, [id, run]);
    if (row === undefined) this.#session.lose();
    this.#requested = row === undefined ? 'replaced' : row.requested;
    const patterns: unknown = JSON.parse(row?.exclusions ?? 'null');
    if (Array.isArray(patterns)) this.#exclusions = patterns.map(String);
  }

  close(): void {
    void this.#listening?.then((end) => end());
    this.#listening = null;
  }

  #forget(): void {
    this.#readAt = -Infinity;
  }
}
