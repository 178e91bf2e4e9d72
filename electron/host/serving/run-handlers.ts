import { setTimeout as delay } from 'node:timers/promises';
import type { RunOutcome } from '../../../shared/contract/types.ts';
import { firstUrls } from '../../../shared/spider/generated-urls.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { Handler } from '../data/call-context.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { Crawls } from '../work/crawl/crawls.ts';
import type { RunOutcome as OwnOutcome } from '../work/crawl/run-session.ts';
import type { SampleKeeper } from './sample-keeper.ts';

/** Services that runs need. */
interface RunServices {
  database: Pick<DatabaseWorkers, 'ask' | 'call'>;
  crawls: Pick<Crawls, 'start' | 'resume' | 'reextract' | 'outcomeOf'>;
  sample: Pick<SampleKeeper, 'serveFor'>;
}

/** Creates the handlers of the calls that carry runs out and wait for them. */
export function createRunHandlers({ database, crawls, sample }: RunServices): {
  readonly [N in 'runs.start' | 'runs.resume' | 'runs.reextract' | 'runs.wait']: Handler<N>;
} {
  /** Adds the summary of a started run. */
  async function begun(beginning: ReturnType<Crawls['start']>, window: string | null) {
    const { run, problems } = await beginning;
    return { run: await database.call('runs.get', { run }, { window }), problems };
  }

  /** Serves the sample site if the spider is written for it. @returns whether it is */
  async function serveSampleFor(project: string, spider: string, window: string | null): Promise<boolean> {
    const { text } = await database.call('spiders.get', { project, spider }, { window });
    // Validating a large spider is slow, and few spiders are for this computer.
    if (!text.includes('127.0.0.1')) return false;
    const { spider: document } = validateSpider(text);
    return document !== null && sample.serveFor({ ...document, start_urls: firstUrls(document) });
  }

  /** Starts a run, and serves the sample site for it where it needs that. */
  const startRun: Handler<'runs.start'> = async (
    { project, spider, limit, overrides, args, allowPrivate, version: wanted, workers },
    { window, observer },
  ) => {
    const isSample = await serveSampleFor(project, spider, window);
    const request = {
      project,
      spider,
      limit,
      overrides: overrides ?? {},
      args: args ?? {},
      ...(wanted === undefined ? {} : { version: wanted }),
      ...(workers === undefined ? {} : { workers }),
    };
    const asked = { ...request, allowPrivate: isSample || allowPrivate === true };
    return begun(crawls.start(asked, observer), window);
  };

  const lookAt = (run: string) => database.ask('quick', 'outcome', { run });

  /** Polls a run of another thread or process until it has ended. */
  async function settledElsewhere(run: string, signal: AbortSignal): Promise<RunOutcome> {
    for (;;) {
      const { underWay, outcome } = await lookAt(run);
      if (!underWay) return outcome;
      await delay(pollEvery, undefined, { signal }).catch(() => {
        throw new HostError('cancelled', 'It was cancelled.');
      });
    }
  }

  return {
    'runs.start': startRun,
    'runs.resume': async ({ run, workers }, { window, observer }) => {
      const { project, spider } = await database.call('runs.get', { run }, { window });
      await serveSampleFor(project, spider, window);
      return begun(crawls.resume(run, observer, undefined, workers), window);
    },
    'runs.reextract': ({ run }, { window, observer }) => begun(crawls.reextract(run, observer), window),
    'runs.wait': async ({ run }, { signal }) => {
      const own = crawls.outcomeOf(run);
      if (own === null) return settledElsewhere(run, signal);
      const ended = await own;
      const isExpired = ended.cause === 'login-expired';
      return carriedOut(ended, isExpired ? (await lookAt(run)).outcome.expiredLogin : null);
    },
  };
}

/** Poll interval of `runs.wait`, in milliseconds. */
const pollEvery = 100;

function carriedOut(
  { run, state, reason, cause, counters, exitCode, tiers, receipt }: OwnOutcome,
  expiredLogin: RunOutcome['expiredLogin'],
): RunOutcome {
  return {
    run,
    state,
    reason,
    cause,
    counters,
    failed: exitCode === 1,
    tiers: tiers ?? null,
    receipt: receipt ?? null,
    expiredLogin,
  };
}
