import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Host, HostOptions } from '../host/serving/host.ts';
import { openApiServer } from '../web/api-server.ts';
import { startProblem } from '../web/start-problem.ts';
import { chooseDatabase } from '../postgres/chosen-database.ts';
import { readArguments } from './arguments.ts';
import { closeQuestion, closePreference } from './close-question.ts';
import { linkAmong, linkScheme, placeOfLink } from './deep-link.ts';
import type { Desktop } from './desktop.ts';
import { features } from './features.ts';
import { serveIpc } from './ipc.ts';
import { createLeaving } from './leaving.ts';
import type { ElectronPort } from './port.ts';
import { desktopProxies } from './system-proxy.ts';
import { systemNotices } from './system-notices.ts';
import { registerScheme, serveWindow } from './protocol.ts';
import { createWindows } from './windows.ts';
import type { Environment } from '../system/environment.ts';
import { dataPath } from '../host/data-folder-entries.ts';

/** Options of `startShell`. */
export interface ShellOptions {
  electron: ElectronPort;
  createHost: (options: HostOptions) => Promise<Host>;
  args: readonly string[];
  env: Environment;
  platform: NodeJS.Platform;
  isSuperuser: boolean;
  /** The folder of the built window, and the file of the preload script. */
  folder: string;
  preload: string;
  /** The folder with the files that ship with the application. */
  resources: string;
  /** The names of native files that differ from what was packaged. */
  changedFiles: () => readonly string[];
  /** Tells the parent process that the user sees something. */
  onShown: () => void;
  /** Registers a listener for signals that end the process. */
  onSignal: (end: () => void) => void;
  onFault: (what: string, error: unknown) => void;
}

/**
 * Opens the desktop application: one process for each data folder, its host, and its first window. Resolves when the
 * window opens, or when the application that is already running takes over.
 */
export async function startShell(options: ShellOptions): Promise<void> {
  const { electron, args, env, platform } = options;
  const { app } = electron;
  const obstacle = obstacleOf(options);
  if (obstacle !== null) {
    options.onShown();
    electron.dialog.showErrorBox(cannotStart, obstacle);
    return app.exit(1);
  }
  const { dataDir, database, place } = readArguments(args, env);
  chooseDatabase(database);
  // Otherwise the menus of macOS and Linux show the name of the npm package in development.
  app.setName('Spider Studio');
  app.enableSandbox();
  registerScheme(electron.protocol);
  // Chromium's files include the single-instance lock, so each data folder has its own instance.
  app.setPath('userData', dataPath(dataDir, 'desktop'));
  if (platform === 'win32') app.setAppUserModelId('studio.spider.desktop');
  if (!app.requestSingleInstanceLock()) {
    options.onShown();
    return app.quit();
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);

  // macOS passes a link as soon as the application starts, before there is a window for it.
  let asked = place;
  let show = (wanted: string | null): void => {
    asked = wanted;
  };
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(placeOfLink(link));
  });
  app.on('second-instance', (_event, others) => {
    const link = linkAmong(others);
    show(link === null ? null : placeOfLink(link));
  });

  await app.whenReady();
  options.onShown();
  const listeners = new Set<() => void>();
  let showNotice: NonNullable<HostOptions['showNotice']> = () => false;
  const host = await openHost(options, {
    dataDir,
    onRuns: () => listeners.forEach((listener) => listener()),
    showNotice: (notice) => showNotice(notice),
  });
  if (host === null) return app.exit(1);
  const desktop = openDesktop(options, {
    host,
    dataDir,
    onRuns: (listener) => void listeners.add(listener),
  });
  showNotice = systemNotices(desktop);
  show = (wanted) => desktop.showWindow(wanted);
  desktop.openWindow(asked ?? '');
}

const cannotStart = 'Spider Studio cannot start';

/** Why the application must not start; null if it may. */
function obstacleOf({ args, changedFiles, isSuperuser }: ShellOptions): string | null {
  // Chromium has no sandbox for root, the user of tests and containers.
  if (args.includes('--no-sandbox') && !isSuperuser) {
    return `Spider Studio shows web pages only inside a sandbox, and was started without one ("--no-sandbox"). An AppImage starts that way if the system does not let programs create a sandbox: install the package for Debian and Ubuntu, which includes the permission, or allow unprivileged user namespaces.`;
  }
  const [changed] = changedFiles();
  if (changed === undefined) return null;
  return `The file ${changed} is not the one that Spider Studio was packaged with. Install Spider Studio again.`;
}

async function openHost(
  { electron, createHost, onFault }: ShellOptions,
  given: Pick<HostOptions, 'dataDir' | 'onRuns' | 'showNotice'>,
): Promise<Host | null> {
  try {
    return await createHost({
      ...given,
      onFault,
      resolveProxy: desktopProxies(electron),
      openApi: openApiServer,
    });
  } catch (error) {
    const { message, advice } = startProblem(error);
    electron.dialog.showErrorBox(cannotStart, advice === null ? message : `${message}\n\n${advice}`);
    return null;
  }
}

/** Connects the windows, the host and the question about leaving, and sets up the features. */
function openDesktop(
  { electron, platform, folder, preload, resources, onSignal, onFault }: ShellOptions,
  { host, dataDir, onRuns }: { host: Host; dataDir: string; onRuns: Desktop['runs']['onChange'] },
): Desktop {
  const { app } = electron;
  const session = electron.session();
  const preference = closePreference(host.dispatch);
  let last: BrowserWindow | null = null;

  const leaving = createLeaving({
    runs: () => host.runs().length,
    remembered: () => preference.read(),
    remember: (choice) => preference.write(choice),
    ask: (question) => closeQuestion(electron.dialog, question, last),
    closeWindows: () => windows.closeAll(),
    quit: () => app.quit(),
    staysWithoutWindows: platform === 'darwin',
  });
  const windows = createWindows({
    electron,
    preload,
    stateFile: join(dataPath(dataDir, 'desktop'), 'window.json'),
    closing(event, window) {
      last = window;
      leaving.windowCloses(event, windows.count === 1);
    },
    gone: (contents) => ipc.forget(contents),
  });
  const ipc = serveIpc({ electron, gateway: host.gateway, isWindow: (contents) => windows.has(contents) });
  const desktop: Desktop = {
    electron,
    platform,
    resources,
    host,
    session,
    windows,
    leaving,
    runs: { count: () => host.runs().length, onChange: onRuns },
    openWindow(hash) {
      leaving.cameBack();
      windows.open(hash);
    },
    showWindow(hash) {
      leaving.cameBack();
      windows.show(hash);
    },
    onFault,
  };

  serveWindow(session, { host, folder });
  app.on('activate', () => desktop.showWindow(null));
  app.on('window-all-closed', () => leaving.allClosed());
  app.on('before-quit', (event) => leaving.quits(event));
  onRuns(() => leaving.runsChanged());
  endWith(app, host, onFault);
  onSignal(() => {
    leaving.withoutAsking();
    app.quit();
  });
  for (const setUp of features) setUp(desktop);
  return desktop;
}

/** Delays quitting until runs are paused and everything is written. */
function endWith(app: ElectronPort['app'], host: Host, onFault: ShellOptions['onFault']): void {
  let isEnding = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    host.close().then(
      () => app.exit(0),
      (error: unknown) => {
        onFault('closing', error);
        app.exit(1);
      },
    );
  });
}
