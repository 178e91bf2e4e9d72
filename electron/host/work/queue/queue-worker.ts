import { setTimeout as delay } from 'node:timers/promises';
import type { QueueEntry } from '../../../../shared/contract/types.ts';
import type { WorkerKind } from '../../../store/queue/queue-queries.ts';
import {
  workerBeatMs,
  type EndedAttempt,
  type QueueClaim,
  type QueueOutlook,
} from '../../../store/queue/queue-work-queries.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import { HostError, toHostError } from '../../errors.ts';
import type { Crawls } from '../crawl/crawls.ts';
import { Alarm } from './alarm.ts';

/** How often an idle worker looks at the queue, in milliseconds. What this process adds wakes it at once. */
const lookEveryMs = 1000;
/** The same where it is told what others add, and looks only whether they are alive. */
const lookSeldomMs = workerBeatMs;

/** Options of `QueueWorker`. */
export interface QueueWorkerOptions {
  database: AskedDatabase;
  crawls: Pick<Crawls, 'start' | 'resume' | 'whenOver'>;
  kind: WorkerKind;
  /** How many entries it carries out at once at most; the settings of the queue hold as well. */
  concurrency: number;
  /** Only the entries of this batch; null: all. */
  batch: string | null;
  /** Whether it ends when nothing is left to do. */
  drains: boolean;
  /** Whether `wake` is called for whatever others add to the queue now. */
  isTold: () => boolean;
  /** From 0 to 1. */
  random: () => number;
  /** Called when an attempt has ended, also one of a worker that is gone. */
  onEntry: (entry: QueueEntry) => void;
  /** Called when others begin or cease to carry the queue out, as far as this worker sees it. */
  onOthers: () => void;
  /** Called with errors that it goes on after. */
  onFault: (what: string, error: unknown) => void;
}

/** Carries out entries of the queue until it is closed. */
export class QueueWorker {
  readonly #options: QueueWorkerOptions;
  readonly #alarm = new Alarm();
  readonly #over = Promise.withResolvers<void>();
  readonly #outdated = Promise.withResolvers<HostError>();
  readonly #attempts = new Set<Promise<void>>();
  #lock: string | null = null;
  #outlook: QueueOutlook | null = null;
  #beats: NodeJS.Timeout | undefined;
  #isClosing = false;
  #lastTakeBack = -Infinity;
  #lastFault = '';

  constructor(options: QueueWorkerOptions) {
    this.#options = options;
  }

  /** Resolves when it has ended: it was closed, or drains and nothing was left to do. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Resolves when a newer version of the program has taken the database over: this one begins nothing more. */
  get outdated(): Promise<HostError> {
    return this.#outdated.promise;
  }

  /** Whether this process is the one that does what only one does, as far as it knows. */
  get leads(): boolean {
    return !this.#isClosing && this.#outlook?.leads === true;
  }

  /** Begins. @throws HostError `daemon-running` where it is a daemon and there is another one */
  async start(): Promise<void> {
    await this.#register();
    this.#beats = setInterval(() => void this.#beat(), workerBeatMs).unref();
    void this.#work();
  }

  /** Looks at the queue at once. */
  wake(): void {
    this.#alarm.ring();
  }

  /** Begins no further entry. */
  stop(): void {
    this.#isClosing = true;
    this.#alarm.ring();
  }

  /** Waits for the runs under way, which are to be paused by now, and gives back what is unfinished. */
  async close(): Promise<void> {
    this.stop();
    await this.#over.promise;
  }

