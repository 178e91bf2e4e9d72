import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import type { ElectronPort } from './port.ts';

/** Electron as it is. The only place of the main process that imports it. */
export const electron: ElectronPort = {
  app,
  clipboard,
  dialog,
  ipcMain,
  menu: Menu,
  protocol,
  // Read when it is used: it may not be touched before the application is ready.
  get screen() {
    return screen;
  },
  shell,
  nativeTheme,
  powerMonitor: () => powerMonitor,
  powerSaveBlocker,
  session: () => session.defaultSession,
  createWindow: (options) => new BrowserWindow(options),
  createTray: (icon) => new Tray(icon),
  windowOf: (contents) => BrowserWindow.fromWebContents(contents),
};
