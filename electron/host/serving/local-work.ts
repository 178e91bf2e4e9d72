import type { Publish } from '../data/call-context.ts';
import type { LocalDatabase } from '../database/local-database.ts';
import { createLocalCrawls } from '../work/crawl/local-crawls.ts';
import { createLocalExports } from '../work/export/local-exports.ts';
import { createLocalComparisons } from '../work/compare/local-comparisons.ts';
import { createNewerVersions } from '../work/newer-version.ts';
import { createPageCapture } from '../work/capture/page-capture.ts';
import { createProofs } from '../work/proof/proofs.ts';
import { createRepairs } from '../work/repair/repairs.ts';
import { createTester } from '../work/tester/tester.ts';
import { createHostHandlers } from './host-handlers.ts';
import { createSampleKeeper } from './sample-keeper.ts';
import { createUploads } from './uploads.ts';
import { createWindowResources } from './window-resources.ts';

/** Handlers of the calls that need more than the database, on the calling thread. */
export interface LocalWork {
  readonly handlers: ReturnType<typeof createHostHandlers>;
  close(): Promise<void>;
}

/** Creates them: crawls, exports and short comparisons run on the calling thread, the tester and page capture in threads that start on demand. */
export function openLocalWork(dataDir: string, database: LocalDatabase, publish: Publish): LocalWork {
  const tester = createTester({ dataDir, warm: false });
  const repairs = createRepairs(dataDir);
  const proofs = createProofs({ dataDir });
  const capture = createPageCapture({ dataDir, proxyChannel: null });
  const crawls = createLocalCrawls(() => database.workspace());
  const exports = createLocalExports(() => database.reading());
  const comparisons = createLocalComparisons(dataDir, () => database.reading());
  const sample = createSampleKeeper({ database, crawls, tester });
  const versions = createNewerVersions({ dataDir });
  const handlers = createHostHandlers({
    dataDir,
    database,
    tester,
    repairs,
    proofs,
    capture,
    crawls,
    exports,
    comparisons,
    uploads: createUploads(),
    resources: createWindowResources(exports),
    sample,
    versions,
    proxySource: 'variables',
    onProgress: (event) => publish('progress', event),
  });
  return {
    handlers,
    async close() {
      versions.close();
      await Promise.all([
        crawls.close(),
        tester.close(),
        repairs.close(),
        proofs.close(),
        capture.close(),
        exports.close(),
        comparisons.close(),
        sample.close(),
      ]);
    },
  };
}
