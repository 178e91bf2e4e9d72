import { setImmediate } from 'node:timers/promises';
import { requireRun } from '../../data/require-run.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { CompareWork, Waiting } from './compare-work.ts';
import { createComparisons, type Comparisons, type OnShare } from './comparisons.ts';

/** Items of both runs up to which starting a thread takes longer than comparing them. */
const fewItems = 20_000;

/**
 * Compares runs on the calling thread if they are small, for programs that wait for the result. Signals are heard between batches. A
 * thread compares larger runs, because its heap is kept smaller than that of a whole program.
 */
export function createLocalComparisons(dataDir: string, workspace: () => Workspace): Comparisons {
  const thread = createComparisons({ dataDir });
  let work: CompareWork | null = null;
  async function here(): Promise<CompareWork> {
    const { CompareWork } = await import('./compare-work.ts');
    return (work ??= new CompareWork(workspace()));
  }
  async function areFew({ before, after }: { before: string; after: string }): Promise<boolean> {
    const runs = [await requireRun(workspace(), before), await requireRun(workspace(), after)];
    return runs.reduce((total, { counters }) => total + counters.items, 0) <= fewItems;
  }
  const waiting = ({ signal, onShare }: { signal: AbortSignal; onShare: OnShare }): Waiting => ({
    isCancelled: async () => {
      await setImmediate();
      return signal.aborted;
    },
    onShare,
  });
  return {
    compare: async (args, options) =>
      (await areFew(args)) ? (await here()).compare(args, waiting(options)) : thread.compare(args, options),
    differences: async (args, options) =>
      (await areFew(args))
        ? (await here()).differences(args, waiting(options))
        : thread.differences(args, options),
    close: () => thread.close(),
  };
}
