import type { AskedDatabase } from '../../data/internal.ts';
import type { BackgroundJob } from '../background-jobs.ts';
import { applyRetention, finishRetention } from './apply-retention.ts';
import { removeObjects } from './remove-objects.ts';

/** The hour of the night, by the clock of the computer, after which rules are applied. */
const hour = 3;

/** What the job needs. */
export interface RetentionJobOptions {
  database: AskedDatabase;
  onFault: (what: string, error: unknown) => void;
}

/** Applies the rules once a night where a person has asked for that, and finishes removals that were cut off. */
export class RetentionJob implements BackgroundJob {
  readonly name = 'retention';
  readonly #options: RetentionJobOptions;
  readonly #closing = new AbortController();
  #work: Promise<void> | null = null;
  #hasFinished = false;

  constructor(options: RetentionJobOptions) {
    this.#options = options;
  }

  /** Begins what is due. It goes on after this, in short steps. */
  async tick(now: number): Promise<null> {
    if (this.#work !== null) return null;
    const { database, onFault } = this.#options;
    const { nightly, doneAt } = await database.ask('quick', 'retentionSettings', null);
    const isDue = nightly && (doneAt ?? 0) < lastMoment(now);
    if (!isDue && this.#hasFinished) return null;
    this.#hasFinished = true;
    this.#work = (isDue ? this.#apply(now) : finishRetention(database, this.#closing.signal))
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) onFault('The removal by rule', error);
      })
      .finally(() => (this.#work = null));
    return null;
  }

  /** Ends after the step under way; the rest follows later. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  async #apply(now: number): Promise<void> {
    const { database } = this.#options;
    const { signal } = this.#closing;
    if (!(await database.ask('write', 'beginNight', { moment: lastMoment(now), now }))) return;
    const removed = await applyRetention(database, {}, null, { signal, onPercent: () => undefined });
    await database.ask('write', 'noteRetention', { at: now, removed });
    if (removed.runs + removed.pagesOf > 0) await removeObjects(signal);
  }
}

/** When the rules were to be applied last before a time, in milliseconds since 1970. */
function lastMoment(now: number): number {
  const moment = new Date(now);
  moment.setHours(hour, 0, 0, 0);
  if (moment.getTime() > now) moment.setDate(moment.getDate() - 1);
  return moment.getTime();
}
