import { setTimeout as delay } from 'node:timers/promises';
import type { FleetWork } from '../../../fleet/share/fleet-work.ts';
import { LeaseLostError } from '../../../engine/ports/lease.ts';
import { requireRun } from '../../data/require-run.ts';
import { logFault, logNote } from '../../log.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { planRun } from '../crawl/execute-run.ts';
import type { WorkCounts } from './counted-ledger.ts';
import { takePart } from './shared-run.ts';

/** How often it is looked for runs at the latest, in milliseconds; news of the database come sooner. */
const lookEveryMs = 1000;
/** How long a run is left to others that this computer cannot carry out, for example because a proxy is missing, in milliseconds. */
const leaveAloneMs = 60_000;

/** How long there must be nothing to do before a worker that drains ends, in milliseconds. */
const idleMs = 5000;

/** What a worker needs. */
export interface FleetWorkerOptions {
  workspace: Workspace;
  work: FleetWork;
  /** Told of runs that this worker joins or leaves, and of those that it cannot carry out, in a sentence. */
  onNote: (message: string) => void;
  /** Told of the number of runs in which it takes part, whenever that changes. */
  onRuns: (runs: number) => void;
}

/** A worker: takes part in every run of the workspace that is under way. */
export class FleetWorker {
  readonly #options: FleetWorkerOptions;
  /** What it has done in all runs. */
  readonly counts: WorkCounts = { busy: 0, pages: 0, items: 0 };
  readonly #sessions = new Map<string, Promise<void>>();
  /** Until when runs are left alone, on a clock that nobody can set. */
  readonly #leftAlone = new Map<string, number>();
  readonly #closing = new AbortController();
  #news = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: FleetWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#serve();
  }

  /** Runs came or went: looks at once. */
  wake(): void {
    this.#news.abort();
  }

  /** Number of runs in which it takes part. */
  get sessions(): number {
    return this.#sessions.size;
  }

  /** Resolves when there was no run to take part in for some seconds. */
  async whenIdle(): Promise<void> {
    let idleSince = performance.now();
    while (performance.now() - idleSince < idleMs) {
      if (this.#sessions.size > 0) idleSince = performance.now();
      await delay(lookEveryMs);
    }
  }

  /** Finishes the pages in flight, and leaves all runs to others. */
  async drain(): Promise<void> {
    this.#closing.abort();
    this.wake();
    await this.#loop;
    await this.#options.work.drain();
    await Promise.all(this.#sessions.values());
  }

  async #serve(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#news = new AbortController();
      await this.#join().catch((error: unknown) => this.#report('Looking for runs', error));
      await delay(lookEveryMs, undefined, { signal: this.#news.signal }).catch(() => undefined);
    }
  }

  async #join(): Promise<void> {
    for (const { run } of await this.#options.work.waiting()) {
      if (this.#closing.signal.aborted || this.#sessions.has(run)) continue;
      if ((this.#leftAlone.get(run) ?? 0) > performance.now()) continue;
      const session = this.#takePart(run).finally(() => {
        this.#sessions.delete(run);
        this.#options.onRuns(this.#sessions.size);
      });
      this.#sessions.set(run, session);
      this.#options.onRuns(this.#sessions.size);
    }
  }

  /** Never rejects: a run that cannot be carried out here is left to others. */
  async #takePart(run: string): Promise<void> {
    const { workspace, work, onNote } = this.#options;
    try {
      const never = new AbortController().signal;
      const planned = await planRun(workspace, await requireRun(workspace, run), {});
      onNote(`Run ${run}: joined.`);
      const outcome = await takePart(workspace, work, planned, { pause: never, stop: never }, this.counts);
      onNote(`Run ${run}: ${outcome === null ? 'left.' : `${outcome.state}. ${outcome.reason}`}`);
    } catch (error) {
      // A session that was cut off, or came too late, may begin anew where the run is still wanted.
      if (error instanceof LeaseLostError) return;
      this.#leftAlone.set(run, performance.now() + leaveAloneMs);
      this.#report(`Run ${run}`, error);
    }
  }

  #report(what: string, error: unknown): void {
    const { workspace, onNote } = this.#options;
    logFault(workspace.dataDir, what, error);
    const message = error instanceof Error ? error.message : String(error);
    logNote(workspace.dataDir, `${what}: ${message}`);
    onNote(`${what}: ${message}`);
  }
}
