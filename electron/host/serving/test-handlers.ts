import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import { webUrl } from '../data/pages.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
import type { Tester } from '../work/tester/tester.ts';
import type { SampleKeeper } from './sample-keeper.ts';

/** Services that the tests of spiders need. */
interface TestServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  capture: Pick<PageCapture, 'get'>;
  sample: Pick<SampleKeeper, 'serveAt'>;
  tester: Pick<Tester, 'runTests' | 'drift' | 'valuesToLock'>;
  /** Publishes the progress of an operation. */
  report: (
    operation: string | undefined,
    stage: TopicEvent<'progress'>['stage'],
    percent: number | null,
  ) => void;
}

/** Failures of one page; the others are fetched all the same. */
const ofOnePage: ReadonlySet<string> = new Set(['fetch-failed', 'not-html', 'bad-url']);

/** Creates the handlers of the calls about tests that need more than the database. */
export function createTestHandlers({ database, tester, ...services }: TestServices): {
  readonly [N in 'tests.run' | 'tests.drift' | 'tests.lock' | 'tests.fetchAgain']: Handler<N>;
} {
  return {
    'tests.run': (args, { signal }) => tester.runTests(args, signal),
    'tests.drift': (args, { signal }) => tester.drift(args, signal),
    'tests.lock': async (args, { signal }) => {
      const values = await tester.valuesToLock(args, signal);
      const { project, spider } = args;
      await database.ask('write', 'lockValues', { project, spider, values });
      return { locked: values.length };
    },
    'tests.fetchAgain': fetchAgainHandler({ database, ...services }),
  };
}

function fetchAgainHandler({
  database,
  capture,
  sample,
  report,
}: Omit<TestServices, 'tester'>): Handler<'tests.fetchAgain'> {
  return async ({ project, spider, page: only, allowPrivate, operation }, { signal }) => {
    const saved = await database.ask('quick', 'savedPages', { project, spider });
    const wanted = saved.filter(({ id, url }) => (only === undefined ? url !== null : id === only));
    if (only !== undefined && wanted.length === 0) {
      throw new HostError(
        'unknown-page',
        'This page is not saved any more.',
        'It may have been deleted; look again.',
      );
    }
    const settings = await database.ask('quick', 'pageSettings', { owner: { project, spider }, text: null });
    const failed: { page: string; message: string; reason: string | null }[] = [];
    for (const [index, { id, url, source, request, acted }] of wanted.entries()) {
      try {
        const address = webUrl(acted?.list?.url ?? request?.url ?? url ?? '');
        const sent = request === undefined ? {} : { message: request.message };
        await sample.serveAt(address, spider);
        // Any other page is rendered where the settings say so.
        const browser = source === 'rendered' ? true : null;
        const { content } = await capture.get(
          { project, settings, url: address, ...sent, allowPrivate, browser },
          { signal, onStage: (stage) => report(operation, stage, (100 * index) / wanted.length) },
        );
        await database.ask('write', 'addCopy', { page: id, content });
      } catch (error) {
        if (!(error instanceof HostError) || !ofOnePage.has(error.code)) throw error;
        const { reason } = error.details;
        failed.push({ page: id, message: error.message, reason: typeof reason === 'string' ? reason : null });
      }
    }
    return { fetched: wanted.length - failed.length, failed };
  };
}
