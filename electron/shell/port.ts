import type * as Electron from 'electron';

/**
 * The few parts of Electron that the shell uses, with Electron's own types: what the compiler accepts here is what
 * Electron declares. Only `electron-port.ts` and the preload script import Electron itself; tests hand in a fake.
 */
export interface ElectronPort {
  readonly app: Pick<
    typeof Electron.app,
    | 'dock'
    | 'enableSandbox'
    | 'exit'
    | 'isPackaged'
    | 'on'
    | 'quit'
    | 'requestSingleInstanceLock'
    | 'setAppUserModelId'
    | 'setAsDefaultProtocolClient'
    | 'setName'
    | 'setPath'
    | 'whenReady'
  >;
  readonly clipboard: Pick<typeof Electron.clipboard, 'writeText'>;
  readonly dialog: Pick<typeof Electron.dialog, 'showErrorBox' | 'showMessageBox' | 'showSaveDialog'>;
  readonly ipcMain: Pick<typeof Electron.ipcMain, 'handle' | 'on'>;
  readonly menu: Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  readonly powerSaveBlocker: Pick<typeof Electron.powerSaveBlocker, 'start' | 'stop'>;
  readonly protocol: Pick<typeof Electron.protocol, 'registerSchemesAsPrivileged'>;
  readonly screen: Pick<typeof Electron.screen, 'getAllDisplays'>;
  readonly shell: Pick<typeof Electron.shell, 'openExternal'>;
  /** Of all that the system tells of its power: events, whose objects Electron's types leave out. To be asked for when ready. */
  powerMonitor(): Pick<NodeJS.EventEmitter, 'on'>;
  readonly nativeTheme: Pick<typeof Electron.nativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'>;
  /** The session that all windows share. To be asked for when the application is ready. */
  session(): Pick<
    Electron.Session,
    | 'on'
    | 'protocol'
    | 'resolveProxy'
    | 'setDevicePermissionHandler'
    | 'setPermissionCheckHandler'
    | 'setPermissionRequestHandler'
    | 'setSpellCheckerEnabled'
  >;
  createWindow(options: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow;
  /** An icon beside the clock. @param icon a file of it */
  createTray(icon: string): Electron.Tray;
  windowOf: (contents: Electron.WebContents) => Electron.BrowserWindow | null;
}
