import { HostPool } from './host-pool.ts';

/** Heap limit of a thread in megabytes: several times the largest page, as bytes, text and browser messages. */
const heapMb = 1024;
/** Time to close a browser after cancellation, in milliseconds. */
const graceMs = 10_000;

/**
 * Threads for work with browsers, one for each job, which ends with it: a slow site blocks nothing else, and the messages of a
 * browser stay off the thread that serves windows.
 */
export function browserThreads(entry: URL): HostPool {
  return new HostPool({
    entry,
    data: null,
    threads: Infinity,
    keepIdle: false,
    // Each step has its own time limit, and a person can cancel it.
    timeLimitMs: null,
    graceMs,
    heapMb,
  });
}
