/** What a crawler used from its start to its end. Written by `measure.mjs`. */
export interface Usage {
  wallMs: number;
  /** User and system time of all threads. */
  cpuMs: number;
  /** Largest resident set, in MB (10^6 bytes). */
  peakRssMb: number;
  /** What a task of the main thread waited at most, in 99 of 100 samples, in milliseconds; only of programs in Node. */
  loopP99Ms?: number;
}
