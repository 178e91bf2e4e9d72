import type { Desktop } from './desktop.ts';

/**
 * Keeps the machine awake while crawls go on; its display may go dark. On macOS that also keeps the application from being
 * slowed down out of sight (App Nap), which spares programs that hold such an assertion.
 */
export function stayAwakeForRuns({ electron, runs }: Desktop): void {
  let blocker: number | null = null;
  const update = (): void => {
    if (runs.count() > 0) blocker ??= electron.powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      electron.powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  runs.onChange(update);
  update();
}
