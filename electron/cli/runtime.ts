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
 * Configures V8 for a crawl. The young generation of this thread no longer grows: after some thousand pages it would double
 * to 64 MB and more, without a gain. Call this once the command line is loaded and before the crawl's own modules are: by then it
 * is as large as a crawl needs, and loading those modules would double it. Threads that start later begin with a larger young
 * generation, and collect the old one for the first time only when it is worthwhile: a crawl of some thousand pages ends before
 * that.
 *
 * Node has no setting for this that a running program can change, so V8's flags are used.
 */
export function settleRuntime(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--min-semi-space-size=${firstYoungMb}`);
  setFlagsFromString(`--initial-old-space-size=${firstOldMb}`);
  setFlagsFromString(`--invocation-count-for-turbofan=${callsBeforeBestCode}`);
}
