import type { FleetWork } from '../../../fleet/share/fleet-work.ts';
import { toHostError } from '../../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { CrawlEnd, Crawls } from '../crawl/crawls.ts';
import { createLocalCrawls } from '../crawl/local-crawls.ts';

/** What the crawls of a worker need. */
export interface FleetCrawlsOptions {
  workspace: Workspace;
  work: FleetWork;
  onEnd: (end: CrawlEnd) => void;
  onRunning: () => void;
}

/** The runs that a worker starts, for example for entries of the queue: all workers carry them out. */
export function createFleetCrawls({ workspace, work, onEnd, onRunning }: FleetCrawlsOptions): Crawls {
  const crawls = createLocalCrawls(() => workspace, work);
  const ends = new Map<string, Promise<void>>();

  async function follow(run: string): Promise<void> {
    try {
      const outcome = await crawls.outcomeOf(run);
      if (outcome === null) return;
      const { state, reason, cause, exitCode } = outcome;
      onEnd({ kind: 'ended', run, state, reason, cause, failed: exitCode === 1 });
    } catch (error) {
      onEnd({ kind: 'failed', run, error: toHostError(error) });
    } finally {
      ends.delete(run);
      onRunning();
    }
  }

  async function begun<S extends { run: string }>(start: Promise<S>): Promise<S> {
    const started = await start;
    ends.set(started.run, follow(started.run));
    onRunning();
    return started;
  }

  return {
    start: (request, observer, entry) => begun(crawls.start(request, observer, entry)),
    resume: (run, observer, entry, workers) => begun(crawls.resume(run, observer, entry, workers)),
    reextract: (run, observer) => begun(crawls.reextract(run, observer)),
    outcomeOf: () => null,
    whenOver: async (run) => ends.get(run),
    get running() {
      return crawls.running;
    },
    close: () => crawls.close(),
    pauseNow: () => crawls.pauseNow(),
  };
}
