import { beatMs } from '../../../store/runs/active-time.ts';
import type { RunRepository } from '../../../store/runs/runs.ts';

/**
 * Keeps the time that a run has worked written down while it works.
 * @returns what ends it
 */
export function keepTime(runs: Pick<RunRepository, 'beat'>, id: string): () => void {
  const timer = setInterval(() => {
    try {
      runs.beat(id);
    } catch {
      // A database that cannot be written is told by the crawl itself.
    }
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}
