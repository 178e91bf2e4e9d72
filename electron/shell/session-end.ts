import type { Desktop } from './desktop.ts';

/**
 * Pauses the runs and quits without asking when the system shuts down or the user logs off. It never blocks the shutdown. A
 * run that is not paused in time is interrupted, and can be resumed as well.
 */
export function pauseWhenSessionEnds({ electron, platform, host, leaving }: Desktop): void {
  let isEnding = false;

  function quit(): void {
    isEnding = true;
    leaving.withoutAsking();
    electron.app.quit();
  }

  if (platform === 'win32') {
    electron.app.on('browser-window-created', (_event, window) => {
      window.on('session-end', () => {
        if (isEnding) return;
        // Windows may end the process once its windows have handled this event, and waits a few seconds for them.
        host.pauseRunsNow();
        quit();
      });
    });
    return;
  }
  electron.powerMonitor().on('shutdown', (event: { preventDefault(): void }) => {
    // The system now waits until the application has quit; otherwise it would quit before the runs are paused.
    event.preventDefault();
    if (!isEnding) quit();
  });
}
