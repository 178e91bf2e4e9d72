import type { ApiSetting, Preferences } from '../../../shared/contract/types.ts';
import { isDataCall, type CallName } from '../../../shared/contract/index.ts';
import type { CallContext, Published } from '../data/call-context.ts';
import { createHostHandlers } from './host-handlers.ts';
import type { Notice } from '../../notices/notice.ts';
import { runProgram } from '../../system/program.ts';
import { RecipeJob } from '../work/export/recipe-job.ts';
import { NoticeJob } from '../work/notices/notice-job.ts';
import { desktopNotice, type DesktopNotice } from '../work/notices/desktop-notice.ts';
import { backupNotice, exportNotice } from '../work/notices/texts.ts';
import { createSender } from '../work/notices/sender.ts';
import { BackupJob } from '../work/backup/storage/backup-job.ts';
import { WebhookJob } from '../work/webhooks/webhook-job.ts';
import { RetentionJob } from '../work/retention/retention-job.ts';
import { TrashJob } from '../work/trash/trash-job.ts';
import { createScheduler } from '../work/schedules/scheduler.ts';
import { createPageCapture } from '../work/capture/page-capture.ts';
import { createFleetCrawls, type FleetCrawlsOptions } from '../work/fleet/fleet-crawls.ts';
import { createCrawls, type CrawlEnd } from '../work/crawl/crawls.ts';
import { openDatabaseWorkers } from '../database/database-workers.ts';
import { createOperations, type OperationsChoice } from '../work/operations.ts';
import { HostError } from '../errors.ts';
import { createCallers, type Callers } from './callers.ts';
import { createDatasetKeeper } from './dataset-keeper.ts';
import { createDispatcher, type Dispatch } from './dispatcher.ts';
import { createExports } from '../work/export/exports.ts';
import { createComparisons } from '../work/compare/comparisons.ts';
import { readTheme } from '../data/preferences.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { logCrashes, logFault, logNote } from '../log.ts';
import type { Subscribe } from './session.ts';
import { answerForProxies, type ResolveProxy } from '../work/system-proxy.ts';
import { repairedWords } from '../../../shared/contract/repair-words.ts';
import { repairByItself } from './repair-by-itself.ts';
import { createStoredBackups } from '../work/backup/storage/stored-backups.ts';
import { createApiServer, type OpenedApi } from '../work/api-server/api-server.ts';
import { announceApi, type Announcement } from '../work/api-server/api-files.ts';
import { createTester } from '../work/tester/tester.ts';
import { Hub } from './topics/hub.ts';
import { createSubscribe } from './topics/subscribe.ts';
import { createChangeFollower } from './topics/change-follower.ts';
import { watchDatabase } from './topics/watch-database.ts';
import type { WatchWrites } from '../../store/outbox/write-watch.ts';
import { openServices } from './services.ts';
import type { Resource } from './window-resources.ts';
import { databaseAddress } from '../../postgres/chosen-database.ts';
import { requireFitDatabase } from '../workspace/shared-database.ts';
import { watchServer } from '../workspace/watch-server.ts';
import { databaseFile, openWorkspace } from '../workspace/workspace.ts';
import { requireSqliteFor } from './sqlite-calls.ts';

/** What the log says when a data folder is opened. */
const openFor = {
  window: 'Open for windows.',
  daemon: 'Open as a daemon.',
  worker: 'Open as a worker of a fleet.',
  command: 'Open for a command.',
} as const;

/** Options of `createHost`. */
export interface HostOptions {
  dataDir: string;
  /** Resolves the system's proxy for a URL. Left out: environment variables are used. */
  resolveProxy?: ResolveProxy;
  /** Shows a notice by the system. Returns false where windows are to show it. Left out: they always do. */
  showNotice?: (notice: DesktopNotice) => boolean;
  /** Called with unexpected errors (bugs), after they were logged. */
  onFault?: (what: string, error: unknown) => void;
  /** Called when a run of this process has started or ended. */
  onRuns?: () => void;
  /** Serves the API, where a person asks for that in a window. Left out: this process cannot. */
  openApi?: (asked: ApiSetting & { host: ApiHost }) => Promise<OpenedApi>;
  /** What this process does by itself: carrying out the queue, schedules. Default: as a program that shows windows. */
  operations?: OperationsChoice;
  /** The part of this process in a fleet, which carries out the runs that it starts. Left out: each has a thread of its own. */
  fleet?: Pick<FleetCrawlsOptions, 'workspace' | 'work'>;
  /**
   * Whether its threads start at once, because a person in a window waits for each first answer; otherwise each starts with its
   * first call. Default: true.
   */
  warm?: boolean;
  /** Checks every answer against the contract, for tests. */
  checkAnswers?: boolean;
}

/** What a server of the API uses of the host. */
export type ApiHost = Pick<Host, 'dispatch' | 'callers' | 'subscribe' | 'resource'>;

