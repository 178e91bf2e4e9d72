import type { TopicEvent, WorkCallName } from '../../../shared/contract/index.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
import { deliveryView } from '../data/webhooks.ts';
import { browserAdvice, browserStatus, installBrowser, type DownloadProgress } from '../work/browser.ts';
import type { Crawls } from '../work/crawl/crawls.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { Exports } from '../work/export/exports.ts';
import { createExportHandlers } from './export-handlers.ts';
import { examine } from '../work/doctor/examine.ts';
import { folderWarning } from '../workspace/folder-warning.ts';
import { logFault, logFile } from '../log.ts';
import type { NewerVersions } from '../work/newer-version.ts';
import { testProxies } from '../work/proxies.ts';
import { listSecrets, removeSecret, setSecret } from '../work/secrets.ts';
import { createDocumentHandlers } from '../work/documents.ts';
import { createEvidenceHandlers } from './evidence-handlers.ts';
import { createFileHandlers } from './file-handlers.ts';
import { createBackupHandlers } from './backup-handlers.ts';
import { createStoredBackupHandlers } from './stored-backup-handlers.ts';
import type { StoredBackups } from '../work/backup/storage/stored-backups.ts';
import { createComparisonHandlers } from './comparison-handlers.ts';
import type { Comparisons } from '../work/compare/comparisons.ts';
import { createHealthHandlers } from './health-handlers.ts';
import { createProofHandlers } from './proof-handlers.ts';
import { repairByItself } from './repair-by-itself.ts';
import { createLiveHandlers } from './live-handlers.ts';
import type { LivePages } from '../work/live/live-pages.ts';
import { createLibraryHandlers } from './library-handlers.ts';
import { createLibraryUpdateHandlers } from './library-update-handlers.ts';
import { openedLibrary } from './opened-library.ts';
import { createPackHandlers } from './pack-handlers.ts';
import { createPackWork } from './pack-work.ts';
import { createPageHandlers } from './page-handlers.ts';
import { createPlaceHandlers } from './place-handlers.ts';
import { createProposalHandlers } from './proposal-handlers.ts';
import { createNoticeHandlers } from './notice-handlers.ts';
import type { SendNotice } from '../work/notices/sender.ts';
import { createQueueHandlers } from './queue-handlers.ts';
import { createRetentionHandlers } from './retention-handlers.ts';
import { createRunHandlers } from './run-handlers.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createStorageHandlers } from './storage-handlers.ts';
import { createTestHandlers } from './test-handlers.ts';
import type { AppInfo } from '../../../shared/contract/types.ts';
import type { WindowResources } from './window-resources.ts';
import { mayAskVersions } from '../../../shared/contract/version-choices.ts';
import type { SampleKeeper } from './sample-keeper.ts';
import type { Proofs } from '../work/proof/proofs.ts';
import type { Repairs } from '../work/repair/repairs.ts';
import { WebhookJob } from '../work/webhooks/webhook-job.ts';
import type { ApiServer } from '../work/api-server/api-server.ts';
import type { Scraper } from '../work/scrape/scraper.ts';
import type { StorageMeasures } from '../work/storage/storage-measures.ts';
import type { Tester } from '../work/tester/tester.ts';
import type { Uploads } from './uploads.ts';
import { version } from '../version.ts';
import type { Handler } from '../data/call-context.ts';
import { webUrl } from '../data/pages.ts';

/** Services behind the calls that need more than the database. */
export interface HostServices {
  dataDir: string;
  database: DatabaseWorkers;
  tester: Tester;
  repairs: Repairs;
  proofs: Proofs;
  storage: StorageMeasures;
  scraper: Scraper;
  capture: PageCapture;
  crawls: Crawls;
  exports: Exports;
  comparisons: Comparisons;
  uploads: Uploads;
  resources: WindowResources;
  livePages: LivePages;
  sample: SampleKeeper;
  versions: NewerVersions;
  sendNotice: SendNotice;
  apiServer: ApiServer;
  proxySource: AppInfo['proxySource'];
  /** Channel that answers for the proxies of the system; null: the environment. */
  proxyChannel: string | null;
  storedBackups: StoredBackups;
  /** Called with the progress of long calls. */
  onProgress: (event: TopicEvent<'progress'>) => void;
  /** Called with each change of a live page. */
  onLive: (event: TopicEvent<'live'>) => void;
}

type WorkHandlers = { readonly [N in WorkCallName]: Handler<N> };

