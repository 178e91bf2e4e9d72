import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { channels } from '../../../electron/shell/channels.ts';
import { menuTemplate } from '../../../electron/shell/menu.ts';
import { start } from './open-shell.ts';

const noActions = { newWindow: () => undefined, show: () => undefined, command: () => undefined };

/** The keys that Electron gives a role where none are named. */
const keysOfRoles: Readonly<Record<string, { mac?: string; win?: string; linux?: string }>> = {
  undo: { mac: 'Mod+Z', win: 'Mod+Z', linux: 'Mod+Z' },
  redo: { mac: 'Mod+Shift+Z', win: 'Mod+Y', linux: 'Mod+Shift+Z' },
  cut: { mac: 'Mod+X', win: 'Mod+X', linux: 'Mod+X' },
  copy: { mac: 'Mod+C', win: 'Mod+C', linux: 'Mod+C' },
  paste: { mac: 'Mod+V', win: 'Mod+V', linux: 'Mod+V' },
  pasteAndMatchStyle: { mac: 'Mod+Alt+Shift+V', win: 'Mod+Shift+V', linux: 'Mod+Shift+V' },
  selectAll: { mac: 'Mod+A', win: 'Mod+A', linux: 'Mod+A' },
  close: { mac: 'Mod+W', win: 'Mod+W', linux: 'Mod+W' },
  quit: { mac: 'Mod+Q', linux: 'Mod+Q' },
  minimize: { mac: 'Mod+M', win: 'Mod+M', linux: 'Mod+M' },
  hide: { mac: 'Mod+H' },
  hideOthers: { mac: 'Mod+Alt+H' },
  reload: { mac: 'Mod+R', win: 'Mod+R', linux: 'Mod+R' },
  toggleDevTools: { mac: 'Mod+Alt+I', win: 'Mod+Shift+I', linux: 'Mod+Shift+I' },
  resetZoom: { mac: 'Mod+0', win: 'Mod+0', linux: 'Mod+0' },
  zoomIn: { mac: 'Mod+Plus', win: 'Mod+Plus', linux: 'Mod+Plus' },
  zoomOut: { mac: 'Mod+-', win: 'Mod+-', linux: 'Mod+-' },
  togglefullscreen: { mac: 'Mod+Ctrl+F', win: 'F11', linux: 'F11' },
};
/** Roles that only macOS knows. */
const rolesOfMac = [
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'front',
  'startSpeaking',
  'stopSpeaking',
  'pasteAndMatchStyle',
];

const submenuOf = (item: MenuItemConstructorOptions) => (Array.isArray(item.submenu) ? item.submenu : []);
const withInner = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...withInner(submenuOf(item))]);
const nameOf = ({ type, role, label }: MenuItemConstructorOptions) =>
  type === 'separator' ? '-' : (role ?? label);

const platforms = [
  ['darwin', 'mac'],
  ['win32', 'win'],
  ['linux', 'linux'],
] as const;

describe.each(platforms)('the menu on %s', (platform, system) => {
  const template = menuTemplate(platform, false, noActions);
  const items = withInner(template);

  it('has each role and each label once', () => {
    const names = items.map(nameOf).filter((name) => name !== '-');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('gives each keys to one entry', () => {
    const keys = items.flatMap(({ role, accelerator }) => {
      const own = accelerator?.replace('CmdOrCtrl', 'Mod') ?? keysOfRoles[role ?? '']?.[system];
      return own === undefined ? [] : [own];
    });
    expect(keys).toContain('Mod+W');
    expect(keys.filter((each, index) => keys.indexOf(each) !== index)).toEqual([]);
  });

  it('has only roles that the system knows', () => {
    const foreign = platform === 'darwin' ? [] : rolesOfMac;
    expect(items.filter(({ role }) => role !== undefined && foreign.includes(role))).toEqual([]);
  });

  it('has no line at an end of a menu, and no two together', () => {
    for (const { submenu } of template) {
      const names = (Array.isArray(submenu) ? submenu : []).map(nameOf);
      expect(names.join(' ')).not.toMatch(/^-|-$|- -/);
    }
  });

  it('marks a letter for Alt, for each menu another one, except on macOS', () => {
    const letters = template.flatMap(({ label }) => /&(\w)/.exec(label ?? '')?.[1] ?? []);
    expect(letters.join('')).toBe(platform === 'darwin' ? '' : 'FEVWH');
  });

  it('has the tools of developers only where it is not packaged', () => {
    const packaged = withInner(menuTemplate(platform, true, noActions));
    const tools = (all: MenuItemConstructorOptions[]) =>
      all.filter(({ role }) => role === 'reload' || role === 'toggleDevTools').length;
    expect([tools(items), tools(packaged)]).toEqual([2, 0]);
  });
});

it.each([
  [
    'darwin',
    {
      'Spider Studio': 'About Spider Studio,-,Settings…,-,services,-,hide,hideOthers,unhide,-,quit',
      File: 'New Window,-,Close Tab,close',
      Edit: 'undo,redo,-,cut,copy,paste,pasteAndMatchStyle,delete,selectAll,-,Speech',
      View: 'resetZoom,zoomIn,zoomOut,-,togglefullscreen',
      windowMenu: 'minimize,zoom,-,front',
      help: 'Welcome',
    },
  ],
  [
    'win32',
    {
      '&File': 'New Window,-,Close Tab,close,-,Settings…,-,quit',
      '&Edit': 'undo,redo,-,cut,copy,paste,delete,selectAll',
      '&View': 'resetZoom,zoomIn,zoomOut,-,togglefullscreen',
      windowMenu: 'minimize,zoom',
      help: 'Welcome,About Spider Studio',
    },
  ],
] as const)('the whole menu of %s', (platform, expected) => {
  const shown = menuTemplate(platform, true, noActions).map((menu) => [
    nameOf(menu),
    submenuOf(menu).map(nameOf).join(','),
  ]);
  expect(Object.fromEntries(shown)).toEqual(expected);
});

describe('what the menu does', () => {
  const click = (items: MenuItemConstructorOptions[] | undefined, label: string) => {
    const item = withInner(items ?? []).find((each) => each.label === label);
    (item?.click as (() => void) | undefined)?.();
  };

  it('closes a tab of the window in front, or nothing where there is none', async () => {
    const { set, windows } = await start({ platform: 'darwin' });
    click(set.menu, 'Close Tab');
    expect(windows[0]?.sent).toEqual([[channels.command, 'window.close-tab']]);
    windows[0]?.window.close();
    click(set.menu, 'Close Tab');
    expect(windows).toHaveLength(1);
  });

  it('opens a window from the dock and for a place when all are closed', async () => {
    const { set, windows, calls } = await start({ platform: 'darwin' });
    windows[0]?.window.close();
    expect(calls).not.toContain('quit');
    click(set.dockMenu, 'New Window');
    windows[1]?.window.close();
    click(set.menu, 'Settings…');
    expect(windows.map(({ loaded }) => loaded[0])).toEqual([
      'app://bundle/',
      'app://bundle/',
      'app://bundle/#/settings',
    ]);
  });
});