/** The application as doors with windows use it. It depends on no window, socket or Electron. */
export interface Host {
  /** Accepts connections of windows. */
  readonly gateway: Gateway;
  /** Makes one call without a session. Never rejects. */
  readonly dispatch: Dispatch;
  readonly subscribe: Subscribe;
  /** What a door with keys knows of its callers. */
  readonly callers: Callers;
  /** Says that this process serves the API, for windows of other processes. null: another one does. */
  announceApi(): Announcement | null;
  /** Resolves a URL path to a preview or a finished export, or null. */
  resource(path: string): Resource | null;
  /** The theme at the time of opening; the topic `preferences` reports later changes. */
  readonly theme: Preferences['theme'];
  /** Ids of the runs that this process executes. */
  runs(): readonly string[];
  /**
   * Pauses all runs before it returns, for systems that end the process right after notifying it. No new run can start;
   * call `close` next.
   */
  pauseRunsNow(): void;
  /** Resolves when it has nothing left to do by itself, where it was asked to end then. */
  readonly over: Promise<void>;
  /** Resolves when a newer version of the program has taken the database over: this one carries out nothing more. */
  readonly outdated: Promise<HostError>;
  /** Pauses runs, finishes writes, and closes the data folder. */
  close(): Promise<void>;
}

/**
 * Opens the application on a data folder, creating it where needed.
 * @throws StoreError when the database is locked, damaged, or from a newer version; HostError `daemon-running`
 */
