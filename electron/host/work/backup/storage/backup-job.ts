import { decide, nextDue } from '../../../../../shared/schedules/decide.ts';
import type { BackgroundJob } from '../../background-jobs.ts';
import { changePlans, readPlans, type StoredPlan } from '../../../data/backup-plan.ts';
import { toHostError } from '../../../errors.ts';
import type { StoredBackups } from './stored-backups.ts';

/** What the job needs. */
export interface BackupJobOptions {
  dataDir: string;
  storedBackups: Pick<StoredBackups, 'create' | 'verify' | 'prune'>;
  /** Tells people of a failure. */
  tell: (place: string, problem: string) => Promise<void>;
  now: () => number;
  onFault: (what: string, error: unknown) => void;
}

/**
 * Makes the backups that are planned, one at a time. A moment is recorded before its backup begins, so that no two processes make the
 * same; one that was missed is made up for once.
 */
export class BackupJob implements BackgroundJob {
  readonly name = 'backups';
  readonly #options: BackupJobOptions;
  readonly #closing = new AbortController();
  #work: Promise<void> | null = null;

  constructor(options: BackupJobOptions) {
    this.#options = options;
  }

  /** Begins what is due. A backup goes on after this. @returns when the next one is due */
  tick(now: number): Promise<number | null> {
    const { dataDir } = this.#options;
    const plans = readPlans(dataDir);
    for (const plan of plans) {
      if (this.#work !== null) break;
      if (!this.#isDue(plan, now)) continue;
      this.#work = this.#make(plan).finally(() => (this.#work = null));
    }
    const next = plans.flatMap((plan) => nextDue({ ...plan, missed: 'once' }, now) ?? []);
    return Promise.resolve(next.length === 0 ? null : Math.min(...next));
  }

  /** Cuts the backup under way off; it is continued the next time. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  /** Whether a moment of a plan is due, and nobody has recorded it before. */
  #isDue({ place }: StoredPlan, now: number): boolean {
    let due = false;
    changePlans(this.#options.dataDir, (plans) =>
      plans.map((plan) => {
        const decision = plan.place === place ? decide({ ...plan, missed: 'once' }, now, () => null) : null;
        if (decision === null) return plan;
        due = decision.moments.at(-1)?.outcome === 'queued';
        return { ...plan, decidedUntil: decision.decidedUntil };
      }),
    );
    return due;
  }

  async #make({ place, verify, keep }: StoredPlan): Promise<void> {
    const { dataDir, storedBackups, tell, now, onFault } = this.#options;
    const target = `place:${place}`;
    const waiting = { signal: this.#closing.signal, onPercent: () => undefined };
    let backup: string | null = null;
    let problem: string | null = null;
    try {
      ({ id: backup } = await storedBackups.create({ target, fresh: false }, waiting));
      if (verify) await storedBackups.verify({ target: `${target}/${backup}` }, waiting);
      if (keep !== null) await storedBackups.prune({ target, keep, dryRun: false }, waiting);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      const { code, message, hint } = toHostError(error);
      if (code === 'internal') onFault('The backup', error);
      problem = hint === null ? message : `${message} ${hint}`;
    }
    const last = { at: new Date(now()).toISOString(), backup, problem };
    try {
      changePlans(dataDir, (plans) => plans.map((plan) => (plan.place === place ? { ...plan, last } : plan)));
      if (problem !== null) await tell(place, problem);
    } catch (error) {
      onFault('The backup', error);
    }
  }
}
