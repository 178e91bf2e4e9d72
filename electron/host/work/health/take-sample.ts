import { setTimeout as delay } from 'node:timers/promises';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { RunSummary } from '../../../../shared/contract/types.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import type { SpiderFacts } from '../../data/health-facts.ts';
import { HostError } from '../../errors.ts';
import type { Sampling } from './evidence.ts';

/** What takes samples. */
export interface Sampler {
  readonly database: Pick<DatabaseWorkers, 'call' | 'ask'>;
  /** Starts a run as the call `runs.start`. */
  readonly startRun: (args: CallArgs<'runs.start'>) => Promise<CallValue<'runs.start'>>;
}

/** What is asked of a sample. */
export interface SampleOrder {
  project: string;
  spider: string;
  /** The most items. */
  limit: number;
  allowPrivate: boolean;
}

/** Pages and seconds of work that a sample may take, and what every item adds to them. */
const bounds = { pages: 20, pagesPerItem: 3, seconds: 60, secondsPerItem: 6 };
/** How much longer than its seconds of work a sample may take in all: waiting is no work. */
const patience = 3;
/** How often a run is looked at, and whether there is room for it, in milliseconds. */
const lookEvery = 200;
const roomEvery = 1000;
/** How long there may be no room for it among the runs of this process, in milliseconds. */
const roomWithin = 30 * 60_000;
/** How long a sample waits for the network, in milliseconds. */
const networkWithin = 5000;

/** Reasons why a run cannot begin that are not the fault of its spider. */
const otherFaults: ReadonlySet<string> = new Set([
  'bad-run-args',
  'no-proxy',
  'no-browser',
  'too-busy',
  'locked',
  'read-only',
  'disk-full',
]);

/** Fetches a sample of a spider as a test run, anew and whatever earlier runs have extracted. @throws HostError `cancelled` */
export async function takeSample(
  { database, startRun }: Sampler,
  { project, spider, limit, allowPrivate }: SampleOrder,
  { limits }: Pick<SpiderFacts, 'limits'>,
  signal: AbortSignal,
): Promise<Sampling> {
  const pages = bounds.pages + bounds.pagesPerItem * limit;
  const seconds = bounds.seconds + bounds.secondsPerItem * limit;
  const overrides = {
    CLOSESPIDER_PAGECOUNT: Math.min(pages, limits.pages ?? pages),
    CLOSESPIDER_TIMEOUT: Math.min(seconds, limits.seconds ?? seconds),
    DELTAFETCH_ENABLED: false,
    HTTPCACHE_ENABLED: false,
  };
  const begun = await begin(() => startRun({ project, spider, limit, overrides, allowPrivate }), signal);
  if (begun instanceof HostError) {
    const isBroken = !otherFaults.has(begun.code);
    return { kind: 'none', message: begun.message, hint: begun.hint, isBroken, run: null };
  }
  const { id } = begun;
  const { run, waited } = await ended({ database }, id, patience * seconds * 1000, signal);
  const sample = await database.ask('count', 'healthSample', { run: id });
  if (run.state === 'paused') await database.ask('write', 'endSample', { run: id });
  if (waited === null) return { kind: 'made', sample };
  return { kind: 'none', message: waited, hint: null, isBroken: false, run: id };
}

/** Begins a run, as soon as there is room for it. @returns why it could not begin */
async function begin(
  start: () => Promise<CallValue<'runs.start'>>,
  signal: AbortSignal,
): Promise<RunSummary | HostError> {
  for (let waited = 0; ; waited += roomEvery) {
    requireGoingOn(signal);
    try {
      return (await start()).run;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.code === 'closing' || error.code === 'cancelled') throw error;
      if (error.code !== 'too-busy' || waited >= roomWithin) return error;
    }
    await pause(roomEvery, signal);
  }
}

/**
 * Waits until a run is over, and stops it where it takes too long, waits for the network, or the check is cancelled.
 * @returns the run, and why it was stopped; null: it was not
 */
async function ended(
  { database }: Pick<Sampler, 'database'>,
  id: string,
  within: number,
  signal: AbortSignal,
): Promise<{ run: RunSummary; waited: string | null }> {
  let waited: string | null = null;
  let offline = 0;
  for (let time = 0; ; time += lookEvery) {
    const run = await database.call('runs.get', { run: id }, { window: null });
    const goesOn = run.state === 'queued' || run.state === 'running' || run.state === 'pausing';
    if (!goesOn) {
      requireGoingOn(signal);
      return { run, waited };
    }
    offline = run.waitingSince === null ? 0 : offline + lookEvery;
    if (waited === null && offline >= networkWithin)
      waited = `There was no network for the sample. ${run.reason ?? ''}`.trim();
    else if (waited === null && time >= within) waited = 'The sample took too long and was stopped.';
    if ((waited !== null || signal.aborted) && run.state !== 'queued' && run.requested !== 'stop')
      await stop({ database }, id);
    // A check that is cancelled waits for the end of its runs as well.
    await delay(lookEvery);
  }
}

/** Asks a run to stop, which may have ended since it was looked at. */
async function stop({ database }: Pick<Sampler, 'database'>, run: string): Promise<void> {
  try {
    await database.call('runs.stop', { run }, { window: null });
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'not-running') throw error;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  requireGoingOn(signal);
}

/** @throws HostError `cancelled` */
export function requireGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw new HostError('cancelled', 'The check was cancelled.');
}
