import type Database from 'better-sqlite3';
import { decideTurns, gapOf, type Decision, type HostTimes } from '../../engine/decide-turns.ts';
import type { OwnHosts, SharedHosts, TurnAnswer, TurnRequest } from '../../engine/ports/shared-hosts.ts';
import { machineNow } from '../../system/machine-clock.ts';
import type { Owners } from '../database/owner.ts';
import { createHostRows, type HostRows, type Member } from './host-rows.ts';
import { isBusy, openHostsFile } from './hosts-file.ts';

/** How often a run looks whether another one waits for it while it sends nothing itself, in milliseconds. */
const attendEveryMs = 250;
/** How long a run that does not answer is waited for, in milliseconds. Its thread hangs, or its computer was suspended. */
const answersWithinMs = 10_000;
/** How often a run that shares a host looks for runs that have died, in milliseconds. */
const sweepEveryMs = 500;
/** When a run asks again while the file is in use, and for how long it does, in milliseconds. */
const busyAgainMs = 20;
const busyAtMostMs = 10_000;

/** What the shared hosts of a database need. */
export interface SharedHostsOptions {
  owners: Pick<Owners, 'self' | 'isAlive' | 'areOthers'>;
  /** See `machineNow`; tests replace it. */
  now?: () => number;
  /** Milliseconds since 1970 by the system clock. */
  date?: () => number;
}

/** A host that this run has contacted. */
interface KnownHost {
  /** Whether this run has it to itself: its own clocks decide, until another run calls. */
  isApart: boolean;
  /** The host's next time before and after the last turn of this run. */
  last: { before: number; after: number } | null;
}

interface OpenFile {
  db: Database.Database;
  rows: HostRows;
  /** Changes whenever another connection has written. */
  version: Database.Statement<[], number>;
  timer: NodeJS.Timeout;
}

const granted: TurnAnswer = { granted: true };
const nothing = (): void => undefined;

/**
 * The hosts that the runs of a database share, in a file beside it: "<database>-hosts".
 *
 * Each run is a member of the hosts that it has contacted. It has a host to itself as long as no other run comes: then its own
 * clocks decide, and a turn costs one look whether anybody has written, 3 µs. A run that comes to such a host calls the one that
 * is there, which notes its clock in the file before it sends anything else; from then on each turn is a transaction.
 */
export function createSharedHosts(path: string, options: SharedHostsOptions): SharedHosts {
  return new FileOfHosts(path, options);
}

class FileOfHosts implements SharedHosts {
  readonly #path: string;
  readonly #owners: SharedHostsOptions['owners'];
  readonly #now: () => number;
  readonly #date: () => number;
  readonly #known = new Map<string, KnownHost>();
  /** What could not be noted yet, because another process used the file. */
  #owed: (() => void)[] = [];
  #own: OwnHosts | null = null;
  #file: OpenFile | null = null;
  #session = 0;
  #version = -1;
  #calls = 0;
  #sweptAt = -Infinity;
  #busySince: number | null = null;
  #isOver = false;

  constructor(path: string, { owners, now = machineNow, date = Date.now }: SharedHostsOptions) {
    this.#path = `${path}-hosts`;
    this.#owners = owners;
    this.#now = now;
    this.#date = date;
  }

  open(own: OwnHosts): void {
    this.#own = own;
  }

