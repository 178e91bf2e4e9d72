import type Database from 'better-sqlite3';
import type { Contender, HostTimes } from '../../engine/decide-turns.ts';
import type { HostState } from '../../engine/ports/shared-hosts.ts';

/** A run at a host, as the file has it. */
export interface Member extends Contender {
  session: number;
  /** When another run asked it to share the host; null: none has, or it does. */
  calledAt: number | null;
}

interface MemberRow {
  session: number;
  isApart: number;
  calledAt: number | null;
  delayMs: number;
  randomize: number;
  crawlDelayMs: number;
  slots: number;
  active: number;
  isWaiting: number;
  served: number;
}

/** Difference of two clocks that can only be due to a new start of the computer, or to a clock that was set. Milliseconds. */
const sameStartMs = 60_000;

/** The rows of the shared hosts. Times in milliseconds by `machineNow`. Each method is to be called within a transaction. */
export type HostRows = ReturnType<typeof createHostRows>;

/** Prepares the statements for an open file. */
export function createHostRows(db: Database.Database) {
  const startedAt = db.prepare<[], number>('SELECT started_at FROM computer').pluck();
  const sessions = db.prepare<[], { id: number; lock: string }>('SELECT id, lock FROM sessions');
  const addSession = db.prepare<[string]>('INSERT INTO sessions (lock) VALUES (?)');
  const removeSession = db.prepare<[number]>('DELETE FROM sessions WHERE id = ?');
  const removeMembers = db.prepare<[number]>('DELETE FROM members WHERE session = ?');
  const forget = db.prepare<[number]>(
    'DELETE FROM hosts WHERE next_at <= ? AND name NOT IN (SELECT host FROM members)',
  );
  const calls = db.prepare<[number], number>('SELECT calls FROM sessions WHERE id = ?').pluck();
  const call = db.prepare<[number]>('UPDATE sessions SET calls = calls + 1 WHERE id = ?');
  const callMember = db.prepare<[number, string, number]>(
    'UPDATE members SET called_at = ? WHERE host = ? AND session = ? AND called_at IS NULL',
  );
  const callers = db
    .prepare<[number], string>('SELECT host FROM members WHERE session = ? AND called_at IS NOT NULL')
    .pluck();
  const host = db.prepare<[string], HostTimes>(
    'SELECT next_at AS nextAt, freed_at AS freedAt FROM hosts WHERE name = ?',
  );
  const addHost = db.prepare<[string]>('INSERT OR IGNORE INTO hosts VALUES (?, 0, 0)');
  const rest = db.prepare<[number, string]>('UPDATE hosts SET next_at = max(next_at, ?) WHERE name = ?');
  const setNext = db.prepare<[number, string]>('UPDATE hosts SET next_at = ? WHERE name = ?');
  const takeBack = db.prepare<[number, string, number]>(
    'UPDATE hosts SET next_at = ? WHERE name = ? AND next_at = ?',
  );
  const setFreed = db.prepare<[number, string]>('UPDATE hosts SET freed_at = ? WHERE name = ?');
  const members = db.prepare<[string], MemberRow>(
    `SELECT session, is_apart AS isApart, called_at AS calledAt, delay_ms AS delayMs, randomize,
       crawl_delay_ms AS crawlDelayMs, slots, active, is_waiting AS isWaiting, served
     FROM members WHERE host = ?`,
  );
  const put = db.prepare<[string, number, number, number, number, number, number, number]>(
    `INSERT INTO members (host, session, is_apart, delay_ms, randomize, crawl_delay_ms, slots, active)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET is_apart = excluded.is_apart, called_at = NULL, delay_ms = excluded.delay_ms,
       randomize = excluded.randomize, crawl_delay_ms = excluded.crawl_delay_ms, slots = excluded.slots,
       active = excluded.active`,
  );
  const setWaiting = db.prepare<[number, string, number]>(
    'UPDATE members SET is_waiting = ? WHERE host = ? AND session = ?',
  );
  const serve = db.prepare<[string, string, number]>(
    `UPDATE members SET is_waiting = 0, served = 1 + (SELECT max(served) FROM members WHERE host = ?)
     WHERE host = ? AND session = ?`,
  );
  const believeIdle = db.prepare<[string, number]>(
    'UPDATE members SET is_apart = 0, active = 0 WHERE host = ? AND session = ?',
  );

  /** Removes a run, and hosts that no run is at and that need not rest. */
  function remove(session: number, now: number): void {
    removeMembers.run(session);
    removeSession.run(session);
    forget.run(now);
  }

  return {
    /** Forgets what was noted before the computer was started anew, unless anybody is there. @param started when that was */
    beginAt(started: number): void {
      const noted = startedAt.get();
      if (noted !== undefined && (Math.abs(noted - started) < sameStartMs || sessions.get() !== undefined))
        return;
      db.exec('DELETE FROM hosts; DELETE FROM computer');
      db.prepare<[number]>('INSERT INTO computer VALUES (?)').run(started);
    },
    addSession: (lock: string): number => Number(addSession.run(lock).lastInsertRowid),
    removeSession: remove,
    /** Removes the runs that have died. */
    sweep(isAlive: (lock: string) => boolean, now: number): void {
      for (const { id, lock } of sessions.all()) if (!isAlive(lock)) remove(id, now);
    },
    /** How often a run was called; null: it is taken for dead. */
    calls: (session: number): number | null => calls.get(session) ?? null,
    /** Asks a run to share a host. */
    call(name: string, session: number, now: number): void {
      callMember.run(now, name, session);
      call.run(session);
    },
    /** The hosts that a run is asked to share. */
    callers: (session: number): string[] => callers.all(session),
    /** Returns a host; adds it if it is new. */
    host(name: string): HostTimes {
      const found = host.get(name);
      if (found !== undefined) return found;
      addHost.run(name);
      return { nextAt: 0, freedAt: 0 };
    },
    members: (name: string): Member[] => members.all(name).map((row) => memberOf(row)),
    /** Writes what a run keeps to at a host. A call is answered. */
    put(
      name: string,
      session: number,
      isApart: boolean,
      { terms, active }: Omit<HostState, 'nextInMs'>,
    ): void {
      const { delayMs, randomize, crawlDelayMs, slots } = terms;
      put.run(name, session, Number(isApart), delayMs, Number(randomize), crawlDelayMs, slots, active);
    },
    setWaiting(name: string, session: number, isWaiting: boolean): void {
      setWaiting.run(Number(isWaiting), name, session);
    },
    /** Records that a run has had a turn, the latest of all. */
    serve(name: string, session: number): void {
      serve.run(name, name, session);
    },
    /** Takes a run that does not answer for idle. */
    believeIdle(name: string, session: number): void {
      believeIdle.run(name, session);
    },
    /** A host rests until a time, or longer if it did already. */
    rest(name: string, until: number): void {
      rest.run(until, name);
    },
    setNext(name: string, at: number): void {
      setNext.run(at, name);
    },
    /** Takes a rest back unless it has become longer since. */
    takeBack(name: string, { before, after }: { before: number; after: number }): void {
      takeBack.run(before, name, after);
    },
    setFreed(name: string, at: number): void {
      setFreed.run(at, name);
    },
  };
}

function memberOf(row: MemberRow): Member {
  const { session, calledAt, delayMs, crawlDelayMs, slots, active, served } = row;
  return {
    session,
    calledAt,
    active,
    served,
    terms: { delayMs, crawlDelayMs, slots, randomize: row.randomize === 1 },
    isApart: row.isApart === 1,
    isWaiting: row.isWaiting === 1,
  };
}