export async function createHost({
  dataDir,
  resolveProxy,
  showNotice = () => false,
  onFault = () => undefined,
  onRuns = () => undefined,
  openApi,
  operations: chosen = { kind: 'window' },
  fleet,
  warm = true,
  checkAnswers = false,
}: HostOptions): Promise<Host> {
  const fault = (what: string, error: unknown): void => {
    logFault(dataDir, what, error);
    onFault(what, error);
  };
  const theme = await prepareWorkspace(dataDir);
  logNote(dataDir, openFor[chosen.kind]);
  const endLog = logCrashes(dataDir);
  const hub = new Hub();
  const database = openDatabaseWorkers({ dataDir, onPublished: (event) => publish(event), warm });
  const told = watchServer();
  const watchFile: WatchWrites = (onWrite) => watchDatabase(databaseFile(dataDir), onWrite);
  const follower = createChangeFollower(database, hub, told ?? watchFile);
  const tester = createTester({ dataDir, warm });
  const proxies = resolveProxy === undefined ? null : answerForProxies(resolveProxy);
  const proxyChannel = proxies?.channel ?? null;
  const capture = createPageCapture({ dataDir, proxyChannel });
  const onEnd = (end: CrawlEnd): void => void concluded(end);
  const crawls =
    fleet === undefined
      ? createCrawls({ dataDir, proxyChannel, onEnd, onRunning: onRuns })
      : createFleetCrawls({ ...fleet, onEnd, onRunning: onRuns });
  const exports = createExports({
    dataDir,
    proxyChannel,
    onChange: (state) => hub.publish('exports', state),
  });
  const storedBackups = createStoredBackups({ dataDir, proxyChannel });
  const apiServer = createApiServer({
    dataDir,
    open: openApi === undefined ? null : (setting) => openApi({ ...setting, host }),
    onState: (state) => hub.publish('api', state),
  });
  const closing = new AbortController();
  const { services, close: closeServices } = openServices({
    dataDir,
    database,
    tester,
    capture,
    crawls,
    exports,
    comparisons: createComparisons({ dataDir }),
    proxyChannel,
    storedBackups,
    proxySource: resolveProxy === undefined ? 'variables' : 'settings',
    sendNotice: createSender({ run: runProgram, platform: process.platform, showHere }),
    onProgress: (event) => hub.publish('progress', event),
    onLive: (event) => hub.publish('live', event),
    apiServer,
  });
  const handlers = createHostHandlers(services);

  /** Shows a notice by the system or in the windows of this process. @returns false: neither is there */
  function showHere(told: Notice): boolean {
    const { kind, title, text } = told;
    if (showNotice(desktopNotice(told))) return true;
    if (hub.followers('notices') === 0) return false;
    const severity = kind === 'trouble' ? 'warning' : 'information';
    const message = kind === 'digest' ? `${title}.` : `${title}. ${text}`;
    hub.publish('notices', { severity, message, hint: null, run: null });
    return true;
  }

  /** Sends a notice through every channel at once, also through those that otherwise get the digest alone. */
  async function tell(told: Notice): Promise<void> {
    const { channels } = await database.ask('quick', 'noticePlan', { now: Date.now() });
    for (const channel of channels.filter(({ enabled }) => enabled)) await services.sendNotice(channel, told);
  }

  const backupJob = new BackupJob({
    dataDir,
    storedBackups,
    tell: (place, problem) => tell(backupNotice(place, problem)),
    now: Date.now,
    onFault: fault,
  });
  const retentionJob = new RetentionJob({ database, onFault: fault });
  const jobs = [
    ...(databaseAddress() === null ? [backupJob] : []),
    retentionJob,
    createScheduler({ database, onProblem: (message) => logNote(dataDir, message) }),
    new NoticeJob({ database, send: services.sendNotice }),
    new RecipeJob({ database, exports, dataDir }, ({ of, recipe, reason }) =>
      tell(exportNotice(of, recipe, reason)),
    ),
    new WebhookJob(database),
    new TrashJob(database),
  ];
  const operations = createOperations({
    ...chosen,
    database,
    crawls,
    jobs,
    watchWrites: told,
    // Windows read again who carries the queue out.
    onOthers: () => hub.miss('queue'),
    onFault: fault,
  });

  function publish({ topic, event }: Published<never>): void {
    if (topic === 'spiders') follower.knows(event);
    if (topic === 'queue' || topic === 'schedules' || topic === 'trash') operations.wake();
    hub.publish(topic, event);
    follower.soon();
  }

  /** Notifies all windows of a failed run. */
  async function concluded(end: CrawlEnd): Promise<void> {
    follower.soon();
    operations.wake();
    if (end.kind === 'ended') {
      if (end.failed) notice('warning', `Run ${end.run} ${end.state}. ${end.reason ?? ''}`.trim(), end.run);
      await repairAfter(end.run).catch((error: unknown) => {
        // A person may delete a run as soon as it has ended.
        const isGone = error instanceof HostError && error.code === 'unknown-run';
        if (!closing.signal.aborted && !isGone) fault('repair', error);
      });
      return;
    }
    const reason = end.kind === 'failed' ? end.error.message : end.reason;
    notice('error', `Run ${end.run} was cut off: ${reason}`, end.run);
    if (end.kind === 'failed') return;
    logFault(dataDir, `Run ${end.run} was cut off`, end.error ?? end.reason);
    await database
      .ask('write', 'crashed', { run: end.run, reason })
      .catch((error: unknown) => fault('crashed', error));
  }

  /** Repairs the spider of a run that has ended, where that is allowed. */
  async function repairAfter(run: string): Promise<void> {
    const { version, names } = await repairByItself(services, run, closing.signal);
    if (version !== null)
      notice('information', `${repairedWords(run, names)} Version ${version} has the repairs.`, run);
  }

  function notice(severity: 'information' | 'warning' | 'error', message: string, run: string): void {
    hub.publish('notices', { severity, message, hint: null, run });
  }

  const datasets = createDatasetKeeper(database);

  async function perform(name: CallName, args: never, context: CallContext): Promise<unknown> {
    requireSqliteFor(name);
    await datasets.before(name, args, context.signal);
    if (!isDataCall(name)) return handlers[name](args, context);
    const value: unknown = await database.call(name, args, context);
    if (name === 'webhooks.redeliver') operations.wake();
    return value;
  }

  const dispatch = createDispatcher({ perform, onFault: fault, checkAnswers });
  const subscribe = createSubscribe({
    hub,
    follower,
    database,
    exports,
    livePages: services.livePages,
    apiServer,
  });
  const gateway = createGateway({
    dispatch,
    subscribe,
    onEnd: (window) => services.livePages.endOf(window),
  });

  async function close(): Promise<void> {
    closing.abort();
    await apiServer.close();
    operations.stop();
    gateway.close();
    follower.close();
    await backupJob.close();
    await retentionJob.close();
    await closeServices();
    await operations.close();
    await database.close();
    proxies?.close();
    endLog();
    logNote(dataDir, 'Closed.');
  }

  await operations.start().catch(async (error: unknown) => {
    if (error instanceof HostError && error.code === 'daemon-running') {
      await close();
      throw error;
    }
    fault('The queue', error);
  });

  const host: Host = {
    gateway,
    dispatch,
    subscribe,
    callers: createCallers(database, fault),
    announceApi: () => announceApi(dataDir),
    resource: (path) => services.resources.get(path),
    theme,
    runs: () => crawls.running,
    pauseRunsNow: () => crawls.pauseNow(),
    over: operations.over,
    outdated: operations.outdated,
    close,
  };
  // The window does not wait for it.
  apiServer.startAgain().catch((error: unknown) => fault('The API server', error));
  return host;
}

/**
 * Migrates the database and reports its errors before any thread starts.
 * @returns the theme from the preferences
 */
async function prepareWorkspace(dataDir: string): Promise<Preferences['theme']> {
  try {
    await requireFitDatabase();
    const workspace = openWorkspace(dataDir);
    try {
      return await readTheme(workspace);
    } finally {
      workspace.close();
    }
  } catch (error) {
    logFault(dataDir, 'The data folder could not be opened', error);
    throw error;
  }
}