  take(request: TurnRequest): Promise<TurnAnswer> {
    return Promise.resolve(
      this.#trying(
        (file, own) => this.#take(file, own, request),
        () => ({ granted: false, againInMs: busyAgainMs }),
        () => aloneAt(request),
      ),
    );
  }

  freed(host: string): void {
    this.#note(host, (rows, own) => {
      rows.put(host, this.#session, false, own.state(host));
      rows.setFreed(host, this.#now());
    });
  }

  unused(host: string): void {
    this.#note(host, (rows, _own, { last }) => {
      if (last !== null) rows.takeBack(host, last);
    });
  }

  rest(host: string, forMs: number): void {
    const until = this.#now() + forMs;
    this.#note(host, (rows) => rows.rest(host, until));
  }

  changed(host: string): void {
    this.#note(host, (rows, own) => rows.put(host, this.#session, false, own.state(host)));
  }

  attend(): void {
    if (this.#file === null) return;
    this.#trying((file, own) => this.#attend(file, own), nothing, nothing);
    const owed = this.#owed;
    this.#owed = [];
    for (const note of owed) note();
  }

  leave(): void {
    if (this.#file !== null) this.#trying((file, own) => this.#leave(file, own), nothing, nothing);
    this.#close();
  }

  #take(file: OpenFile, own: OwnHosts, request: TurnRequest): TurnAnswer {
    this.#attend(file, own);
    if (this.#known.get(request.host)?.isApart === true) return aloneAt(request);
    const decision = file.db.transaction(() => this.#decide(file.rows, own, request)).immediate();
    if (decision === 'alone') return aloneAt(request);
    if ('waitsFor' in decision) return { granted: false, againInMs: decision.againInMs };
    request.granted(decision.count, decision.nextAt - this.#now());
    return granted;
  }

  #decide(rows: HostRows, own: OwnHosts, { host, kind, most, jitter }: TurnRequest): Decision | 'alone' {
    const now = this.#now();
    if (now - this.#sweptAt >= sweepEveryMs || !this.#known.has(host)) this.#sweep(rows, now);
    const times = rows.host(host);
    const state = own.state(host);
    const others: Member[] = [];
    let self: Member | null = null;
    for (const member of rows.members(host)) {
      if (member.session === this.#session) self = member;
      else others.push(this.#answering(rows, host, times, member, now));
    }
    const known = this.#known.get(host) ?? { isApart: false, last: null };
    this.#known.set(host, known);
    if (others.length === 0) {
      rows.put(host, this.#session, true, state);
      known.isApart = true;
      const restMs = times.nextAt - now;
      return restMs > 0 ? { againInMs: restMs, waitsFor: 'delay' } : 'alone';
    }
    const { isWaiting = false, served = 0 } = self ?? {};
    const contender = { ...state, isWaiting, served, isApart: false };
    const decision = decideTurns(times, contender, others, { kind, most, jitter, now });
    if ('waitsFor' in decision) {
      rows.put(host, this.#session, false, state);
      if (kind === 'request' && !isWaiting) rows.setWaiting(host, this.#session, true);
      return decision;
    }
    const active = state.active + (kind === 'request' ? decision.count : 0);
    rows.put(host, this.#session, false, { ...state, active });
    rows.setNext(host, decision.nextAt);
    known.last = { before: times.nextAt, after: decision.nextAt };
    if (kind === 'request') {
      // They have not come for their turn: they get the next one after they have asked again.
      for (const other of others) {
        if (other.isWaiting && other.served < served) rows.setWaiting(host, other.session, false);
      }
      rows.serve(host, this.#session);
    }
    return decision;
  }

  /** Calls a run that has the host to itself, and takes it for idle if it does not answer. @returns the run as it is then */
  #answering(rows: HostRows, host: string, times: HostTimes, member: Member, now: number): Member {
    const { session, isApart, calledAt, terms } = member;
    if (!isApart) return member;
    if (calledAt === null) {
      rows.call(host, session, now);
      return member;
    }
    if (now - calledAt < answersWithinMs) return member;
    rows.believeIdle(host, session);
    times.nextAt = Math.max(times.nextAt, calledAt + gapOf(terms, 1));
    rows.rest(host, times.nextAt);
    return { ...member, isApart: false, active: 0 };
  }

  /** Notes the clocks of the hosts for which other runs have called this one. */
  #attend({ db, rows, version }: OpenFile, own: OwnHosts): void {
    const current = version.get() ?? 0;
    if (current === this.#version) return;
    const calls = rows.calls(this.#session);
    if (calls === this.#calls) {
      this.#version = current;
      return;
    }
    db.transaction(() => {
      if (calls === null) {
        // Others have taken this run for dead, so it comes anew.
        this.#known.clear();
        this.#session = rows.addSession(this.#owners.self().lock);
        return;
      }
      const now = this.#now();
      for (const host of rows.callers(this.#session)) {
        const state = own.state(host);
        rows.put(host, this.#session, false, state);
        rows.rest(host, now + state.nextInMs);
        this.#known.set(host, { isApart: false, last: null });
      }
    }).immediate();
    this.#calls = calls ?? 0;
    this.#version = current;
  }

  #leave({ db, rows }: OpenFile, own: OwnHosts): void {
    const leave = db.transaction(() => {
      const now = this.#now();
      for (const [host, { isApart }] of this.#known) {
        const { nextInMs } = own.state(host);
        if (isApart && nextInMs > 0) rows.rest(host, now + nextInMs);
      }
      rows.removeSession(this.#session, now);
    });
    leave.immediate();
  }

  #sweep(rows: HostRows, now: number): void {
    this.#sweptAt = now;
    rows.sweep((lock) => this.#owners.isAlive({ pid: 0, lock }, 0), now);
  }

  /** Notes something about a host that is shared; later if another process uses the file. */
  #note(host: string, work: (rows: HostRows, own: OwnHosts, known: KnownHost) => void): void {
    const known = this.#known.get(host);
    if (known === undefined || known.isApart || this.#file === null) return;
    this.#trying(
      ({ db, rows }, own) => db.transaction(() => work(rows, own, known)).immediate(),
      () => void this.#owed.push(() => this.#note(host, work)),
      nothing,
    );
  }

  /**
   * Does something with the file, which is opened first if needed.
   * @param busy returns the answer while another process uses the file
   * @param lost returns the answer where the file cannot be used, and from then on
   */
  #trying<R>(work: (file: OpenFile, own: OwnHosts) => R, busy: () => R, lost: () => R): R {
    const own = this.#own;
    if (this.#isOver || own === null) return lost();
    try {
      this.#file ??= this.#open();
      const result = work(this.#file, own);
      this.#busySince = null;
      return result;
    } catch (error) {
      const now = this.#now();
      this.#busySince ??= now;
      if (isBusy(error) && now - this.#busySince < busyAtMostMs) return busy();
      this.#close();
      const why = error instanceof Error ? error.message : String(error);
      own.lost(
        `The delays and slots of hosts hold for this run alone from now on, not for all runs together, because "${this.#path}" cannot be used: ${why}.`,
      );
      return lost();
    }
  }

  #open(): OpenFile {
    const { lock } = this.#owners.self();
    const db = openHostsFile(this.#path, () => this.#owners.areOthers());
    try {
      const rows = createHostRows(db);
      const now = this.#now();
      db.transaction(() => {
        this.#sweep(rows, now);
        rows.beginAt(this.#date() - now);
        this.#session = rows.addSession(lock);
      }).immediate();
      const version = db.prepare<[], number>('PRAGMA data_version').pluck();
      const timer = setInterval(() => this.attend(), attendEveryMs);
      timer.unref();
      return { db, rows, version, timer };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  #close(): void {
    this.#isOver = true;
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    clearInterval(file.timer);
    file.db.close();
  }
}

/** Grants turns by the run's own clocks. */
function aloneAt(request: TurnRequest): TurnAnswer {
  request.granted(request.most, null);
  return granted;
}
