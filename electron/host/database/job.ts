import type { DataContext } from '../data/data-context.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Environment of database jobs. */
export interface JobPlace {
  /** Opens the data folder at the first use; some jobs need no database. */
  workspace: () => Workspace;
  publish: DataContext['publish'];
}

/**
 * Runs one database job, and publishes its events after it has finished, because subscribers read again at once.
 */
export async function inJob<T>(
  { workspace, publish }: JobPlace,
  { window, client }: Pick<DataContext, 'window' | 'client'>,
  work: (context: DataContext) => T | Promise<T>,
): Promise<T> {
  const pending: (() => void)[] = [];
  try {
    return await work({
      get workspace() {
        return workspace();
      },
      window,
      client,
      publish: (topic, event) => pending.push(() => publish(topic, event)),
    });
  } finally {
    for (const send of pending) send();
  }
}
