import type { BrowserWindow, WebContents } from 'electron';
import { windowAddress } from './address.ts';
import { channels } from './channels.ts';
import type { ElectronPort } from './port.ts';
import { placed, readWindowState, smallest, writeWindowState } from './window-state.ts';

/** Options of `createWindows`. */
export interface WindowsOptions {
  electron: Pick<ElectronPort, 'app' | 'createWindow' | 'dialog' | 'nativeTheme' | 'screen'>;
  /** The file of the preload script. */
  preload: string;
  /** The file with the state of the last window. */
  stateFile: string;
  /** The user closes a window; preventing the event keeps it open. */
  closing: (event: { preventDefault(): void }, window: BrowserWindow) => void;
  /** The page of a window is gone. */
  gone: (contents: WebContents) => void;
}

/** The windows of the desktop application. */
export interface Windows {
  readonly count: number;
  /** Whether one of them has the focus. */
  readonly isFocused: boolean;
  /** Opens another window. @param hash its place; '': the start page */
  open(hash: string): void;
  /** Brings a window to the front, or opens one, and shows a place in it. @param hash null: the present place */
  show(hash: string | null): void;
  /** Runs a command in the front window, if there is one. @param id the id of the command */
  command(id: string): void;
  has(contents: WebContents): boolean;
  /** Updates the background of windows, which shows until their page has drawn, to the theme. */
  repaint(): void;
  closeAll(): void;
}

/** The most windows: more are the result of a fault, not of a user. */
const maxWindows = 24;

/** Creates and tracks the windows of the application. They share one host. */
export function createWindows(options: WindowsOptions): Windows {
  const { electron, preload, stateFile, closing, gone } = options;
  /** The most recently used window is last. */
  const open: BrowserWindow[] = [];

  const background = (): string => (electron.nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff');

  function keepState(window: BrowserWindow): void {
    if (window.isMinimized() || window.isFullScreen()) return;
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  }

  function create(hash: string): void {
    if (open.length >= maxWindows) return;
    const state = readWindowState(stateFile);
    const areas = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
    const beside = open.at(-1)?.getNormalBounds() ?? null;
    const window = electron.createWindow({
      ...placed(state, areas, beside),
      minWidth: smallest.width,
      minHeight: smallest.height,
      title: 'Spider Studio',
      // Hidden until the page has drawn, so that no white background flashes.
      show: false,
      backgroundColor: background(),
      webPreferences: {
        preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: !electron.app.isPackaged,
      },
    });
    const { webContents } = window;
    open.push(window);
    if (beside === null && state.maximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('focus', () => {
      open.splice(open.indexOf(window), 1);
      open.push(window);
    });
    window.on('close', (event) => {
      keepState(window);
      closing(event, window);
    });
    window.on('closed', () => {
      open.splice(open.indexOf(window), 1);
      gone(webContents);
    });
    webContents.on('render-process-gone', (_event, { reason }) => {
      gone(webContents);
      if (reason !== 'clean-exit') void offerReload(window);
    });
    // A page that cannot be loaded shows its own message; the rejection adds nothing.
    window.loadURL(windowAddress(hash)).catch(() => undefined);
  }

  async function offerReload(window: BrowserWindow): Promise<void> {
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'error',
      message: 'This window has stopped working.',
      detail: 'Crawls continue, and edits are kept as drafts. Reload the window to continue, or close it.',
      buttons: ['Reload', 'Close'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (window.isDestroyed()) return;
    if (response === 0) window.webContents.reload();
    else window.close();
  }

  return {
    get count() {
      return open.length;
    },
    get isFocused() {
      return open.some((window) => !window.isDestroyed() && window.isFocused());
    },
    open: create,
    show(hash) {
      const window = open.at(-1);
      if (window === undefined) return create(hash ?? '');
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      if (hash !== null) window.webContents.send(channels.show, hash);
    },
    command: (id) => open.at(-1)?.webContents.send(channels.command, id),
    has: (contents) => open.some((window) => !window.isDestroyed() && window.webContents === contents),
    repaint() {
      for (const window of open) window.setBackgroundColor(background());
    },
    closeAll() {
      for (const window of open.slice()) window.close();
    },
  };
}
