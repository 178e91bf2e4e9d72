/** A call that is made at most so often. */
export interface Coalesced {
  (): void;
  /** Drops what waits. */
  cancel: () => void;
}

/**
 * Makes many calls few: the first one at once, those that follow within `ms` milliseconds as one at their end, so that the last one
 * is never lost.
 */
export function coalesced(run: () => void, ms: number): Coalesced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let waits = false;
  const rest = () => {
    timer = null;
    if (!waits) return;
    waits = false;
    begin();
  };
  const begin = () => {
    run();
    timer = setTimeout(rest, ms);
  };
  const call = () => {
    if (timer === null) begin();
    else waits = true;
  };
  return Object.assign(call, {
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waits = false;
    },
  });
}
