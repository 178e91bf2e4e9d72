import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { BroadcastChannel } from 'node:worker_threads';
import type { LiveState } from '../../../../shared/contract/types.ts';
import type { LiveInput } from '../../../../shared/live-page.ts';
import { writeFrame } from '../../../../shared/live-frames.ts';
import { HostError } from '../../errors.ts';
import { browserThreads } from '../../threads/browser-threads.ts';
import type { HostPool } from '../../threads/host-pool.ts';
import { errorOf } from '../../threads/plain-error.ts';
import type { LiveAnswers, LiveOrder, LiveQuestion, LiveReport, LiveRequest } from './messages.ts';

/** The most live pages at a time: each is a browser of its own. */
const maxLivePages = 2;
/** How long a live page goes on while nobody follows its pictures, in milliseconds: a window that loads again has none for a moment. */
const unseenMs = 10_000;

const nothingYet: LiveState = {
  phase: 'loading',
  url: '',
  title: '',
  canGoBack: false,
  canGoForward: false,
  windows: 0,
  choices: null,
  actions: [],
  hasSecret: false,
  notes: [],
};

/** A live page to open. */
export type LiveWish = Omit<LiveRequest, 'dataDir' | 'proxyChannel' | 'orders'> & {
  /** The spider that its pages are saved for. */
  spider: string;
  /** Session of the window that it belongs to; null: a caller without one. */
  window: string | null;
};

/** Live pages, each with its own thread and its own browser. */
export interface LivePages {
  /** Opens one. @throws HostError as `LiveSession.open`; `too-busy` */
  open(wish: LiveWish, signal: AbortSignal): Promise<{ live: string; path: string }>;
  /** @throws HostError `unknown-live` */
  state(live: string): LiveState;
  /** Null: there is none. */
  find(live: string): LiveState | null;
  /** The project and the spider of one. @throws HostError `unknown-live` */
  spiderOf(live: string): { project: string; spider: string };
  /** @throws HostError `unknown-live` */
  input(live: string, input: readonly LiveInput[]): void;
  /** @throws HostError `unknown-live` */
  shown(live: string, frame: number): void;
  /** @throws HostError `unknown-live`, or that of the question */
  ask<K extends LiveQuestion['kind']>(
    live: string,
    question: Extract<LiveQuestion, { kind: K }>,
  ): Promise<LiveAnswers[K]>;
  /** Its pictures by the name in their path, from the newest on; null: there are none. */
  frames(name: string): Readable | null;
  end(live: string): Promise<void>;
  /** Ends those of a window. */
  endOf(window: string): void;
  close(): Promise<void>;
}

/** Options of `createLivePages`. */
export interface LivePagesOptions {
  dataDir: string;
  proxyChannel: string | null;
  onState: (event: { live: string; state: LiveState }) => void;
  /** How long a live page goes on while nobody follows its pictures, in milliseconds. */
  unseenFor?: number;
}

/** Creates them. Nothing starts before the first one. */
export function createLivePages({
  dataDir,
  proxyChannel,
  onState,
  unseenFor = unseenMs,
}: LivePagesOptions): LivePages {
  const threads = browserThreads(new URL('./live-worker.ts', import.meta.url));
  const open = new Map<string, LiveThread>();

  function required(live: string): LiveThread {
    const found = open.get(live);
    if (found !== undefined) return found;
    throw new HostError('unknown-live', 'The live page has ended.', 'Open it again.');
  }

  return {
    async open(wish, signal) {
      if (open.size >= maxLivePages) {
        throw new HostError(
          'too-busy',
          `${maxLivePages} live pages are open already.`,
          'Close one of them: each is a browser of its own.',
        );
      }
      const thread = new LiveThread(threads, wish, { dataDir, proxyChannel, unseenFor });
      open.set(thread.id, thread);
      thread.onState = (state) => onState({ live: thread.id, state });
      void thread.ended.then(() => open.delete(thread.id));
      await thread.opened(signal);
      return { live: thread.id, path: `/live/${thread.name}` };
    },
    state: (live) => required(live).state,
    find: (live) => open.get(live)?.state ?? null,
    spiderOf: (live) => required(live).spider,
    input: (live, input) => required(live).order({ kind: 'input', input }),
    shown: (live, number) => required(live).order({ kind: 'shown', number }),
    ask: (live, question) => required(live).ask(question),
    frames(name) {
      for (const thread of open.values()) if (thread.name === name) return thread.frames();
      return null;
    },
    async end(live) {
      await open.get(live)?.end();
    },
    endOf(window) {
      for (const thread of open.values()) if (thread.window === window) void thread.end();
    },
    async close() {
      await Promise.all(Array.from(open.values(), (thread) => thread.end()));
      await threads.close({ wait: false });
    },
  };
}

