import { firstUrls } from '../../../shared/spider/generated-urls.ts';
import type { TopicEvent, WorkCallName } from '../../../shared/contract/index.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
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
import { typeOfFile } from '../work/read-page.ts';
import { listSecrets, removeSecret, setSecret } from '../work/secrets.ts';
import { createDocumentHandlers } from '../work/documents.ts';
import { createEvidenceHandlers } from './evidence-handlers.ts';
import { createFileHandlers, picturesOf, stylesOf } from './file-handlers.ts';
import { createBackupHandlers } from './backup-handlers.ts';
import { createStoredBackupHandlers } from './stored-backup-handlers.ts';
import type { StoredBackups } from '../work/backup/storage/stored-backups.ts';
import { createComparisonHandlers } from './comparison-handlers.ts';
import type { Comparisons } from '../work/compare/comparisons.ts';
import { createHealthHandlers } from './health-handlers.ts';
import { createProofHandlers } from './proof-handlers.ts';
import { repairByItself } from './repair-by-itself.ts';
import { createLibraryHandlers } from './library-handlers.ts';
import { createLibraryUpdateHandlers } from './library-update-handlers.ts';
import { openedLibrary } from './opened-library.ts';
import { createPackHandlers } from './pack-handlers.ts';
import { createPackWork } from './pack-work.ts';
import { createPlaceHandlers } from './place-handlers.ts';
import { createProposalHandlers } from './proposal-handlers.ts';
import { createNoticeHandlers } from './notice-handlers.ts';
import type { SendNotice } from '../work/notices/sender.ts';
import { createQueueHandlers } from './queue-handlers.ts';
import { createRetentionHandlers } from './retention-handlers.ts';
import { createStorageHandlers } from './storage-handlers.ts';
import { createTestHandlers } from './test-handlers.ts';
import type { RunOutcome as OwnOutcome } from '../work/crawl/run-session.ts';
import type { AppInfo, RunOutcome } from '../../../shared/contract/types.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { WindowResources } from './window-resources.ts';
import { mayAskVersions } from '../../../shared/contract/version-choices.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { SampleKeeper } from './sample-keeper.ts';
import type { Proofs } from '../work/proof/proofs.ts';
import type { Repairs } from '../work/repair/repairs.ts';
import type { StorageMeasures } from '../work/storage/storage-measures.ts';
import type { Tester } from '../work/tester/tester.ts';
import type { Uploads } from './uploads.ts';
import { version } from '../version.ts';
import type { Handler } from '../data/call-context.ts';
import { webUrl } from '../data/pages.ts';
import { savedPage } from '../data/rows.ts';

