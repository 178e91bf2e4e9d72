import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a crawler before its own program (`node --import`): when the process ends it writes what the process has
 * used, all of its threads together, to the file that BENCH_USAGE names. Plain JavaScript, so that loading it does not
 * load Node's TypeScript support into every crawler that is measured.
 *
 * @typedef {object} Usage What a process used from its start to its end.
 * @property {number} wallMs
 * @property {number} cpuMs User and system time of all threads.
 * @property {number} peakRssMb Largest resident set, in MB (10^6 bytes).
 * @property {number} [loopP99Ms] What a task of the main thread waited at most, in 99 of 100 samples, a second after
 *   the start and later; left out for other languages.
 */

/** Milliseconds between two samples of the event loop; Node counts them as delay, so they are taken off again. */
const resolution = 5;
/** Milliseconds in which a program may load itself. */
const startUpMs = 1000;

const file = process.env['BENCH_USAGE'];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setTimeout(() => delay.reset(), startUpMs).unref();
  /** The resident set once a second, in MB: only where somebody asks for it. */
  const samples = [];
  const samplesFile = process.env['BENCH_SAMPLES'];
  if (samplesFile !== undefined) {
    setInterval(() => samples.push(process.memoryUsage.rss() / 1e6), 1000).unref();
  }
  process.on('exit', () => {
    if (samplesFile !== undefined) writeFileSync(samplesFile, JSON.stringify(samples));
    const { user, system } = process.cpuUsage();
    const usage = {
      wallMs: performance.now(),
      cpuMs: (user + system) / 1000,
      // Node gives kibibytes.
      peakRssMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
      loopP99Ms: Math.max(0, delay.percentile(99) / 1e6 - resolution),
    };
    writeFileSync(file, JSON.stringify(usage));
  });
}
