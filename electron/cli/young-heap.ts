import { setFlagsFromString } from 'node:v8';

/** Megabytes that the young generation of a thread begins with, where the thread says no more than a limit. */
const firstMb = 4;

/**
 * Keeps the part of this thread's heap that holds what is new from growing any further: after some thousand pages it
 * doubles to 64 MB and more, for no gain. Called when the program is loaded, by when it is as large as a crawl needs.
 * Node has no setting for it that a running program could change, so V8's flags are what there is; they hold for threads
 * that are started later too, which therefore begin with some megabytes instead of one.
 */
export function keepYoungHeap(): void {
  setFlagsFromString(`--min-semi-space-size=${firstMb}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}
