import type { RunDetails } from '../../../shared/contract/types.ts';

type Details = Omit<RunDetails, 'run'>;

/** Runs whose details are kept. */
const maxRuns = 20;

/** Details of runs that were put together lately: those of a run with a million requests take seconds. */
export class RecentDetails {
  readonly #known = new Map<string, { details: Details; stamp: string; at: number; took: number }>();

  /**
   * @param state.stamp what the details were made from: they are made anew when it differs
   * @param state.isGrowing whether the run goes on; what takes long is not done over and over then
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
