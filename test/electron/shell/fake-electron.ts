import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import type { ElectronPort } from '../../../electron/shell/port.ts';

/** An object that has what is listed and throws when anything else of it is touched. */
export function strict<T extends object>(name: string, members: T, settable: string[] = []): T {
  return new Proxy(members, {
    get(target, key, receiver): unknown {
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON')
        return Reflect.get(target, key, receiver);
      throw new Error(`The fake of Electron does not model ${name}.${key}.`);
    },
    set(target, key, value) {
      if (settable.includes(String(key))) return Reflect.set(target, key, value);
      throw new Error(`The fake of Electron does not let ${name}.${String(key)} be set.`);
    },
  });
}

/** Registers listeners for the events that are listed only. */
function events(name: string, known: readonly string[]) {
  const emitter = new EventEmitter();
  const add = (method: 'on' | 'once') => (event: string, listener: (...args: never[]) => void) => {
    if (!known.includes(event)) throw new Error(`The fake of Electron does not model ${name}'s "${event}".`);
    emitter[method](event, listener as never);
  };
  return {
    on: add('on'),
    once: add('once'),
    emit: (event: string, ...args: unknown[]) => emitter.emit(event, ...args),
  };
}

/** An event that can be prevented, with what belongs to it. */
export function preventable<T extends object>(details: T = {} as T) {
  let prevented = false;
  return { ...details, preventDefault: () => (prevented = true), isPrevented: () => prevented };
}

export interface FakeContents {
  contents: Electron.WebContents;
  sent: unknown[][];
  /** Hears what is sent from now on. */
  onSent: (listener: (...args: unknown[]) => void) => void;
  emit: (event: string, ...args: unknown[]) => boolean;
  openHandler: () => (details: { url: string }) => { action: string };
  reloads: () => number;
  mainFrame: { url: string; parent: null };
}

let nextId = 1;

function fakeContents(): FakeContents {
  const sent: unknown[][] = [];
  let hearSent: (...args: unknown[]) => void = () => undefined;
  const id = nextId++;
  const { on, emit } = events('webContents', [
    'context-menu',
    'will-attach-webview',
    'will-navigate',
    'will-frame-navigate',
    'will-redirect',
    'render-process-gone',
  ]);
  let handler: ((details: { url: string }) => { action: string }) | null = null;
  let reloads = 0;
  const contents = strict('webContents', {
    id,
    on,
    send(...args: unknown[]) {
      sent.push(args);
      hearSent(...args);
    },
    isDestroyed: () => false,
    reload: () => void (reloads += 1),
    setWindowOpenHandler: (given: typeof handler) => void (handler = given),
  }) as unknown as Electron.WebContents;
  return {
    contents,
    sent,
    onSent: (listener) => void (hearSent = listener),
    emit,
    reloads: () => reloads,
    openHandler: () => handler ?? (() => ({ action: 'not set' })),
    mainFrame: { url: 'app://bundle/', parent: null },
  };
}

export interface FakeWindow extends FakeContents {
  window: Electron.BrowserWindow;
  options: Electron.BrowserWindowConstructorOptions;
  loaded: string[];
  emitWindow: (event: string, ...args: unknown[]) => boolean;
  isClosed: () => boolean;
  setFocused: (focused: boolean) => void;
  calls: string[];
}

/** A notification that was made. */
export interface FakeNotification {
  title: string | undefined;
  body: string | undefined;
  isShown: boolean;
  emit: (event: string, ...args: unknown[]) => boolean;
}

export type FakeTray = ReturnType<typeof fakeTray>;

function fakeTray(icon: string) {
  const { on, emit } = events('tray', ['click']);
  const shown: { tip: string; menu: Electron.MenuItemConstructorOptions[]; isGone: boolean } = {
    tip: '',
    menu: [],
    isGone: false,
  };
  const tray = strict('tray', {
    on,
    setToolTip: (tip: string) => void (shown.tip = tip),
    setContextMenu: (menu: Electron.MenuItemConstructorOptions[]) => void (shown.menu = menu),
    destroy: () => void (shown.isGone = true),
  });
  return { icon, tray, shown, emit };
}

/** The system is dark, unless something else is chosen. */
function fakeTheme() {
  const { on, emit } = events('nativeTheme', ['updated']);
  let source = 'system';
  const nativeTheme = strict(
    'nativeTheme',
    {
      on,
      get shouldUseDarkColors() {
        return source !== 'light';
      },
      get themeSource() {
        return source;
      },
      set themeSource(given) {
        source = given;
        emit('updated');
      },
    },
    ['themeSource'],
  );
  return { nativeTheme };
}

