import type { Desktop } from './desktop.ts';

/**
 * Pauses the runs and quits, without a question, when the system shuts down or the person logs off. Nothing here keeps them from
 * it. A run that was not paused in time is interrupted, and can be resumed as well.
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
        // Windows may end the process as soon as its windows have heard this, and waits some seconds for them.
        host.pauseRunsNow();
        quit();
      });
    });
    return;
  }
  electron.powerMonitor().on('shutdown', (event: { preventDefault(): void }) => {
    // The system waits until the application has quit; otherwise it would be asked to at once, and have to refuse.
    event.preventDefault();
    if (!isEnding) quit();
  });
}
