import { setTimeout as delay } from 'node:timers/promises';
import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';

/** Poll interval of `queue.wait`, in milliseconds. */
const pollEvery = 250;

/** Handlers of the calls about the queue that need more than the database. */
export function createQueueHandlers({ database }: { database: Pick<DatabaseWorkers, 'ask'> }): {
  readonly 'queue.wait': Handler<'queue.wait'>;
} {
  return {
    'queue.wait': async (selection, { signal }) => {
      while ((await database.ask('quick', 'queueUnended', selection)) > 0) {
        await delay(pollEvery, undefined, { signal }).catch(() => {
          throw new HostError('cancelled', 'It was cancelled.');
        });
      }
      return { entries: await database.ask('slow', 'queueSelected', selection) };
    },
  };
}
