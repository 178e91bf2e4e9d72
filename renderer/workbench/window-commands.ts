import { desktopBridge } from '../client/connect.ts';
import { onMac } from '../ui/keys.ts';
import type { Command } from '../commands/registry.ts';
import { setPreferences, usePreferencesStore } from '../state/preferences.ts';
import { useToasts } from '../state/toasts.ts';
import { closePalette, openPalette, showShortcuts, toggleSidebar, useFrame } from './frame-state.ts';
import { closeTab, hasTabToClose, stepTab } from '../navigation/open-tabs.ts';
import { focusPane } from './panes.ts';
import { navigate } from '../navigation/router.ts';

const inDesktop = desktopBridge() !== null;
const themes = ['system', 'light', 'dark'] as const;
const themeWords = { system: 'as the system', light: 'light', dark: 'dark' };

function togglePalette(search: string): void {
  if (useFrame.getState().palette.open) closePalette();
  else openPalette(search);
}

/** The commands of the window itself. */
export const windowCommands: readonly Command[] = [
  {
    id: 'window.palette',
    title: 'Go to anything',
    category: 'Window',
    keywords: ['palette', 'search', 'find', 'open', 'quick'],
    keys: ['Mod+K', 'Mod+P'],
    worksInDialogs: true,
    run: () => togglePalette(''),
  },
  {
    id: 'window.commands',
    title: 'Show all commands',
    category: 'Window',
    keywords: ['palette'],
    keys: ['Mod+Shift+P', 'F1'],
    worksInDialogs: true,
    run: () => togglePalette('>'),
  },
  {
    id: 'window.shortcuts',
    title: 'Show keyboard shortcuts',
    category: 'Window',
    keywords: ['keys', 'help'],
    keys: ['?'],
    run: () => showShortcuts(true),
  },
  {
    id: 'window.settings',
    title: 'Open the settings',
    category: 'Window',
    keywords: ['preferences', 'options'],
    keys: ['Mod+,'],
    run: () => navigate(['settings']),
  },
  {
    id: 'window.sidebar',
    title: 'Show or hide the sidebar',
    category: 'Window',
    keys: ['Mod+B'],
    run: toggleSidebar,
  },
  {
    id: 'window.next-pane',
    title: 'Focus the next pane',
    category: 'Window',
    keys: ['F6'],
    run: () => focusPane(1),
  },
  {
    id: 'window.previous-pane',
    title: 'Focus the previous pane',
    category: 'Window',
    keys: ['Shift+F6'],
    run: () => focusPane(-1),
  },
  {
    id: 'window.close-tab',
    title: 'Close the tab',
    category: 'Window',
    // A browser uses the usual shortcut for its own tabs.
    keys: [inDesktop ? 'Mod+W' : onMac('Ctrl+W', 'Alt+W')],
    run() {
      if (inDesktop && !hasTabToClose()) window.close();
      else closeTab();
    },
  },
  {
    id: 'window.next-tab',
    title: 'Go to the next tab',
    category: 'Window',
    keys: [onMac('Ctrl+PageDown', 'Alt+PageDown')],
    run: () => stepTab(1),
  },
  {
    id: 'window.previous-tab',
    title: 'Go to the previous tab',
    category: 'Window',
    keys: [onMac('Ctrl+PageUp', 'Alt+PageUp')],
    run: () => stepTab(-1),
  },
  {
    id: 'window.back',
    title: 'Go back',
    category: 'Window',
    keys: [onMac('Mod+[', 'Alt+Left')],
    run: () => window.history.back(),
  },
  {
    id: 'window.forward',
    title: 'Go forward',
    category: 'Window',
    keys: [onMac('Mod+]', 'Alt+Right')],
    run: () => window.history.forward(),
  },
  {
    id: 'window.new',
    title: 'Open another window',
    category: 'Window',
    keys: ['Mod+Shift+N'],
    run: () => void window.open(window.location.href, '_blank', 'noopener'),
  },
  {
    id: 'window.theme',
    title: 'Change the theme',
    category: 'Appearance',
    keywords: ['dark', 'light', 'system', 'colours'],
    keys: ['Mod+Shift+L'],
    run() {
      const { theme } = usePreferencesStore.getState().preferences;
      void setPreferences({ theme: themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system' });
    },
  },
  ...themes.map((theme) => ({
    id: `window.theme-${theme}`,
    title: `Theme: ${themeWords[theme]}`,
    category: 'Appearance',
    run: () => void setPreferences({ theme }),
  })),
  {
    id: 'window.density',
    title: 'Switch between compact and comfortable rows',
    category: 'Appearance',
    keywords: ['density', 'size'],
    run() {
      const { density } = usePreferencesStore.getState().preferences;
      void setPreferences({ density: density === 'compact' ? 'comfortable' : 'compact' });
    },
  },
  {
    id: 'window.dismiss',
    title: 'Dismiss all notifications',
    category: 'Window',
    keys: ['Mod+Shift+Backspace'],
    when: () => useToasts.getState().toasts.length > 0,
    run: () => useToasts.getState().clear(),
  },
  {
    id: 'window.about',
    title: 'About Spider Studio',
    category: 'Window',
    keywords: ['version'],
    run: () => navigate(['about']),
  },
  {
    id: 'window.welcome',
    title: 'Open the welcome page',
    category: 'Window',
    keywords: ['start', 'sample', 'home'],
    keys: ['G H'],
    run: () => navigate(['welcome']),
  },
];