/** Creates the handlers of the calls that need more than the database. */
export function createHostHandlers(services: HostServices): WorkHandlers {
  const {
    dataDir,
    database,
    tester,
    repairs,
    capture,
    crawls,
    exports,
    uploads,
    scraper,
    apiServer,
    resources,
    sample,
    versions,
    proxySource,
    onProgress,
  } = services;

  const packs = createPackWork(services);
  const library = openedLibrary(services);

  const runs = createRunHandlers({ database, crawls, sample });

  return {
    'app.info': async () => {
      const { databaseBytes, storedPages } = await database.ask('quick', 'sizes', null);
      const { node, v8, electron, chrome } = process.versions;
      const runsOn = {
        node,
        v8,
        ...(electron === undefined ? {} : { electron }),
        ...(chrome === undefined ? {} : { chrome }),
      };
      return {
        name: 'Spider Studio',
        version,
        platform: process.platform,
        dataFolder: dataDir,
        logFile: logFile(dataDir),
        databaseBytes,
        storedPages,
        versions: runsOn,
        proxySource,
      };
    },
    'app.status': async () => ({
      ...(await database.ask('quick', 'appStatus', null)),
      sampleSite: sample.url(),
      folderWarning: folderWarning(dataDir),
    }),
    'app.newerVersion': async (args, { window }) => {
      if (!versions.hasFeed) return { hasFeed: false, newer: null };
      const { choices } = await database.call('app.preferences', args, { window });
      return { hasFeed: true, newer: mayAskVersions(choices) ? await versions.newer() : null };
    },
    'app.reportFault': ({ text }, { client }) => {
      logFault(dataDir, `A client (${client})`, text);
      return {};
    },
    'webhooks.test': async ({ webhook }) => deliveryView(await new WebhookJob(database).test(webhook)),
    'api.state': () => apiServer.state(),
    'api.start': (setting) => apiServer.start(setting),
    'api.stop': () => apiServer.stop(),
    'scrape.page': (asked, { signal }) => scraper.page(asked, signal),
    'app.browser': () => browserStatus(dataDir),
    'app.installBrowser': async ({ operation, force = false }, { signal, onDownload }) => {
      const onProgress = (progress: DownloadProgress): void => {
        onDownload?.(progress);
        report(operation, 'downloading', progress.percent);
      };
      const status = await installBrowser(dataDir, { force, onProgress, signal });
      const { name, version: found } = status;
      if (found !== null) return { ...status, name: name ?? 'A browser', version: found };
      throw new HostError('no-browser', status.problem ?? 'The browser does not start.', browserAdvice());
    },
    'app.doctor': async ({ url }, { window }) => {
      const workspace = {
        sizes: () => database.ask('quick', 'sizes', null),
        schedules: () => database.call('schedules.list', {}, { window }),
        queue: () => database.call('queue.status', {}, { window }),
      };
      const site = url === undefined ? null : new URL(webUrl(url));
      const findings = await examine({ dataDir, workspace, site });
      return { healthy: findings.every(({ state }) => state !== 'broken'), findings };
    },
    'app.startSample': ({ project, spider }, { window }) =>
      sample.start({ project: project ?? 'default', spider: spider ?? 'sample-shop', window }),

    ...createPageHandlers({ database, capture, sample, tester, uploads, resources, report }),

    'tester.callback': (args, { signal }) => tester.test('callback', args, signal),
    'tester.selector': (args, { signal }) => tester.test('selector', args, signal),
    'tester.outline': (args, { signal }) => tester.test('outline', args, signal),
    'tester.article': (args, { signal }) => tester.test('article', args, signal),
    'tester.links': (args, { signal }) => tester.test('links', args, signal),
    'tester.pages': (args, { signal }) => tester.test('pages', args, signal),
    'tester.empty': (args, { signal }) => tester.test('empty', args, signal),
    'tester.emptyInRun': (args, { signal }) => tester.test('emptyInRun', args, signal),
    'tester.given': (args, { signal }) => tester.test('given', args, signal),
    'tester.tree': (args, { signal }) => tester.test('tree', args, signal),
    'tester.suggest': (args, { signal }) => tester.test('suggest', args, signal),
    'tester.relocate': (args, { signal }) => tester.test('relocate', args, signal),
    'tester.complete': (args, { signal }) => tester.test('complete', args, signal),
    'tester.columns': (args, { signal }) => tester.test('columns', args, signal),
    'tester.find': (args, { signal }) => tester.test('find', args, signal),
    'tester.analyze': (args, { signal }) => tester.test('analyze', args, signal),

    'repair.propose': (args, { signal }) => repairs.propose(args, signal),
    'repair.byItself': ({ run }, { signal }) => repairByItself(services, run, signal),

    ...runs,
    ...createExportHandlers({ database, exports, dataDir }),

    ...createFileHandlers({ database, capture, tester, sample, resources, report }),
    ...createEvidenceHandlers({ tester, dataDir }),
    ...createDocumentHandlers({
      dataDir,
      projectSettings: (project) => database.ask('quick', 'projectSettings', { project }),
    }),
    ...createBackupHandlers(dataDir),
    ...createStoredBackupHandlers(services, report),
    ...createPlaceHandlers(services),
    ...createStorageHandlers(services, report),
    ...createRetentionHandlers(database, report),
    ...createPackHandlers({ packs, uploads }),
    ...createLibraryHandlers({ packs, library }),
    ...createLibraryUpdateHandlers({ database, packs, library }),
    ...createComparisonHandlers({ database, comparisons: services.comparisons }, report),
    ...createHealthHandlers({ database, tester, startRun: runs['runs.start'] }, report),
    ...createProofHandlers({ database, proofs: services.proofs }, report),
    ...createNoticeHandlers(services),
    ...createQueueHandlers({ database }),
    ...createTestHandlers({ database, tester, capture, sample, report }),
    ...createProposalHandlers({ database, tester, capture, uploads, sample, report }),

    ...createLiveHandlers(services),
    ...createSessionHandlers({ dataDir, database, capture }),
    'secrets.list': () => listSecrets(),
    'secrets.remove': ({ name }) => removeSecret(name),
    'secrets.set': ({ name, value }) => setSecret(name, value),
    'proxies.test': async ({ project, url, target, allowPrivate }, { signal }) =>
      testProxies({ dataDir }, { project, url: url ?? null, target: webUrl(target), allowPrivate, signal }),
  };

  /** Publishes the progress of an operation. */
  function report(
    operation: string | undefined,
    stage: TopicEvent<'progress'>['stage'],
    percent: number | null = null,
  ): void {
    if (operation !== undefined) onProgress({ operation, stage, percent });
  }
}
