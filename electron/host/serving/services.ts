import { createLivePages } from '../work/live/live-pages.ts';
import { createNewerVersions } from '../work/newer-version.ts';
import { createProofs } from '../work/proof/proofs.ts';
import { createRepairs } from '../work/repair/repairs.ts';
import { createScraper } from '../work/scrape/scraper.ts';
import { createStorageMeasures } from '../work/storage/storage-measures.ts';
import type { HostServices } from './host-handlers.ts';
import { createSampleKeeper } from './sample-keeper.ts';
import { createUploads } from './uploads.ts';
import { createWindowResources } from './window-resources.ts';

/** Services that windows and commands open each in their own way. */
export type OwnServices = Pick<
  HostServices,
  | 'dataDir'
  | 'database'
  | 'tester'
  | 'capture'
  | 'crawls'
  | 'exports'
  | 'comparisons'
  | 'proxySource'
  | 'proxyChannel'
  | 'storedBackups'
  | 'sendNotice'
  | 'onProgress'
  | 'onLive'
  | 'apiServer'
>;

/** All services, and what closes them but for the database. */
export interface OpenServices {
  readonly services: HostServices;
  readonly close: () => Promise<void>;
}

/** Opens the services that are the same for windows and commands, beside those that are given. */
export function openServices(own: OwnServices): OpenServices {
  const { dataDir, database, tester, capture, crawls, exports, comparisons } = own;
  const repairs = createRepairs(dataDir);
  const proofs = createProofs({ dataDir });
  const storage = createStorageMeasures({ dataDir });
  const sample = createSampleKeeper({ database, crawls, tester });
  const scraper = createScraper({ dataDir, proxyChannel: own.proxyChannel, database });
  const versions = createNewerVersions({ dataDir });
  const livePages = createLivePages({ dataDir, proxyChannel: own.proxyChannel, onState: own.onLive });
  const services = {
    ...own,
    repairs,
    proofs,
    storage,
    scraper,
    sample,
    versions,
    uploads: createUploads(),
    livePages,
    resources: createWindowResources({
      exports,
      livePages,
      filePart: (sha256, index) => database.ask('slow', 'filePart', { sha256, index }),
    }),
  };
  return {
    services,
    async close() {
      versions.close();
      const open = [
        livePages,
        scraper,
        own.storedBackups,
        crawls,
        tester,
        repairs,
        proofs,
        storage,
        capture,
        exports,
        comparisons,
        sample,
      ];
      await Promise.all(open.map((service) => service.close()));
    },
  };
}
