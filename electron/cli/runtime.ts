import { setFlagsFromString } from 'node:v8';

/** The initial size of the young generation of a thread in megabytes, where only its limit is set. */
const firstYoungMb = 4;
/** The size of the old generation in megabytes at which the first full collection starts; V8's default is a third of it. */
const firstOldMb = 64;

/**
 * V8's threshold of invocations for its optimizing compiler, TurboFan; the default is 3,000. Compiling took a fifth of the
 * processor time of a crawl of 2,000 pages, for code that is hardly faster than that of the compiler before it. The most
 * frequent functions are still compiled.
 */
const callsBeforeBestCode = 40_000;

/**
 * Collects the old generation of this thread when it has grown by a third, not when it is four times as large. For programs that read
 * and write many items one after the other: what is made of an item is not needed any more a moment later. Call it before the modules
 * of the work are loaded, as the first collection decides about the next one.
 */
export function collectOften(): void {
  setFlagsFromString('--heap-growing-percent=33');
}

/**
 * Keeps the young generation of this thread as large as it is. It would grow to 100 MB without a gain. Call it once all modules are
 * loaded: by then it is as large as it should be.
 */
export function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Configures V8 for a crawl. The young generation of this thread no longer grows: after some thousand pages it would double
 * to 64 MB and more, without a gain. Call this once the command line is loaded and before the crawl's own modules are: by then it
 * is as large as a crawl needs, and loading those modules would double it. Threads that start later begin with a larger young
 * generation, and collect the old one for the first time only when it is worthwhile: a crawl of some thousand pages ends before
 * that.
 *
 * Node has no setting for this that a running program can change, so V8's flags are used.
 */
export function settleRuntime(): void {
  keepYoungGeneration();
  setFlagsFromString(`--min-semi-space-size=${firstYoungMb}`);
  setFlagsFromString(`--initial-old-space-size=${firstOldMb}`);
  setFlagsFromString(`--invocation-count-for-turbofan=${callsBeforeBestCode}`);
}
