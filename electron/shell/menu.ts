import type { MenuItemConstructorOptions } from 'electron';
import type { Desktop } from './desktop.ts';

/** The actions of the menu. */
export interface MenuActions {
  newWindow: () => void;
  show: (hash: string) => void;
  /** Runs a command of the front window by its id. */
  command: (id: string) => void;
}

type Role = NonNullable<MenuItemConstructorOptions['role']>;
type Action =
  | { role: Role; label?: string }
  | { place: string; label: string }
  | { act: 'newWindow' | 'closeTab'; label: string };
/** On which systems it is shown; all by default. */
interface Where {
  on?: 'mac' | 'others' | 'development';
}
/** An entry: a role of Electron, a place to show, an action, a separator or a submenu. "&" precedes the mnemonic. */
type Entry = (({ keys?: string } & Action) | { line: true } | { label: string; entries: readonly Entry[] }) &
  Where;
interface Menu extends Where {
  label: string;
  role?: Role;
  entries: readonly Entry[];
}

const line = { line: true } as const;
const about = { label: 'About Spider Studio', place: '#/about' } as const;
const settings = { label: 'Settings…', place: '#/settings', keys: 'CmdOrCtrl+,' } as const;

const menus: readonly Menu[] = [
  {
    label: 'Spider Studio',
    on: 'mac',
    entries: [
      about,
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  },
  {
    label: '&File',
    entries: [
      { label: 'New Window', act: 'newWindow', keys: 'CmdOrCtrl+Shift+N' },
      line,
      { label: 'Close Tab', act: 'closeTab', keys: 'CmdOrCtrl+W' },
      // The default shortcut of the role is that of Close Tab.
      { role: 'close', label: 'Close Window', keys: 'CmdOrCtrl+Shift+W' },
      { ...line, on: 'others' },
      { ...settings, on: 'others' },
      { ...line, on: 'others' },
      { role: 'quit', on: 'others' },
    ],
  },
  {
    label: '&Edit',
    entries: [
      { role: 'undo' },
      { role: 'redo' },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle', on: 'mac' },
      { role: 'delete' },
      { role: 'selectAll' },
      { ...line, on: 'mac' },
      { label: 'Speech', on: 'mac', entries: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] },
    ],
  },
  {
    label: '&View',
    entries: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
      { ...line, on: 'development' },
      { role: 'reload', on: 'development' },
      { role: 'toggleDevTools', on: 'development' },
    ],
  },
  // macOS lists the windows in the menu of this role, and adds a search field to that of the next.
  {
    label: '&Window',
    role: 'windowMenu',
    entries: [{ role: 'minimize' }, { role: 'zoom' }, { ...line, on: 'mac' }, { role: 'front', on: 'mac' }],
  },
  {
    label: '&Help',
    role: 'help',
    entries: [
      { label: 'Welcome', place: '#/welcome' },
      { ...about, on: 'others' },
    ],
  },
];

/** Sets the menu of the application, and on macOS that of its dock icon. */
export function setMenu({ electron, platform, openWindow, showWindow, windows }: Desktop): void {
  const { app, menu } = electron;
  const actions = {
    newWindow: () => openWindow(''),
    show: showWindow,
    command: (id: string) => windows.command(id),
  };
  menu.setApplicationMenu(menu.buildFromTemplate(menuTemplate(platform, app.isPackaged, actions)));
  app.dock?.setMenu(menu.buildFromTemplate([{ label: 'New Window', click: actions.newWindow }]));
}

/** The menu of the application. All other commands are in the window's palette, with shortcuts that users can change. */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const isHere = ({ on }: Where): boolean => {
    if (on === 'development') return !isPackaged;
    return on === undefined || (on === 'mac') === isMac;
  };
  /** Labels without mnemonics on macOS, which has none. */
  const words = (label: string): string => (isMac ? label.replace('&', '') : label);

  function itemOf(entry: Entry): MenuItemConstructorOptions {
    if ('line' in entry) return { type: 'separator' };
    if ('entries' in entry) return { label: words(entry.label), submenu: itemsOf(entry.entries) };
    const { keys } = entry;
    if ('role' in entry) {
      const { role, label } = entry;
      return {
        role,
        ...(label !== undefined && { label }),
        ...(keys !== undefined && { accelerator: keys }),
      };
    }
    const { label } = entry;
    // Only shown here: the window handles the shortcuts, because users can change them there.
    const shown = keys === undefined ? {} : { accelerator: keys, registerAccelerator: false };
    return { label, click: clickOf(entry, actions), ...shown };
  }
  const itemsOf = (entries: readonly Entry[]) => entries.filter(isHere).map(itemOf);

  return menus.filter(isHere).map(({ label, role, entries }) => ({
    label: words(label),
    ...(role !== undefined && { role }),
    submenu: itemsOf(entries),
  }));
}

function clickOf(entry: Exclude<Action, { role: Role }>, actions: MenuActions): () => void {
  if ('place' in entry) return () => actions.show(entry.place);
  return entry.act === 'newWindow' ? actions.newWindow : () => actions.command('window.close-tab');
}
