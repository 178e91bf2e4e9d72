import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import type { ElectronPort } from './port.ts';

/** The real Electron. The main process imports it only here. */
export const electron: ElectronPort = {
  app,
  clipboard,
  dialog,
  ipcMain,
  menu: Menu,
  protocol,
  // A getter, because it may not be accessed before the application is ready.
  get screen() {
    return screen;
  },
  shell,
  nativeTheme,
  powerMonitor: () => powerMonitor,
  powerSaveBlocker,
  session: () => session.defaultSession,
  createWindow: (options) => new BrowserWindow(options),
  createNotification: (options) => (Notification.isSupported() ? new Notification(options) : null),
  createTray: (icon) => new Tray(icon),
  windowOf: (contents) => BrowserWindow.fromWebContents(contents),
};
