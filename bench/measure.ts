import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a crawler before its own program (`node --import`): when the process ends it writes what the process has
 * used, all of its threads together, to the file that BENCH_USAGE names.
 */

/** What a process used from its start to its end. */
export interface Usage {
  wallMs: number;
  /** User and system time of all threads. */
  cpuMs: number;
  /** Largest resident set, in MB (10^6 bytes). */
  peakRssMb: number;
}

const file = process.env['BENCH_USAGE'];
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = {
      wallMs: performance.now(),
      cpuMs: (user + system) / 1000,
      // Node gives kibibytes.
      peakRssMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
    };
    writeFileSync(file, JSON.stringify(usage));
  });
}
