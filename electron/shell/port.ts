import type * as Electron from 'electron';

/**
 * The parts of Electron that the shell uses, with Electron's own types. Only `electron-port.ts` and the preload script import
 * Electron itself; tests pass a fake.
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
  readonly dialog: Pick<
    typeof Electron.dialog,
    'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'
  >;
  readonly ipcMain: Pick<typeof Electron.ipcMain, 'handle' | 'on'>;
  readonly menu: Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  readonly powerSaveBlocker: Pick<typeof Electron.powerSaveBlocker, 'start' | 'stop'>;
  readonly protocol: Pick<typeof Electron.protocol, 'registerSchemesAsPrivileged'>;
  readonly screen: Pick<typeof Electron.screen, 'getAllDisplays'>;
  readonly shell: Pick<typeof Electron.shell, 'openExternal'>;
  /** The events of the power monitor. Call it when the application is ready. */
  powerMonitor(): Pick<NodeJS.EventEmitter, 'on'>;
  readonly nativeTheme: Pick<typeof Electron.nativeTheme, 'on' | 'shouldUseDarkColors' | 'themeSource'>;
  /** The session that all windows share. Call it when the application is ready. */
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
  /** A notification of the system, which is not shown yet; null: it has none. */
  createNotification(options: Electron.NotificationConstructorOptions): Electron.Notification | null;
  /** An icon in the notification area. @param icon the path of its image */
  createTray(icon: string): Electron.Tray;
  windowOf: (contents: Electron.WebContents) => Electron.BrowserWindow | null;
}
