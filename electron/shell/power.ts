import type { Desktop } from './desktop.ts';

/**
 * Keeps the machine awake during crawls; its display may turn off. On macOS this also prevents App Nap, which slows down
 * hidden applications.
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
