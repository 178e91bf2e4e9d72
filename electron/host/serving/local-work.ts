import type { Publish } from '../data/call-context.ts';
import type { LocalDatabase } from '../database/local-database.ts';
import { createLocalCrawls } from '../work/crawl/local-crawls.ts';
import { createLocalExports } from '../work/export/local-exports.ts';
import { createLocalComparisons } from '../work/compare/local-comparisons.ts';
import { createPageCapture } from '../work/capture/page-capture.ts';
import { createLocalStoredBackups } from '../work/backup/storage/stored-backups.ts';
import { createTester } from '../work/tester/tester.ts';
import { createApiServer } from '../work/api-server/api-server.ts';
import { createSender } from '../work/notices/sender.ts';
import { runProgram } from '../../system/program.ts';
import { createHostHandlers } from './host-handlers.ts';
import { openServices } from './services.ts';

/** Handlers of the calls that need more than the database, on the calling thread. */
export interface LocalWork {
  readonly handlers: ReturnType<typeof createHostHandlers>;
  close(): Promise<void>;
}

/** Creates them: crawls, exports and short comparisons run on the calling thread, the tester and page capture in threads that start on demand. */
export function openLocalWork(dataDir: string, database: LocalDatabase, publish: Publish): LocalWork {
  const { services, close } = openServices({
    dataDir,
    database,
    tester: createTester({ dataDir, warm: false }),
    capture: createPageCapture({ dataDir, proxyChannel: null }),
    crawls: createLocalCrawls(() => database.workspace()),
    exports: createLocalExports(() => database.reading()),
    comparisons: createLocalComparisons(dataDir, () => database.reading()),
    proxySource: 'variables',
    proxyChannel: null,
    storedBackups: createLocalStoredBackups({ dataDir, proxyChannel: null }),
    sendNotice: createSender({
      run: runProgram,
      platform: process.platform,
      showHere: () => false,
    }),
    apiServer: createApiServer({ dataDir, open: null, onState: () => undefined }),
    onProgress: (event) => publish('progress', event),
    onLive: (event) => publish('live', event),
  });
  return { handlers: createHostHandlers(services), close };
}
