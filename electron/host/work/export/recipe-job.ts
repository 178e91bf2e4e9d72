import type { BackgroundJob } from '../background-jobs.ts';
import { carryOutRecipe, type RecipeWork } from './carry-out-recipe.ts';

/** Time after which another process may take over what this one was at, and how often it is put off, in milliseconds. */
const takenMs = 120_000;
const extendEveryMs = 30_000;
/** Waits before the attempts after the first, in milliseconds; after the last one it is given up. */
const waits: readonly number[] = [60_000, 300_000, 1_800_000, 7_200_000];

/** A saved export that is not tried again for its run. */
export interface GivenUpExport {
  of: { project: string; spider: string };
  recipe: string;
  /** Why the last attempt failed. */
  reason: string;
}

/**
 * Carries saved exports out after runs. What is to be done is noted in the database, once for each run, and an attempt is begun by
 * a transaction that one process alone succeeds with. An attempt that was cut off is repeated, and never lost: new items are in a
 * file once, and a program or a bucket may get them twice.
 */
export class RecipeJob implements BackgroundJob {
  readonly name = 'recipes';
  readonly #work: RecipeWork;
  readonly #tell: (givenUp: GivenUpExport) => Promise<void>;

  /** @param tell tells people of an export that is not tried again */
  constructor(work: RecipeWork, tell: (givenUp: GivenUpExport) => Promise<void>) {
    this.#work = work;
    this.#tell = tell;
  }

  /** Does what is due. @param now in milliseconds since 1970 @returns when the next attempt is due */
  async tick(now: number): Promise<number | null> {
    const { database } = this.#work;
    while (await database.ask('write', 'noteEndedRuns', null));
    // One at a time: others wait for the next call, so that this one ends.
    await this.#carryOutNext(now);
    return database.ask('quick', 'recipesDue', null);
  }

  async #carryOutNext(now: number): Promise<void> {
    const { database } = this.#work;
    const begun = await database.ask('write', 'takeRecipe', { until: now + takenMs });
    if (begun === null) return;
    const { taken, recipe, moment } = begun;
    const timer = setInterval(() => {
      const until = Date.now() + takenMs;
      database.ask('write', 'extendRecipe', { taken, until }).catch(() => undefined);
    }, extendEveryMs);
    const of = { project: taken.recipe.project, spider: taken.recipe.spider };
    let reason: string | null = null;
    try {
      await carryOutRecipe(this.#work, { of, recipe, run: taken.run, now: moment ?? now });
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    } finally {
      clearInterval(timer);
    }
    const wait = waits[taken.attempt - 1];
    const retryAt = reason === null || wait === undefined ? null : now + wait;
    await database.ask('write', 'endRecipe', { taken, reason, retryAt });
    if (reason !== null && retryAt === null) await this.#tell({ of, recipe: taken.recipe.name, reason });
  }
}
