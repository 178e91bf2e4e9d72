import { setImmediate } from 'node:timers/promises';
import type { Workspace } from '../../workspace/workspace.ts';
import type { CompareWork, Waiting } from './compare-work.ts';
import type { Comparisons, OnShare } from './comparisons.ts';

/**
 * Compares runs on the calling thread, for programs that wait for the result: starting a thread takes longer than comparing some
 * thousand items. Signals are heard between batches.
 */
export function createLocalComparisons(workspace: () => Workspace): Omit<Comparisons, 'close'> {
  let work: CompareWork | null = null;
  async function opened(): Promise<CompareWork> {
    const { CompareWork } = await import('./compare-work.ts');
    return (work ??= new CompareWork(workspace()));
  }
  const waiting = ({ signal, onShare }: { signal: AbortSignal; onShare: OnShare }): Waiting => ({
    isCancelled: async () => {
      await setImmediate();
      return signal.aborted;
    },
    onShare,
  });
  return {
    compare: async (args, options) => (await opened()).compare(args, waiting(options)),
    differences: async (args, options) => (await opened()).differences(args, waiting(options)),
  };
}
