import { availableParallelism, totalmem } from 'node:os';
import { addressSpaceMb } from '../../bin/address-space.mjs';

/** Division of memory among the workers that process pages. */
export interface WorkerMemory {
  /** Maximum number of ordinary workers; 0: pages are processed on the main thread. */
  workers: number;
  /** Heap limit of each worker in megabytes. */
  heapMb: number;
  /** Heap limit of the one worker for large pages, in megabytes. */
  largeHeapMb: number;
  /** Maximum size of a body for an ordinary worker, in bytes. */
  ordinaryBody: number;
}

/** Bounds of the memory of all workers in megabytes; it is half of the machine's memory within them. */
const togetherMb = 4096;
const togetherAtLeastMb = 1024;
/** Minimum heap of an ordinary worker in megabytes: enough for any page of 1 MiB, and for garbage. */
const minHeapMb = 256;
const greatestHeapMb = 1024;
/** Maximum number of workers: the one thread that fetches and writes cannot use more. */
const workersAtMost = 8;
/** Address space in megabytes that a worker and the rest of the process reserve, for systems that limit it (`ulimit -v`). */
const addressOfWorkerMb = 2000;
const addressOfRestMb = 2500;
/** Heap bytes per byte of a body. Usual markup takes 55, elements without text 100. */
const heapPerByte = 256;

/**
 * Divides the memory of workers so that it does not grow with the number of cores: one half for the ordinary workers, the other
 * for one large page at a time.
 */
export function memoryOfWorkers(
  cores = availableParallelism(),
  machineBytes = memoryOfMachine(),
  addressMb = addressSpaceMb(),
): WorkerMemory {
  const machineMb = machineBytes / 1024 / 1024;
  const half = Math.floor(Math.min(togetherMb, Math.max(togetherAtLeastMb, machineMb / 2)) / 2);
  const wanted = Math.max(1, Math.min(cores - 1, workersAtMost, Math.floor(half / minHeapMb)));
  // V8 ends the process if it cannot reserve the memory of a thread. One worker is for large pages.
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

/** Memory in bytes; less if the operating system limits this process, as in a container. */
function memoryOfMachine(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
