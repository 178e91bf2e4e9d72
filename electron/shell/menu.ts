import type { MenuItemConstructorOptions } from 'electron';
import type { Desktop } from './desktop.ts';

export interface MenuActions {
  newWindow(): void;
  show(hash: string): void;
}

type Role = NonNullable<MenuItemConstructorOptions['role']>;
/** An entry: a role that Electron knows, a place to show, a thing to do, or a line. */
type Entry =
  | { role: Role }
  | { label: string; place: string; keys?: string }
  | { label: string; act: 'newWindow'; keys?: string }
  | 'line';
interface Menu {
  label: string;
  entries: readonly Entry[];
  /** Where it is shown; everywhere where nothing is said. */
  only?: 'darwin';
  /** Shown while the application is worked on. */
  whenDeveloping?: readonly Entry[];
}

const about = { label: 'About Spider Studio', place: '#/about' } as const;
const settings = { label: 'Settings …', place: '#/settings', keys: 'CmdOrCtrl+,' } as const;

const menus: readonly Menu[] = [
  {
    label: 'Spider Studio',
    only: 'darwin',
    entries: [
      about,
      'line',
      settings,
      'line',
      { role: 'services' },
      'line',
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      'line',
      { role: 'quit' },
    ],
  },
  {
    label: 'File',
    entries: [
      { label: 'New Window', act: 'newWindow', keys: 'CmdOrCtrl+Shift+N' },
      'line',
      settings,
      'line',
      { role: 'close' },
      { role: 'quit' },
    ],
  },
  {
    label: 'Edit',
    entries: [
      { role: 'undo' },
      { role: 'redo' },
      'line',
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  {
    label: 'View',
    entries: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      'line',
      { role: 'togglefullscreen' },
    ],
    whenDeveloping: ['line', { role: 'reload' }, { role: 'toggleDevTools' }],
  },
  { label: 'Window', entries: [{ role: 'minimize' }, { role: 'zoom' }] },
  { label: 'Help', entries: [{ label: 'Welcome', place: '#/welcome' }, about] },
];

/** Sets the application's menu. */
export function setMenu({ electron, platform, openWindow, showWindow }: Desktop): void {
  const actions = { newWindow: () => openWindow(''), show: showWindow };
  electron.menu.setApplicationMenu(
    electron.menu.buildFromTemplate(menuTemplate(platform, electron.app.isPackaged, actions)),
  );
}

/** The application's menu. Everything else is in the window's palette, with shortcuts that a person can change. */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  return menus
    .filter(({ only }) => only === undefined || only === platform)
    .map(({ label, entries, whenDeveloping = [] }) => ({
      label,
      submenu: [...entries, ...(isPackaged ? [] : whenDeveloping)].map((entry) => itemOf(entry, actions)),
    }));
}

function itemOf(entry: Entry, actions: MenuActions): MenuItemConstructorOptions {
  if (entry === 'line') return { type: 'separator' };
  if ('role' in entry) return { role: entry.role };
  const { label, keys } = entry;
  const click = 'place' in entry ? () => actions.show(entry.place) : () => actions[entry.act]();
  // Shown here, but the window hears them: there a person can give them another meaning.
  return keys === undefined
    ? { label, click }
    : { label, click, accelerator: keys, registerAccelerator: false };
}
