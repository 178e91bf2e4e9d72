import type { DataContext } from '../data/data-context.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Where jobs at the database are carried out. */
export interface JobPlace {
  /** Opens the data folder when a job first asks for it: some need no database. */
  workspace: () => Workspace;
  publish: DataContext['publish'];
}

/**
 * Carries out one job at the database, and then publishes what came of it: who hears of a change reads again at once, so all
 * of it has to be there.
 */
export async function inJob<T>(
  { workspace, publish }: JobPlace,
  window: string | null,
  work: (context: DataContext) => T | Promise<T>,
): Promise<T> {
  const published: (() => void)[] = [];
  try {
    return await work({
      get workspace() {
        return workspace();
      },
      window,
      publish: (topic, event) => published.push(() => publish(topic, event)),
    });
  } finally {
    for (const tell of published) tell();
  }
}
