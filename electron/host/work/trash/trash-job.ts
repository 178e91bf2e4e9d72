import type { AskedDatabase } from '../../data/internal.ts';
import type { BackgroundJob } from '../background-jobs.ts';

/** Time between two steps while there is room to free, in milliseconds: others write in between. */
const betweenSteps = 250;

/** Empties the trash of what has been in it for thirty days, and frees the room of what goes for good, step by step. */
export class TrashJob implements BackgroundJob {
  readonly name = 'trash';
  readonly #database: AskedDatabase;

  constructor(database: AskedDatabase) {
    this.#database = database;
  }

  /** Does one step. @param now in milliseconds since 1970 @returns when the next one is due; null: nothing is to be freed */
  async tick(now: number): Promise<number | null> {
    return (await this.#database.ask('write', 'tidyTrash', { now })) ? now + betweenSteps : null;
  }
}
