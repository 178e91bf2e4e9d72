/**
 * What a run keeps to at a host. Where the runs of a workspace differ, the longest delay and the smallest number of slots hold.
 */
export interface HostTerms {
  /** Delay between two requests at present, in milliseconds; AutoThrottle changes it. */
  delayMs: number;
  /** Whether the delay varies between 0.5 and 1.5 times its value. */
  randomize: boolean;
  /** Crawl-delay of the host's robots.txt, in milliseconds; 0: none. It never varies. */
  crawlDelayMs: number;
  /** Maximum number of concurrent requests. */
  slots: number;
}

/** What a run knows of a host that it has to itself. */
export interface HostState {
  terms: HostTerms;
  /** Number of its requests in flight. */
  active: number;
  /** Milliseconds until its next request may be sent; 0 or less: at once. */
  nextInMs: number;
}

/** What the others need from a run when they come to a host that it had to itself. Answers at once. */
export interface OwnHosts {
  state(host: string): HostState;
  /** Called at most once, with a sentence, if the run can no longer know about the others. */
  lost(problem: string): void;
}

/** A request for a turn. */
export interface TurnRequest {
  /** Host and port, without the port if it is the default one. */
  host: string;
  /** A redirect needs no slot: it is made by a request that has one. */
  kind: 'request' | 'redirect';
  /** Maximum number of requests to send now. */
  most: number;
  /** Factor of delays that vary, from 0.5 to 1.5. */
  jitter: number;
  /**
   * Called at the moment at which turns are granted, before anything else can be asked or answered, so that `OwnHosts.state`
   * includes them from then on.
   * @param count number of requests to send
   * @param nextInMs milliseconds until the next request to the host may be sent; null: as the run itself has it, because no other
   *   run is at the host
   */
  granted(count: number, nextInMs: number | null): void;
}

/** Whether turns were granted; else, when to ask again. */
export type TurnAnswer = { granted: true } | { granted: false; againInMs: number };

/**
 * The hosts that the runs of a workspace share. Delay, slots, Crawl-delay and Retry-After of a host hold for all of its runs
 * together (decision 0422). Times are durations from the call, because the clocks of processes differ.
 *
 * No method rejects: a run that can no longer know about the others goes on by its own clocks.
 */
export interface SharedHosts {
  /** Must be called first. */
  open(own: OwnHosts): void;
  /** Asks for turns at a host. Costs next to nothing if no other run is at the host. */
  take(request: TurnRequest): Promise<TurnAnswer>;
  /** A request in flight to the host has ended: its slot is free. */
  freed(host: string): void;
  /** The last turn granted at the host was not used: the host was not contacted, so it need not rest. */
  unused(host: string): void;
  /** No run may send a request to the host for this time: it demanded so, or a request was sent only now. Milliseconds. */
  rest(host: string, forMs: number): void;
  /** The terms of this run at the host have changed. */
  changed(host: string): void;
  /** Answers those who wait for this run. Called by the implementation itself from time to time, and by tests. */
  attend(): void;
  /** The run has ended: its slots are free, but what a host rests is still kept to. */
  leave(): void;
}
