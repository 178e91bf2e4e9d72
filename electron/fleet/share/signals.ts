import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { BudgetKind, BudgetPurpose } from '../../engine/ports/run-share.ts';
import { fleetChannel, type FleetRows } from '../../store/fleet/fleet-rows.ts';

/** The pause before a lost connection is made anew. */
const againMs = 200;
/** Once in this time, in milliseconds, all are told of what happens often. */
const hintMs = 500;

/** What workers tell each other. `to`: only one of them is meant. */
export type FleetMessage =
  /** A run is to be carried out, or no longer. */
  | { kind: 'runs' }
  /** Hosts of a run wait to be taken. */
  | { kind: 'hosts'; run: number }
  /** Units of a budget are free again. */
  | { kind: 'freed'; run: number }
  /** Something else has changed in a run: its lead, its verdict, who is in it, or whether something is left in its queue. */
  | { kind: 'changed'; run: number }
  /** Units of a budget are asked for. The answer is their number. */
  | { kind: 'recall'; run: number; id: string; session: number; budget: BudgetKind; purpose: BudgetPurpose }
  /** A turn at a host is asked for. The answer is in how many milliseconds it is. */
  | { kind: 'lend'; id: string; host: string; origin: string; gapMs: number }
  /** A turn was used only now. */
  | { kind: 'used'; host: string; restMs: number }
  | { kind: 'answer'; id: string; of: number; value: number | null };

/** A message with the worker that it is from. */
interface Envelope {
  from: string;
  message: FleetMessage;
}

/** An answer to a question. `of`: who has answered. */
export interface FleetAnswer {
  of: number;
  value: number | null;
}

/** A question that waits for answers. */
interface Question {
  answers: FleetAnswer[];
  isAnswered: (answers: readonly FleetAnswer[]) => boolean;
  tell: () => void;
}

export interface SignalListener {
  /** @param isOwn whether this worker has sent it */
  heard(message: FleetMessage, isOwn: boolean): void;
  /** Messages may have been lost. */
  missed(): void;
}

/** Messages between workers over the database. None is kept: who was not listening looks for itself. */
export class FleetSignals {
  readonly #pool: Pool;
  readonly #rows: FleetRows;
  readonly #listener: SignalListener;
  readonly #onError: (error: unknown) => void;
  readonly #self = randomUUID();
  readonly #questions = new Map<string, Question>();
  /** What was hinted at lately, and whether it has happened again since. */
  readonly #hints = new Map<string, { isDue: boolean; timer: NodeJS.Timeout }>();
  #client: PoolClient | null = null;
  #isClosed = false;

  constructor(pool: Pool, rows: FleetRows, listener: SignalListener, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#rows = rows;
    this.#listener = listener;
    this.#onError = onError;
  }

  async listen(): Promise<void> {
    try {
      const client = await this.#pool.connect();
      if (this.#isClosed) return client.release(true);
      this.#client = client;
      client.on('notification', ({ channel, payload }) => {
        if (channel === fleetChannel && payload !== undefined) this.#receive(payload);
      });
      client.on('error', () => this.#lost(client));
      client.once('end', () => this.#lost(client));
      await client.query(`LISTEN ${fleetChannel}`);
      this.#listener.missed();
    } catch {
      if (this.#client === null) this.#again();
      else this.#lost(this.#client);
    }
  }

  close(): void {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = null;
    client?.release(true);
    for (const { tell } of this.#questions.values()) tell();
    for (const { timer } of this.#hints.values()) clearTimeout(timer);
  }

  /** Tells all workers, and this one as well. */
  tell(message: FleetMessage): void {
    if (this.#isClosed) return;
    const envelope: Envelope = { from: this.#self, message };
    this.#rows.tell(JSON.stringify(envelope)).catch(this.#onError);
  }

  /** As `tell`, for what happens often: at once, and then all of half a second together. */
  hint(message: Extract<FleetMessage, { kind: 'hosts' | 'changed' }>): void {
    const key = `${message.kind} ${message.run}`;
    const last = this.#hints.get(key);
    if (last !== undefined) {
      last.isDue = true;
      return;
    }
    this.tell(message);
    const timer = setTimeout(() => {
      const isDue = this.#hints.get(key)?.isDue === true;
      this.#hints.delete(key);
      if (isDue && !this.#isClosed) this.hint(message);
    }, hintMs);
    this.#hints.set(key, { isDue: false, timer });
  }

  /** Asks all workers something, until enough have answered or time is over. @returns the answers */
  async ask(
    message: Extract<FleetMessage, { id: string }> & { kind: 'recall' | 'lend' },
    isAnswered: (answers: readonly FleetAnswer[]) => boolean,
    patienceMs: number,
  ): Promise<readonly FleetAnswer[]> {
    const answers: FleetAnswer[] = [];
    if (isAnswered(answers)) return answers;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      const tell = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#questions.set(message.id, { answers, isAnswered, tell });
      this.tell(message);
    });
    this.#questions.delete(message.id);
    return answers;
  }

  #receive(payload: string): void {
    const { from, message } = envelopeOf(payload);
    if (message.kind !== 'answer') return this.#listener.heard(message, from === this.#self);
    const question = this.#questions.get(message.id);
    question?.answers.push({ of: message.of, value: message.value });
    if (question?.isAnswered(question.answers) === true) question.tell();
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.release(true);
    this.#again();
  }

  #again(): void {
    if (!this.#isClosed) setTimeout(() => this.#isClosed || void this.listen(), againMs).unref();
  }
}

function envelopeOf(payload: string): Envelope {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only workers write to the channel
  return JSON.parse(payload) as Envelope;
}
