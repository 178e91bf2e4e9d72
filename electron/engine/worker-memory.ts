import { availableParallelism, totalmem } from 'node:os';
import { addressSpaceMb } from '../../bin/address-space.mjs';

/** How the memory for reading pages is shared out. */
export interface WorkerMemory {
  /** Ordinary workers at most; 0: pages are read where everything else is done. */
  workers: number;
  /** Heap of each, in megabytes. */
  heapMb: number;
  /** Heap of the one worker for pages that an ordinary one has no room for, in megabytes. */
  largeHeapMb: number;
  /** Bodies up to this size are for an ordinary worker. Bytes. */
  ordinaryBody: number;
}

/** All workers together, in megabytes: half of the machine's memory, but no more than this and no less than that. */
const togetherMb = 4096;
const togetherAtLeastMb = 1024;
/** Heap of an ordinary worker, in megabytes: room for a page of 1 MiB, however it is written, and for what is not yet collected. */
const minHeapMb = 256;
const greatestHeapMb = 1024;
/** More workers are not faster: the one thread that fetches and writes cannot keep them busy. */
const workersAtMost = 8;
/** Address space that a worker and everything else reserve, in megabytes, where it is limited (`ulimit -v`). */
const addressOfWorkerMb = 2000;
const addressOfRestMb = 2500;
/** Heap for each byte of a body. Ordinary markup takes 55 bytes, elements without any text 100. */
const heapPerByte = 256;

/**
 * Shares out what workers may use together, so that it does not grow with the number of cores: one half among those for
 * ordinary pages, the other for one page at a time that needs more.
 */
export function memoryOfWorkers(
  cores = availableParallelism(),
  machineBytes = memoryOfMachine(),
  addressMb = addressSpaceMb(),
): WorkerMemory {
  const machineMb = machineBytes / 1024 / 1024;
  const half = Math.floor(Math.min(togetherMb, Math.max(togetherAtLeastMb, machineMb / 2)) / 2);
  const wanted = Math.max(1, Math.min(cores - 1, workersAtMost, Math.floor(half / minHeapMb)));
  // V8 ends the process when it may not reserve what a thread needs. One is for large pages.
  const possible = Math.floor((addressMb - addressOfRestMb) / addressOfWorkerMb) - 1;
  const workers = Math.max(0, Math.min(wanted, possible));
  const heapMb = Math.min(greatestHeapMb, Math.floor(half / Math.max(1, workers)));
  return {
    workers,
    heapMb,
    largeHeapMb: half,
    ordinaryBody: Math.floor((heapMb * 1024 * 1024) / heapPerByte),
  };
}

/** In bytes; less where the operating system allows this process less, as in a container. */
function memoryOfMachine(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
