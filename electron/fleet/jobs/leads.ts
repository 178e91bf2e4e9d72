import type { Claim, Claims } from './claims.ts';

/** The lead of a run: one worker has it at a time. */
export interface Lead {
  readonly run: number;
  /** Grows with each lead of the run. */
  readonly epoch: number;
  /** How many leads of the run have died since one last passed it on. */
  readonly losses: number;
  /** Aborted when it is lost: another worker leads then. */
  readonly lost: AbortSignal;
  readonly isHeld: boolean;
  /** Passes it on: another worker may lead. */
  passOn(): Promise<void>;
  /** The run has ended, and needs no lead any more. */
  end(): Promise<void>;
}

/** The leads of runs. */
export class RunLeads {
  readonly #claims: Claims;
  readonly #draining: AbortSignal;

  /** @param draining once aborted, nothing more is taken */
  constructor(claims: Claims, draining: AbortSignal) {
    this.#claims = claims;
    this.#draining = draining;
  }

  /** The run is to have a lead, until one of them ends it. For whoever starts or resumes it; may be called again. */
  offer(run: number): Promise<void> {
    return this.#claims.offer([{ key: String(run), class: 'http', run, delayMs: 0 }]);
  }

  /** @returns null if another worker leads the run, or it needs no lead. Workers of the run ask now and then. */
  async take(run: number): Promise<Lead | null> {
    if (this.#draining.aborted) return null;
    // The priority of a lead is the number of its run.
    const [claim] = await this.#claims.take(1, { minPriority: run, maxPriority: run });
    return claim === undefined ? null : this.#lead(run, claim);
  }

  #lead(run: number, claim: Claim): Lead {
    const giveBack = async (againMs: number | null): Promise<void> => {
      await this.#claims.giveBack([{ claim, class: 'http', againMs }]);
    };
    return {
      run,
      epoch: claim.epoch,
      losses: claim.losses,
      lost: claim.lost,
      get isHeld() {
        return claim.isHeld;
      },
      passOn: () => giveBack(0),
      end: () => giveBack(null),
    };
  }
}
