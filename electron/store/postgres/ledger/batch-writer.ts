import { Type } from 'typebox';
import type { NewEvent, NewRequest, SettledPage } from '../../../engine/ports/ledger.ts';
import { ownCheck } from '../../../schemas/checker.ts';
import { parsedJson } from '../../database/json-columns.ts';
import { damagedRow } from '../../errors.ts';
import type { Visit } from '../../ledger/settling.ts';
import { BatchRows } from './batch-rows.ts';
import { FleetHeads } from './fleet-heads.ts';
import type { InFlight } from './in-flight.ts';
import type { FleetSession } from './session.ts';

/** How long a patient visit waits for others, in milliseconds, and how many operations end the wait or are one batch. */
const waitMs = 100;
const fullBatch = 100;
/** What part of the requests in hand may wait for others: while all do, nothing is fetched. */
const waitingPart = 0.4;
/** Links that one batch takes before the rest waits for the next. */
const linksOfBatch = 5000;

/** What is written in a batch. The promise of each is settled once it is committed. */
interface Operation {
  readonly isPatient: boolean;
  /** Adds its rows. @param n its number in the batch @returns whether all are in it; else the rest comes in the next one */
  add(rows: BatchRows, n: number): boolean;
  /** It is committed. @param answer null: the session is over, and nothing was written */
  written(answer: BatchAnswer | null, n: number): void;
  failed(error: unknown): void;
}

/**
 * What `fleet_write` answers: the visits that were written with their numbers of items, and the fingerprints of the links
 * that are new, with the ids of their requests.
 */
export const AnswerSchema = Type.Object({
  settled: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  admitted: Type.Array(Type.Tuple([Type.String(), Type.Integer()])),
});
const isAnswer = ownCheck(AnswerSchema);

/** What became of a batch. */
interface BatchAnswer {
  /** Numbers of items by number of the visit. */
  settled: ReadonlyMap<number, number>;
  /** Requests that are new to the run, with their ids. */
  admitted: readonly { request: NewRequest; id: number; operation: number }[];
}

/** The spider of a run, and whether the run adds to its history. */
export interface RecordedSpider {
  id: number;
  isRecorded: boolean;
}

/** What the writer tells of what was written, and asks. */
export interface BatchListener {
  /** Number of requests in hand. */
  inHand(): number;
  /** Requests were admitted. */
  onAdmitted(requests: readonly { request: NewRequest; id: number }[]): void;
}

/** Writes what a session has to write, in batches, one at a time: what comes meanwhile is the next batch. */
export class BatchWriter {
  readonly #session: FleetSession;
  readonly #spider: RecordedSpider;
  readonly #listener: BatchListener;
  readonly #heads: FleetHeads;
  #queue: Operation[] = [];
  #timer: NodeJS.Timeout | null = null;
  #scheduled: NodeJS.Immediate | null = null;
  #writing: Promise<void> | null = null;
  #number = 0;

  constructor(session: FleetSession, spider: RecordedSpider, listener: BatchListener) {
    this.#session = session;
    this.#spider = spider;
    this.#listener = listener;
    this.#heads = new FleetHeads(session.require());
  }

  /** Writes the end of a visit. @returns null: the request is somebody else's */
  end(visit: Visit, inFlight: InFlight, isPatient: boolean): Promise<SettledPage | null> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        isPatient,
        add(rows, n) {
          rows.addVisit(n, visit, inFlight);
          return true;
        },
        written(answer, n) {
          const items = answer?.settled.get(n);
          if (answer === null || items === undefined) return resolve(null);
          const admitted = answer.admitted.filter((one) => one.operation === n).length;
          const stored = items === visit.items.length ? {} : { stored: visit.items.slice(0, items) };
          resolve({ admitted, items, unchanged: false, ...stored });
        },
        failed: reject,
      });
    });
  }

  /** Admits requests. @returns how many were new; null: the session is over */
  admit(requests: readonly NewRequest[]): Promise<number | null> {
    let [rest, added] = [requests, 0];
    return new Promise((resolve, reject) => {
      this.#enqueue({
        isPatient: false,
        add(rows, n) {
          const taken = rows.addLinks(n, rest.slice(0, linksOfBatch), false);
          rest = rest.slice(taken);
          return rest.length === 0;
        },
        written(answer, n) {
          if (answer === null) return resolve(null);
          added += answer.admitted.filter((one) => one.operation === n).length;
          if (rest.length === 0) resolve(added);
        },
        failed: reject,
      });
    });
  }

  /** Records events. Nothing happens where the session is over. */
  record(events: readonly NewEvent[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        isPatient: false,
        add(rows) {
          rows.addEvents(null, events);
          return true;
        },
        written: () => resolve(),
        failed: reject,
      });
    });
  }

  /** Resolves when everything that was given so far is written. */
  async flush(): Promise<void> {
    while (this.#queue.length > 0 || this.#writing !== null) {
      this.#begin();
      await this.#writing;
    }
  }

  #enqueue(operation: Operation): void {
    this.#queue.push(operation);
    this.#plan();
  }

  #plan(): void {
    if (this.#queue.length === 0 || this.#writing !== null) return;
    const most = Math.min(fullBatch, this.#listener.inHand() * waitingPart);
    if (this.#queue.length >= most || this.#queue.some(({ isPatient }) => !isPatient)) {
      this.#scheduled ??= setImmediate(() => this.#begin());
    } else this.#timer ??= setTimeout(() => this.#begin(), waitMs);
  }

  #begin(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    if (this.#timer !== null) clearTimeout(this.#timer);
    [this.#scheduled, this.#timer] = [null, null];
    if (this.#writing !== null || this.#queue.length === 0) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
      this.#plan();
    });
  }

  async #write(): Promise<void> {
    const rows = new BatchRows(this.#heads);
    const batch: Operation[] = [];
    let isWhole = true;
    while (isWhole && batch.length < fullBatch) {
      const operation = this.#queue.shift();
      if (operation === undefined) break;
      isWhole = operation.add(rows, batch.length);
      batch.push(operation);
    }
    const unfinished = isWhole ? undefined : batch.at(-1);
    try {
      const answer = await this.#send(rows);
      if (answer !== null) this.#listener.onAdmitted(answer.admitted);
      if (unfinished !== undefined && answer !== null) this.#queue.unshift(unfinished);
      for (const [n, operation] of batch.entries()) operation.written(answer, n);
    } catch (error) {
      this.#heads.forget();
      for (const operation of batch) operation.failed(error);
    }
  }

  /** A batch has one number, however often it is sent: the database knows which one it has written last. */
  async #send(rows: BatchRows): Promise<BatchAnswer | null> {
    const { id, run, database } = this.#session;
    if (id === null) return null;
    this.#number += 1;
    const { id: spider, isRecorded } = this.#spider;
    const values = [run, id, this.#number, this.#session.time(), spider, isRecorded, ...rows.values()];
    const answer = await database.call('fleet_write', values);
    if (typeof answer !== 'string') {
      this.#session.lose();
      return null;
    }
    const read = parsedJson(answer);
    if (!isAnswer(read)) throw damagedRow(`Session ${id} (what it was answered)`);
    const settled = new Map(read.settled);
    const admitted = read.admitted.flatMap(([fingerprint, row]) => {
      const link = rows.link(fingerprint, (visit) => settled.has(visit));
      return link === undefined ? [] : [{ ...link, id: row }];
    });
    return { settled, admitted };
  }
}
