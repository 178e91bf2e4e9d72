import type { CallArgs } from '../../shared/contract/index.ts';
import type { QueueEntry } from '../../shared/contract/types.ts';
import type { Context } from './command.ts';

/** Rows of a page of `queue.list`. */
const pageSize = 1000;

/** All entries that a selection finds. */
export async function allEntries(
  { ask }: Pick<Context, 'ask'>,
  selection: Omit<CallArgs<'queue.list'>, 'offset' | 'limit'>,
): Promise<QueueEntry[]> {
  const found: QueueEntry[] = [];
  for (;;) {
    const { entries, total } = await ask('queue.list', {
      ...selection,
      offset: found.length,
      limit: pageSize,
    });
    found.push(...entries);
    if (entries.length === 0 || found.length >= total) return found;
  }
}
