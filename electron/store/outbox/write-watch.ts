/** Calls the function whenever somebody may have written the database, until it is ended. */
export type WatchWrites = (onWrite: () => void) => WriteWatch;

export interface WriteWatch {
  /** Whether nothing is added to the outbox now without a call. Before it is no longer so, the function is called. */
  readonly tellsAll: boolean;
  end(): void;
}

/** Lets several watch by one watch, which is there while anybody does. */
export function sharedWatch(watchWrites: WatchWrites): WatchWrites {
  const listeners = new Set<() => void>();
  let watch: WriteWatch | null = null;
  return (onWrite) => {
    const listener = (): void => onWrite();
    listeners.add(listener);
    watch ??= watchWrites(() => {
      for (const tell of listeners) tell();
    });
    return {
      get tellsAll() {
        return watch !== null && watch.tellsAll;
      },
      end() {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        watch?.end();
        watch = null;
      },
    };
  };
}
