import type { ProposedChoice } from '../../shared/contract/types.ts';
import { readSettings } from '../../shared/spider/settings.ts';

/** How fast the site answered. */
export interface Pace {
  /** Time that the site took to answer, in milliseconds; null: unknown. */
  durationMs: number | null;
}

/** The most of each that can be told; what is more is told as unknown. */
const most = Number.MAX_SAFE_INTEGER;

/**
 * What a crawl would give. A request to a host starts when its delay has passed; with AutoThrottle the delay follows the
 * time that the site takes, so that it works on so many requests at a time.
 */
export function expectedOf(
  { rows, pages, details }: { rows: number; pages: number | null; details: boolean },
  { durationMs }: Pace,
): ProposedChoice['expected'] {
  if (pages === null) return { pages: null, rows: null, seconds: null };
  const { delayMs, autoThrottle } = readSettings({});
  const throttled = autoThrottle === null ? 0 : (durationMs ?? 0) / autoThrottle.targetConcurrency;
  const all = Math.min(rows * pages, most);
  const requests = details ? pages + all : pages;
  const between = Math.max(delayMs, throttled);
  const ms = (requests - 1) * between + (durationMs ?? delayMs);
  return { pages: Math.min(requests, most), rows: all, seconds: Math.max(1, Math.round(ms / 1000)) };
}
