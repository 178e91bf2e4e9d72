import { setFlagsFromString } from 'node:v8';

/** Megabytes that the young generation of a thread begins with, where the thread says no more than a limit. */
const firstYoungMb = 4;
/** Megabytes that a thread may hold before all of it is searched for garbage for the first time; V8 begins with a third. */
const firstOldMb = 64;

/**
 * Calls, in a manner of speaking, after which V8 compiles a function with its best compiler; 3,000 by itself. That compiler
 * took a fifth of the processor time of a crawl of 2,000 pages, on threads of its own, to make code a little faster than
 * what the compiler before it had made. What is called most it still compiles.
 */
const callsBeforeBestCode = 40_000;

/**
 * Sets V8 up for a crawl. The part of this thread's heap that holds what is new grows no further: after some thousand pages
 * it doubles to 64 MB and more, for no gain. Called when the program is loaded, by when it is as large as a crawl needs.
 * Threads that are started later begin with some megabytes of it instead of one, and leave the rest of their heap alone
 * until there may be something to find: a crawl of some thousand pages ends before that.
 *
 * Node has no settings for this that a running program could change, so V8's flags are what there is.
 */
export function settleRuntime(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--min-semi-space-size=${firstYoungMb}`);
  setFlagsFromString(`--initial-old-space-size=${firstOldMb}`);
  setFlagsFromString(`--invocation-count-for-turbofan=${callsBeforeBestCode}`);
}