/** What the system does while the application starts. */
export type BeforeReady = (app: { emit: (event: string, ...args: unknown[]) => boolean }) => void;

/** Electron without Electron: keeps what the shell does, and lets a test play the person and the system. */
export function createFakeElectron({
  isPackaged = true,
  hasLock = true,
  hasNotifications = true,
  platform = 'linux',
  beforeReady = () => undefined,
}: {
  isPackaged?: boolean;
  hasLock?: boolean;
  hasNotifications?: boolean;
  platform?: NodeJS.Platform;
  beforeReady?: BeforeReady;
} = {}) {
  const calls: string[] = [];
  const windows: FakeWindow[] = [];
  const app = events('app', [
    'activate',
    'before-quit',
    'browser-window-created',
    'open-url',
    'second-instance',
    'web-contents-created',
    'will-quit',
    'window-all-closed',
  ]);
  const session = events('session', ['will-download']);
  const power = events('powerMonitor', ['shutdown']);
  const heard = new Map<string, (event: unknown, ...args: unknown[]) => void>();
  const handled = new Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>();
  const set: {
    request?: (c: null, permission: string, answer: (granted: boolean) => void, details: object) => void;
    check?: (c: null, permission: string, origin: string, details: object) => boolean;
    device?: () => boolean;
    serve?: (request: Request) => Response;
    menu?: Electron.MenuItemConstructorOptions[];
    dockMenu?: Electron.MenuItemConstructorOptions[];
  } = {};
  const answers: { response: number; checkboxChecked: boolean }[] = [];
  const questions: Electron.MessageBoxOptions[] = [];
  const opened: string[] = [];
  const copied: string[] = [];
  const popups: { template: Electron.MenuItemConstructorOptions[]; where: Electron.PopupOptions }[] = [];
  const paths: { canceled: boolean; filePath: string }[] = [];
  const saves: Electron.SaveDialogOptions[] = [];
  const folders: { canceled: boolean; filePaths: string[] }[] = [];
  const opens: Electron.OpenDialogOptions[] = [];
  const schemes: Electron.CustomScheme[] = [];
  const blockers: string[] = [];

  const theme = fakeTheme();
  const trays: FakeTray[] = [];
  const notifications: FakeNotification[] = [];
  const badges: string[] = [];
  const dock = strict('dock', {
    setBadge: (text: string) => void badges.push(text),
    setMenu: (menu: Electron.MenuItemConstructorOptions[]) => void (set.dockMenu = menu),
  });

  function quit(): void {
    calls.push('quit');
    const before = preventable();
    app.emit('before-quit', before);
    if (before.isPrevented()) return;
    for (const { window } of windows.filter((each) => !each.isClosed())) window.close();
    if (windows.every((each) => each.isClosed())) app.emit('will-quit', preventable());
  }

  function createWindow(options: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow {
    const contents = fakeContents();
    const own = events('window', ['ready-to-show', 'focus', 'close', 'closed', 'session-end']);
    const loaded: string[] = [];
    const done: string[] = [];
    let closed = false;
    let focused = false;
    const bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 0,
      height: options.height ?? 0,
    };
    const window = strict('window', {
      webContents: contents.contents,
      on: own.on,
      once: own.once,
      getNormalBounds: () => bounds,
      isMinimized: () => false,
      isFullScreen: () => false,
      isMaximized: () => done.includes('maximize'),
      isDestroyed: () => closed,
      isFocused: () => focused,
      maximize: () => void done.push('maximize'),
      show: () => void done.push('show'),
      focus: () => void done.push('focus'),
      setBackgroundColor: (color: string) => void done.push(`background ${color}`),
      close() {
        const event = preventable();
        own.emit('close', event);
        if (event.isPrevented()) return;
        closed = true;
        own.emit('closed');
        if (windows.every((each) => each.isClosed()) && !calls.includes('quit'))
          app.emit('window-all-closed');
      },
      loadURL(address: string) {
        loaded.push(address);
        return Promise.resolve();
      },
    }) as unknown as Electron.BrowserWindow;
    const { emit: emitWindow } = own;
    windows.push({
      ...contents,
      window,
      options,
      loaded,
      emitWindow,
      isClosed: () => closed,
      setFocused: (now) => void (focused = now),
      calls: done,
    });
    app.emit('web-contents-created', {}, contents.contents);
    app.emit('browser-window-created', {}, window);
    return window;
  }

  const electron = strict('electron', {
    app: strict('app', {
      isPackaged,
      on: app.on,
      dock: platform === 'darwin' ? dock : undefined,
      enableSandbox: () => void calls.push('enableSandbox'),
      exit: (code: number) => void calls.push(`exit ${code}`),
      quit,
      requestSingleInstanceLock: () => hasLock,
      setAppUserModelId: () => undefined,
      setAsDefaultProtocolClient: (name: string) => void calls.push(`protocol client ${name}`),
      setName: (name: string) => void calls.push(`name ${name}`),
      setPath: (name: string, path: string) => void calls.push(`${name} ${path}`),
      whenReady() {
        calls.push('whenReady');
        beforeReady(app);
        return Promise.resolve();
      },
    }),
    clipboard: strict('clipboard', { writeText: (text: string) => Promise.resolve(void copied.push(text)) }),
    dialog: strict('dialog', {
      showErrorBox: (title: string, content: string) => void calls.push(`${title}: ${content}`),
      showMessageBox(...args: unknown[]) {
        questions.push(args.at(-1) as Electron.MessageBoxOptions);
        const answer = answers.shift();
        return answer === undefined ? Promise.reject(new Error('Nobody answers.')) : Promise.resolve(answer);
      },
      showOpenDialog(_window: unknown, options: Electron.OpenDialogOptions) {
        opens.push(options);
        return Promise.resolve(folders.shift() ?? { canceled: true, filePaths: [] });
      },
      showSaveDialog(_window: unknown, options: Electron.SaveDialogOptions) {
        saves.push(options);
        return Promise.resolve(paths.shift() ?? { canceled: true, filePath: '' });
      },
    }),
    ipcMain: strict('ipcMain', {
      on: (channel: string, listener: never) => void heard.set(channel, listener),
      handle: (channel: string, listener: never) => void handled.set(channel, listener),
    }),
    menu: strict('Menu', {
      buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) =>
        Object.assign([...template], {
          popup: (where: Electron.PopupOptions) => void popups.push({ template, where }),
        }),
      setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[]) => void (set.menu = menu),
    }),
    powerSaveBlocker: strict('powerSaveBlocker', {
      start(type: string) {
        blockers.push(type);
        return blockers.length - 1;
      },
      stop(id: number) {
        if (blockers[id] === undefined) throw new Error(`There is no blocker ${id}.`);
        blockers[id] = 'stopped';
      },
    }),
    protocol: strict('protocol', {
      registerSchemesAsPrivileged(given: Electron.CustomScheme[]) {
        calls.push('registerSchemes');
        schemes.push(...given);
      },
    }),
    screen: strict('screen', {
      getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
    }),
    shell: strict('shell', {
      openExternal(address: string) {
        opened.push(address);
        return Promise.resolve();
      },
    }),
    nativeTheme: theme.nativeTheme,
    powerMonitor: () => strict('powerMonitor', { on: power.on }),
    session: () =>
      strict('session', {
        on: session.on,
        protocol: strict('session.protocol', {
          handle: (_scheme: string, serve: (request: Request) => Response) => void (set.serve = serve),
        }),
        setPermissionRequestHandler: (given: never) => void (set.request = given),
        setPermissionCheckHandler: (given: never) => void (set.check = given),
        setDevicePermissionHandler: (given: never) => void (set.device = given),
        resolveProxy: (url: string) => Promise.resolve(`PROXY ${new URL(url).hostname}.proxy:3128`),
        setSpellCheckerEnabled: () => undefined,
      }),
    createWindow,
    createNotification(options: Electron.NotificationConstructorOptions) {
      if (!hasNotifications) return null;
      const { on, emit } = events('notification', ['click', 'close', 'failed']);
      const shown = { title: options.title, body: options.body, isShown: false, emit };
      notifications.push(shown);
      return strict('notification', { on, show: () => void (shown.isShown = true) });
    },
    createTray(icon: string) {
      const tray = fakeTray(icon);
      trays.push(tray);
      return tray.tray;
    },
    windowOf: (contents: Electron.WebContents) =>
      windows.find((each) => each.window.webContents === contents)?.window ?? null,
  }) as unknown as ElectronPort;

  return {
    electron,
    theme: theme.nativeTheme,
    blockers,
    notifications,
    calls,
    windows,
    app,
    session,
    power,
    set,
    answers,
    questions,
    opened,
    trays,
    badges,
    copied,
    popups,
    paths,
    saves,
    folders,
    opens,
    schemes,
    /** A preload script sends. */
    send: (channel: string, event: unknown, ...args: unknown[]) => heard.get(channel)?.(event, ...args),
    invoke: (channel: string, event: unknown, ...args: unknown[]) => handled.get(channel)?.(event, ...args),
  };
}
