import { themeOf } from '../host/data/preferences.ts';
import type { Desktop } from './desktop.ts';

/**
 * Makes what the system draws (title bars, menus, dialogs, the window before its page) follow the application's theme, from
 * the first window on and after every change.
 */
export function followTheme({ electron: { nativeTheme }, host, windows }: Desktop): void {
  nativeTheme.on('updated', () => windows.repaint());
  const choose = (theme: typeof host.theme): void => {
    if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
  };
  choose(host.theme);
  host.subscribe(
    'preferences',
    {},
    { event: (preferences) => choose(themeOf(preferences)), missed: () => undefined },
  );
}
