/** How many frames and characters a window may send in a burst, and how many are added each second. */
const limits = {
  frames: { most: 1000, perSecond: 300 },
  characters: { most: 64 * 1024 * 1024, perSecond: 24 * 1024 * 1024 },
} as const;

/** Limits how much a window sends. */
export interface Allowance {
  /** Whether a frame of this length is within the limits now. */
  take(characters: number): boolean;
}

/** A token bucket for frames and one for characters. A normal window stays far below both limits. */
export function createAllowance(now: () => number = () => performance.now()): Allowance {
  let frames: number = limits.frames.most;
  let characters: number = limits.characters.most;
  let at = now();
  return {
    take(length) {
      const seconds = (now() - at) / 1000;
      at = now();
      frames = Math.min(limits.frames.most, frames + seconds * limits.frames.perSecond) - 1;
      characters =
        Math.min(limits.characters.most, characters + seconds * limits.characters.perSecond) - length;
      return frames >= 0 && characters >= 0;
    },
  };
}
