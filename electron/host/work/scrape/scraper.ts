import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import { HostError } from '../../errors.ts';
import { HostPool } from '../../threads/host-pool.ts';
import { createPace } from './pace.ts';
import type { ScrapeJob, ScrapeWorkerData } from './messages.ts';

/** Takes single pages, as crawls of spiders would. */
export interface Scraper {
  /** @throws HostError as the contract says */
  page(args: CallArgs<'scrape.page'>, signal: AbortSignal): Promise<CallValue<'scrape.page'>>;
  close(): Promise<void>;
}

/** The most time for a page unless another is given, in milliseconds. */
const usualTimeoutMs = 30_000;
/** Time to close browsers after the end, in milliseconds. */
const graceMs = 10_000;

/** How many pages are taken at the same time; others wait within their time. */
const maxThreads = 8;

/** Takes pages in threads, which keep the connections of each spider for a while. */
export function createScraper({
  dataDir,
  proxyChannel,
  database,
}: ScrapeWorkerData & { database: AskedDatabase }): Scraper {
  const data: ScrapeWorkerData = { dataDir, proxyChannel };
  const threads = new HostPool({
    entry: new URL('./scrape-worker.ts', import.meta.url),
    data,
    threads: maxThreads,
    keepIdle: true,
    timeLimitMs: null,
    graceMs,
  });
  const pace = createPace();
  return {
    async page({ project, spider: name, version, ...asked }, signal) {
      const { url, callback = null, args = {}, allowPrivate = false, timeoutMs = usualTimeoutMs } = asked;
      const overdue = AbortSignal.timeout(timeoutMs);
      const { delayMs, ...stored } = await database.ask('quick', 'scrapeSpider', {
        project,
        spider: name,
        version: version ?? null,
        callback,
      });
      const job: ScrapeJob = { project, name, ...stored, args, allowPrivate, url, callback };
      const ending = AbortSignal.any([signal, overdue]);
      await pace.turn(URL.parse(url)?.origin ?? '', delayMs, ending);
      try {
        return await threads.run('page', job, { signal: ending });
      } catch (error) {
        if (!overdue.aborted || signal.aborted) throw error;
        throw new HostError(
          'timed-out',
          `${url} took longer than ${timeoutMs / 1000} s.`,
          'Allow more time, or try again later.',
        );
      }
    },
    close: () => threads.close({ wait: false }),
  };
}
