import type { RunDetails } from '../../../shared/contract/types.ts';

type Details = Omit<RunDetails, 'run' | 'exclusions'>;

/** Number of runs whose details are cached. */
const maxRuns = 20;

/** Cache of run details: those of a run with a million requests take seconds to compute. */
export class RecentDetails {
  readonly #known = new Map<string, { details: Details; stamp: string; at: number; took: number }>();

  /**
   * Returns cached details, or computes them.
   * @param state.stamp identifies the input; other details are computed when it differs
   * @param state.isGrowing whether the run is in progress; slow details are then recomputed less often
   */
  async of(
    run: string,
    { stamp, isGrowing }: { stamp: string; isGrowing: boolean },
    make: () => Promise<Details>,
  ): Promise<Details> {
    const known = this.#known.get(run);
    const begin = performance.now();
    if (known !== undefined && (known.stamp === stamp || (isGrowing && begin - known.at < 20 * known.took)))
      return known.details;
    const details = await make();
    const end = performance.now();
    this.#known.delete(run);
    this.#known.set(run, { details, stamp, at: end, took: end - begin });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxRuns) break;
      this.#known.delete(oldest);
    }
    return details;
  }
}
