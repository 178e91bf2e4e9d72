import { useEffect, useState } from 'react';
import { invalidate } from '../../state/query.ts';

/** How often the screen asks how the fleet stands, in milliseconds; a worker is told to be gone within its term and this. */
const readEveryMs = 2000;

/** Reads everything about the fleet again and again while the window is looked at. @returns how often that was */
export function useFollowedFleet(): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      readFleet();
      setTimes((before) => before + 1);
    }, readEveryMs);
    return () => clearInterval(timer);
  }, []);
  return times;
}

/** Reads everything about the fleet again. */
export const readFleet = (): void => invalidate((name) => name.startsWith('fleet.'));