/** One live page, as the thread that serves windows knows it. */
class LiveThread {
  readonly id = randomBytes(16).toString('hex');
  /** Names its pictures in a path, and its orders: nobody guesses it. */
  readonly name = randomBytes(16).toString('hex');
  readonly window: string | null;
  readonly spider: { project: string; spider: string };
  state: LiveState = nothingYet;
  onState: (state: LiveState) => void = () => undefined;
  /** Resolves when its browser is gone. */
  readonly ended: Promise<void>;
  readonly #unseenFor: number;
  readonly #ending = new AbortController();
  readonly #orders: BroadcastChannel;
  readonly #isOpen = Promise.withResolvers<null>();
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  #lastQuestion = 0;
  #stream: PassThrough | null = null;
  #unseen: NodeJS.Timeout | null = null;

  constructor(
    threads: HostPool,
    { window, spider, ...wish }: LiveWish,
    here: { dataDir: string; proxyChannel: string | null; unseenFor: number },
  ) {
    const { unseenFor, ...place } = here;
    this.window = window;
    this.spider = { project: wish.project, spider };
    this.#unseenFor = unseenFor;
    this.#orders = new BroadcastChannel(`live ${this.name}`);
    this.#orders.unref();
    const request: LiveRequest = { ...wish, ...place, orders: `live ${this.name}` };
    const signal = this.#ending.signal;
    // A failure before it has opened is an answer of `opened`.
    this.#isOpen.promise.catch(() => undefined);
    this.ended = threads
      .run('live', request, { signal, onNote: (report: LiveReport<never>) => this.#hear(report) })
      .then(
        () => this.#over(null),
        (error: unknown) => this.#over(error),
      );
  }

  /** Waits until its page is there. Closes it if that is cancelled. @throws HostError */
  async opened(signal: AbortSignal): Promise<void> {
    const cancel = (): void => void this.end();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      await this.#isOpen.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    this.#watchUnseen();
  }

  order(order: LiveOrder): void {
    this.#orders.postMessage(order);
  }

  ask(question: LiveQuestion): Promise<never> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    const answer = Promise.withResolvers<never>();
    this.#waiting.set(id, answer);
    this.order({ kind: 'question', id, question });
    return answer.promise;
  }

  /** Streams its pictures. Another stream before it ends: a window that comes back has one. */
  frames(): Readable {
    this.#stream?.destroy();
    const stream = new PassThrough({ highWaterMark: 1 });
    this.#stream = stream;
    if (this.#unseen !== null) clearTimeout(this.#unseen);
    this.#unseen = null;
    stream.on('close', () => {
      if (this.#stream !== stream) return;
      this.#stream = null;
      this.#watchUnseen();
    });
    this.order({ kind: 'again' });
    return stream;
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.ended;
  }

  #hear(report: LiveReport<never>): void {
    switch (report.kind) {
      case 'opened':
        return this.#isOpen.resolve(null);
      case 'frame':
        return void this.#stream?.write(writeFrame(report.frame));
      case 'state':
        this.state = report.state;
        return this.onState(report.state);
      case 'answer':
        this.#waiting.get(report.id)?.resolve(report.value);
        return void this.#waiting.delete(report.id);
      case 'failed':
        this.#waiting.get(report.id)?.reject(errorOf(report.error));
        return void this.#waiting.delete(report.id);
      default:
        return report satisfies never;
    }
  }

  #watchUnseen(): void {
    if (this.#stream !== null || this.#ending.signal.aborted) return;
    this.#unseen ??= setTimeout(() => void this.end(), this.#unseenFor);
  }

  #over(error: unknown): void {
    this.#ending.abort();
    if (this.#unseen !== null) clearTimeout(this.#unseen);
    const reason = error instanceof Error ? error : new HostError('unknown-live', 'The live page has ended.');
    this.#isOpen.reject(reason);
    for (const waiting of this.#waiting.values()) waiting.reject(reason);
    this.#waiting.clear();
    this.#orders.close();
    const notes = error instanceof HostError ? [...this.state.notes, error.message] : this.state.notes;
    this.state = { ...this.state, phase: 'ended', choices: null, notes };
    this.onState(this.state);
    this.#stream?.end();
  }
}
