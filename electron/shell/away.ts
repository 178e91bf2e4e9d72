import { join } from 'node:path';
import type { Tray } from 'electron';
import type { Desktop } from './desktop.ts';

/**
 * Shows that crawls run while no window is open: with an icon in the notification area, on macOS with their number on the
 * icon in the dock.
 */
export function showRunsWithoutWindow(desktop: Desktop): void {
  const { electron, platform, windows, runs } = desktop;
  const show = platform === 'darwin' ? showInDock(desktop) : showBesideClock(desktop);
  let isEnding = false;
  const update = (): void => show(isEnding || windows.count > 0 ? 0 : runs.count());

  runs.onChange(update);
  electron.app.on('window-all-closed', update);
  electron.app.on('browser-window-created', () => show(0));
  electron.app.on('will-quit', () => {
    isEnding = true;
    update();
  });
}

/** Shows the number of runs; 0 hides it. */
type ShowRuns = (count: number) => void;

function showInDock({ electron }: Desktop): ShowRuns {
  return (count) => electron.app.dock?.setBadge(count === 0 ? '' : String(count));
}

function showBesideClock({ electron, platform, resources, leaving, showWindow }: Desktop): ShowRuns {
  // Windows picks the image for its scale; Linux scales a larger one down.
  const icon = join(resources, 'tray', platform === 'win32' ? 'windows.png' : 'linux.png');
  let tray: Tray | null = null;

  function pauseAndQuit(): void {
    leaving.withoutAsking();
    electron.app.quit();
  }

  return (count) => {
    if (count === 0) {
      // Later, because its click handler may still be running.
      if (tray !== null) setImmediate((gone: Tray) => gone.destroy(), tray);
      tray = null;
      return;
    }
    if (tray === null) {
      tray = electron.createTray(icon);
      tray.on('click', () => showWindow(null));
    }
    const words = count === 1 ? '1 crawl running' : `${count} crawls running`;
    tray.setToolTip(`Spider Studio: ${words}`);
    tray.setContextMenu(
      electron.menu.buildFromTemplate([
        { label: words, enabled: false },
        { type: 'separator' },
        { label: 'Show Spider Studio', click: () => showWindow(null) },
        { label: 'Pause and Quit', click: pauseAndQuit },
      ]),
    );
  };
}
