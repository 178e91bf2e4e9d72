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
  /** Where the place of the last window is kept. */
  stateFile: string;
  /** The person wants to close a window; it stays when the event is prevented. */
  closing: (event: { preventDefault(): void }, window: BrowserWindow) => void;
  /** Its page is gone. */
  gone: (contents: WebContents) => void;
}

/** The windows of the desktop application. */
export interface Windows {
  readonly count: number;
  /** Opens another window. @param hash its place; '': where it begins */
  open(hash: string): void;
  /** Brings a window to the front, opening one where there is none, and shows a place in it. */
  show(hash: string | null): void;
  /** Runs a command in the window in front, if there is one. @param id as the window knows it */
  command(id: string): void;
  has(contents: WebContents): boolean;
  /** Fills the windows with the colour of the theme, where their pages have not drawn yet. */
  repaint(): void;
  closeAll(): void;
}

/** Windows at once: more come from a fault, not from a person. */
const maxWindows = 24;

/** The windows of the application: all alike, all on one host. */
export function createWindows(options: WindowsOptions): Windows {
  const { electron, preload, stateFile, closing, gone } = options;
  /** The one that was used last comes last. */
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
      // Until the page has drawn: a white flash hurts in a dark room.
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
    // A page that cannot be loaded shows a message of its own; the rejection says nothing more.
    window.loadURL(windowAddress(hash)).catch(() => undefined);
  }

  async function offerReload(window: BrowserWindow): Promise<void> {
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'error',
      message: 'This window has stopped working.',
      detail: 'Crawls go on, and edits were kept as drafts. Reload it to go on, or close it.',
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