/** Services behind the calls that need more than the database. */
export interface HostServices {
  dataDir: string;
  database: DatabaseWorkers;
  tester: Tester;
  repairs: Repairs;
  proofs: Proofs;
  storage: StorageMeasures;
  capture: PageCapture;
  crawls: Crawls;
  exports: Exports;
  comparisons: Comparisons;
  uploads: Uploads;
  resources: WindowResources;
  sample: SampleKeeper;
  versions: NewerVersions;
  sendNotice: SendNotice;
  proxySource: AppInfo['proxySource'];
  /** Channel that answers for the proxies of the system; null: the environment. */
  proxyChannel: string | null;
  storedBackups: StoredBackups;
  /** Called with the progress of long calls. */
  onProgress: (event: TopicEvent<'progress'>) => void;
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
    resources,
    sample,
    versions,
    proxySource,
    onProgress,
  } = services;

  const packs = createPackWork(services);
  const library = openedLibrary(services);

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
    { project, spider, limit, overrides, args, allowPrivate, version: wanted },
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
    };
    const asked = { ...request, allowPrivate: isSample || allowPrivate === true };
    return begun(crawls.start(asked, observer), window);
  };

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

    'pages.addUrl': async ({ project, spider, url, allowPrivate, browser, text, operation }, { signal }) => {
      await sample.serveAt(url, spider);
      const settings = await database.ask('quick', 'pageSettings', { project, spider, text: text ?? null });
      const request = { project, settings, url: webUrl(url), allowPrivate, browser: browser ?? null };
      const { content, notes } = await capture.get(request, {
        signal,
        onStage: (stage) => report(operation, stage),
      });
      const page = { ...content, run: null };
      return { page: savedPage(await database.ask('write', 'addPage', { project, spider, page })), notes };
    },
    'pages.fetchAgain': async ({ page: id, allowPrivate, browser, operation }, { signal }) => {
      const { url, project, spider, source } = await database.ask('quick', 'requirePage', { page: id });
      if (url === null) {
        throw new HostError(
          'bad-url',
          'It is not known where this page comes from.',
          'Give it its address, then fetch it again.',
        );
      }
      const settings = await database.ask('quick', 'pageSettings', { project, spider, text: null });
      await sample.serveAt(url, spider);
      const asBefore = browser ?? source === 'rendered';
      const request = { project, settings, url: webUrl(url), allowPrivate, browser: asBefore };
      const { content, notes } = await capture.get(request, {
        signal,
        onStage: (stage) => report(operation, stage),
      });
      return { page: savedPage(await database.ask('write', 'renewPage', { page: id, content })), notes };
    },
    'pages.addFile': async ({ project, spider, upload, url }) => {
      const address = url === undefined || url === null || url === '' ? null : webUrl(url);
      await database.ask('quick', 'requireSpider', { project, spider });
      const { name, body } = uploads.take(upload);
      const { page, title } = await tester.pack({ body, contentType: typeOfFile(name, body), url: address });
      const shown = title === 'Page' ? name.slice(0, 300) : title;
      const added = { title: shown, url: address, source: 'file' as const, run: null, page };
      return savedPage(await database.ask('write', 'addPage', { project, spider, page: added }));
    },
    'pages.preview': async ({ page }, { signal }) => preview(await tester.render({ page }, signal)),
    'pages.previewRequest': async ({ request }, { signal }) =>
      preview(await tester.render({ request }, signal)),
    'pages.treeOfRequest': (args, { signal }) => tester.treeOfRequest(args, signal),

    'uploads.begin': ({ name, bytes }, { window }) => ({ upload: uploads.begin(window, name, bytes) }),
    'uploads.append': ({ upload, offset, data }) => ({
      received: uploads.append(upload, offset, Buffer.from(data, 'base64')),
    }),

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

    'runs.start': startRun,
    'runs.resume': async ({ run }, { window, observer }) => {
      const { project, spider } = await database.call('runs.get', { run }, { window });
      await serveSampleFor(project, spider, window);
      return begun(crawls.resume(run, observer), window);
    },
    'runs.reextract': ({ run }, { window, observer }) => begun(crawls.reextract(run, observer), window),

    ...createExportHandlers({ database, exports, dataDir }),

    'runs.wait': async ({ run }, { signal }) => {
      const own = crawls.outcomeOf(run);
      return own === null ? settledElsewhere(run, signal) : own.then(carriedOut);
    },

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
    ...createHealthHandlers({ database, tester, startRun }, report),
    ...createProofHandlers({ database, proofs: services.proofs }, report),
    ...createNoticeHandlers(services),
    ...createQueueHandlers({ database }),
    ...createTestHandlers({ database, tester, capture, sample, report }),
    ...createProposalHandlers({ database, tester, capture, uploads, sample, report }),

    'secrets.list': () => listSecrets(),
    'secrets.remove': ({ name }) => removeSecret(name),
    'secrets.set': ({ name, value }) => setSecret(name, value),
    'proxies.test': async ({ project, url, target, allowPrivate }, { signal }) =>
      testProxies({ dataDir }, { project, url: url ?? null, target: webUrl(target), allowPrivate, signal }),
  };

  /** Polls a run of another thread or process until it has ended. */
  async function settledElsewhere(run: string, signal: AbortSignal): Promise<RunOutcome> {
    for (;;) {
      const { underWay, outcome } = await database.ask('quick', 'outcome', { run });
      if (!underWay) return outcome;
      await delay(pollEvery, undefined, { signal }).catch(() => {
        throw new HostError('cancelled', 'It was cancelled.');
      });
    }
  }

  function preview(page: Awaited<ReturnType<Tester['render']>>) {
    const { elements, shown, notes, needsBrowser } = page;
    const styles = stylesOf(page.sheets, page.kept);
    const pictures = picturesOf(page);
    return { path: resources.keepPreview(page), elements, shown, notes, needsBrowser, styles, pictures };
  }

  /** Publishes the progress of an operation. */
  function report(
    operation: string | undefined,
    stage: TopicEvent<'progress'>['stage'],
    percent: number | null = null,
  ): void {
    if (operation !== undefined) onProgress({ operation, stage, percent });
  }
}

/** Poll interval of `runs.wait`, in milliseconds. */
const pollEvery = 100;

function carriedOut({
  run,
  state,
  reason,
  cause,
  counters,
  exitCode,
  tiers,
  receipt,
}: OwnOutcome): RunOutcome {
  return {
    run,
    state,
    reason,
    cause,
    counters,
    failed: exitCode === 1,
    tiers: tiers ?? null,
    receipt: receipt ?? null,
  };
}