  async #register(): Promise<void> {
    const { kind, concurrency, database } = this.#options;
    const made = await database.ask('write', 'queueRegister', { kind, concurrency });
    if (made.kind === 'registered') {
      this.#lock = made.lock;
      return;
    }
    throw new HostError(
      'daemon-running',
      `A daemon carries this queue out already (process ${made.pid}).`,
      'One is enough, however many crawls it runs at once: the settings of the queue say how many. To replace it, end it first.',
    );
  }

  async #work(): Promise<void> {
    while (!this.#isClosing) {
      try {
        if (await this.#turn()) break;
        this.#lastFault = '';
      } catch (error) {
        if (!this.#isClosing) this.#report(error);
      }
      await this.#alarm.sleep(this.#pauseMs());
    }
    this.#isClosing = true;
    await Promise.all(this.#attempts);
    clearInterval(this.#beats);
    await this.#options.database
      .ask('write', 'queueLeave', { ifDone: false })
      .catch((error: unknown) => this.#report(error));
    this.#over.resolve();
  }

  /** Takes back what others have lost, and begins what may be begun. @returns whether all is done */
  async #turn(): Promise<boolean> {
    const { database, batch, drains } = this.#options;
    if (this.#lock === null) await this.#register();
    let outlook = await this.#look();
    if (!outlook.isWorker) {
      await this.#register();
      outlook = await this.#look();
    }
    if (this.#mayTakeBack(outlook)) {
      this.#lastTakeBack = performance.now();
      const back = await database.ask('write', 'queueTakeBack', null);
      for (const entry of back) this.#options.onEntry(entry);
      if (back.length > 0) outlook = await this.#look();
    }
    while (outlook.mayClaim && !this.#isClosing) {
      const claim = await database.ask('write', 'queueClaim', { batch });
      if (claim === null) break;
      const attempt = this.#carryOut(claim).finally(() => this.#attempts.delete(attempt));
      this.#attempts.add(attempt);
    }
    if (!drains || this.#attempts.size > 0 || !outlook.isDone) return false;
    return database.ask('write', 'queueLeave', { ifDone: true });
  }

  /** At once where a worker is gone; now and then where others could have stopped to answer. */
  #mayTakeBack({ others }: QueueOutlook): boolean {
    if (others === 'none') return false;
    return others === 'gone' || performance.now() - this.#lastTakeBack >= workerBeatMs;
  }

  async #look(): Promise<QueueOutlook> {
    const { database, batch } = this.#options;
    const known = this.#outlook;
    const seen = await database.ask('quick', 'queueOutlook', { lock: this.#lock ?? '', batch });
    this.#outlook = seen;
    if (known !== null && (known.others !== seen.others || known.leads !== seen.leads))
      this.#options.onOthers();
    return seen;
  }

  #pauseMs(): number {
    const due = this.#outlook?.nextDueAt ?? null;
    const most = this.#lock !== null && this.#options.isTold() ? lookSeldomMs : lookEveryMs;
    return due === null ? most : Math.min(most, Math.max(50, due - Date.now()));
  }

  async #carryOut({ lease, project, spider, options, run }: QueueClaim): Promise<void> {
    const { crawls, random } = this.#options;
    const { args = {}, defaults: _defaults, ...rest } = options;
    let refused: { reason: string; retry: boolean } | null = null;
    try {
      const started =
        run === null
          ? await crawls.start({ project, spider, args, ...rest }, undefined, lease)
          : await crawls.resume(run, undefined, lease);
      await crawls.whenOver(started.run);
    } catch (error) {
      const { code, message, hint } = toHostError(error);
      // It is given back with everything else.
      if (code === 'closing') return;
      if (code === 'newer') return this.#giveUp();
      if (code === 'internal') this.#options.onFault(`Queue entry ${lease.entry}`, error);
      const reason = hint === null ? message : `${message} ${hint}`;
      refused = { reason, retry: !final.has(code) };
    }
    await this.#record(lease, { jitter: random(), ...(refused === null ? {} : { refused }) });
    this.#alarm.ring();
  }

  /** Records how an attempt ended, until it succeeds: on a full disk the entry would else count as carried out for ever. */
  async #record(lease: QueueClaim['lease'], ended: EndedAttempt): Promise<void> {
    const { database, onEntry } = this.#options;
    for (;;) {
      try {
        const entry = await database.ask('write', 'queueEnd', { lease, ended });
        if (entry !== null) onEntry(entry);
        return;
      } catch (error) {
        this.#report(error);
      }
      // What is not recorded at the end is given back.
      if (this.#isClosing) return;
      await delay(lookEveryMs);
    }
  }

  /** Begins nothing more: every further entry would fail for what is no fault of its own. */
  #giveUp(): void {
    if (this.#isClosing) return;
    const error = new HostError(
      'newer',
      'Spider Studio was updated while this process ran, and it cannot use the database any more.',
      'Start it again. Crawls go on from where they were.',
    );
    this.stop();
    this.#options.onFault('The queue', error);
    this.#outdated.resolve(error);
  }

  async #beat(): Promise<void> {
    // Who is alone is seen by nobody, and leaves the disk alone.
    if (this.#attempts.size === 0 && this.#outlook?.others === 'none') return;
    await this.#options.database
      .ask('write', 'queueBeat', null)
      .catch((error: unknown) => this.#report(error));
  }

  /** Reports an error once, however often it comes. The connection may be a new one afterwards, so it registers again. */
  #report(error: unknown): void {
    this.#lock = null;
    const message = String(error);
    if (message !== this.#lastFault) this.#options.onFault('The queue', error);
    this.#lastFault = message;
  }
}

/** Codes of errors that no retry mends: the spider or what it was queued with is wrong. */
const final: ReadonlySet<string> = new Set([
  'unknown-project',
  'unknown-spider',
  'invalid-spider',
  'bad-run-args',
  'no-proxy',
  'bad-secret-reference',
  'damaged-proxies',
]);
