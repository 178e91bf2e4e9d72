import { basename } from 'node:path';
import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Connection, Gateway } from '../host/serving/gateway.ts';
import { createAllowance, type Allowance } from '../web/allowance.ts';
import { readFrame } from '../web/incoming.ts';
import { isWindowAddress } from './address.ts';
import { channels } from './channels.ts';
import { askForFolder } from './folder-dialog.ts';
import type { ElectronPort } from './port.ts';
import { askWhereToSave } from './save-dialog.ts';

/** Options of `serveIpc`. */
export interface IpcOptions {
  electron: Pick<ElectronPort, 'dialog' | 'ipcMain' | 'windowOf'>;
  gateway: Pick<Gateway, 'connect'>;
  /** Whether the contents are those of one of our windows. */
  isWindow: (contents: WebContents) => boolean;
}

/** The connections of windows over Electron's IPC. */
export interface Ipc {
  /** Closes the connections of a window whose page is gone. */
  forget(contents: WebContents): void;
}

interface OpenConnection {
  connection: Connection;
  allowance: Allowance;
}

/** The page of a window. A page that is loaded again has a new id, and closes the connections of the previous one. */
interface WindowPage {
  document: string;
  open: Map<number, OpenConnection>;
}

/** The most connections of one window; it needs one. */
const maxConnections = 8;
/** The most chosen paths of a window that are not used yet, and the most characters of what a dialog begins with. */
const maxPaths = 8;
const maxNameCharacters = 1000;

/** Connects the windows' preload scripts with the host. Messages from anywhere but the page of a window are ignored. */
export function serveIpc({ electron, gateway, isWindow }: IpcOptions): Ipc {
  const pages = new Map<number, WindowPage>();
  /** Paths that the user chose for a window: only these are used for it, each once. */
  const chosen = new Map<number, Set<string>>();

  function keepPath({ id }: WebContents, path: string): void {
    const paths = chosen.get(id) ?? new Set();
    chosen.set(id, paths);
    paths.add(path);
    const [oldest] = paths;
    if (paths.size > maxPaths && oldest !== undefined) paths.delete(oldest);
  }

  /** The only check of the sender: the top frame of a window of the application, at its own address. */
  function isTrusted({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
    if (senderFrame === null || senderFrame.parent !== null) return false;
    return isWindowAddress(senderFrame.url) && isWindow(sender);
  }

  function hear(channel: string, act: (contents: WebContents, args: readonly unknown[]) => void): void {
    electron.ipcMain.on(channel, (event, ...args: unknown[]) => {
      if (isTrusted(event)) act(event.sender, args);
    });
  }

  function forget({ id }: Pick<WebContents, 'id'>): void {
    const page = pages.get(id);
    pages.delete(id);
    chosen.delete(id);
    for (const { connection } of page?.open.values() ?? []) connection.closed();
  }

  function pageOf(contents: WebContents, document: string): WindowPage {
    const known = pages.get(contents.id);
    if (known?.document === document) return known;
    forget(contents);
    const page: WindowPage = { document, open: new Map() };
    pages.set(contents.id, page);
    return page;
  }

  function find(contents: WebContents, [document, id]: readonly unknown[]): OpenConnection | undefined {
    const page = pages.get(contents.id);
    if (page === undefined || page.document !== document || typeof id !== 'number') return undefined;
    return page.open.get(id);
  }

  hear(channels.open, (contents, [document, id]) => {
    if (!isName(document) || !isNumber(id)) return;
    const { open } = pageOf(contents, document);
    if (open.has(id)) return;
    const emit = (channel: string, ...rest: unknown[]): void => {
      if (!contents.isDestroyed()) contents.send(channel, document, id, ...rest);
    };
    if (open.size >= maxConnections) return emit(channels.close);
    const connection = gateway.connect({
      client: 'desktop',
      send: (frame) => emit(channels.frame, frame),
      takePath: (path) => chosen.get(contents.id)?.delete(path) ?? false,
      fail() {
        open.delete(id);
        connection.closed();
        emit(channels.close);
      },
    });
    open.set(id, { connection, allowance: createAllowance() });
  });

  hear(channels.frame, (contents, args) => {
    const found = find(contents, args);
    if (found === undefined) return;
    const [, , text] = args;
    const mayCome = typeof text === 'string' && found.allowance.take(text.length);
    const frame = mayCome ? readFrame(text) : undefined;
    if (frame !== undefined) return found.connection.receive(frame);
    close(contents, args);
    contents.send(channels.close, args[0], args[1]);
  });

  function close(contents: WebContents, args: readonly unknown[]): void {
    const found = find(contents, args);
    if (found === undefined || typeof args[1] !== 'number') return;
    pages.get(contents.id)?.open.delete(args[1]);
    found.connection.closed();
  }
  hear(channels.close, close);

  /** Answers with the path that the user names in a dialog of the system, which the window may use from then on. */
  function answer(
    channel: string,
    ask: (window: BrowserWindow, text: string) => Promise<string | null>,
  ): void {
    electron.ipcMain.handle(channel, async (event, ...[text]: unknown[]): Promise<string | null> => {
      const window = isTrusted(event) ? electron.windowOf(event.sender) : null;
      if (window === null || typeof text !== 'string' || text.length > maxNameCharacters) return null;
      const path = await ask(window, text);
      // The page that asked may be gone by now.
      if (path === null || !isTrusted(event)) return null;
      keepPath(event.sender, path);
      return path;
    });
  }
  // Only a name: the user chooses the folder.
  answer(channels.choosePath, (window, name) =>
    askWhereToSave(electron.dialog, window, basename(name.replaceAll('\\', '/')).slice(0, 200)),
  );
  answer(channels.chooseFolder, (window, beginAt) => askForFolder(electron.dialog, window, beginAt));

  return { forget };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 64;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
