import { randomUUID } from 'node:crypto';
import type { ShareMember } from '../../engine/ports/run-share.ts';
import type { RestRows } from '../../store/fleet/rest-rows.ts';
import type { FleetSignals } from './signals.ts';

/** How long the owner of a host has to answer, in milliseconds. */
const patienceMs = 1000;
/** By how much the host rests longer after such a turn, in milliseconds: the turn may be used so late. */
const marginMs = 250;
/** How long the answer about a turn may take, in milliseconds. The rest of the margin is for timers that are late. */
const answerMs = 150;
/** How often a turn is asked for whose answer came too late. */
const mostTries = 3;

/** A turn at a host that a session asks for. */
export interface AskedTurn {
  origin: string;
  host: string;
  gapMs: number;
}

/** Turns at hosts that a session does not own. */
export class Turns {
  readonly #rests: RestRows;
  readonly #signals: FleetSignals;

  constructor(rests: RestRows, signals: FleetSignals) {
    this.#rests = rests;
    this.#signals = signals;
  }

  /** See `ShareHosts.borrow`. */
  async borrow(turn: AskedTurn): Promise<number | null> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const asked = performance.now();
      const waitMs = await this.#ask(turn);
      // The host rests from when it gave the turn, which nobody here knows.
      if (waitMs === null || performance.now() - asked <= answerMs) return waitMs;
    }
    return null;
  }

  async #ask({ origin, host, gapMs }: AskedTurn): Promise<number | null> {
    const turn = await this.#rests.turn(host, gapMs, marginMs);
    if (!turn.isOwned) return turn.waitMs;
    const [answer] = await this.#signals.ask(
      { kind: 'lend', id: randomUUID(), host, origin, gapMs },
      (answers) => answers.length > 0,
      patienceMs,
    );
    return answer?.value ?? null;
  }

  /** See `ShareHosts.borrowed`. */
  async borrowed(host: string, restMs: number): Promise<void> {
    this.#signals.tell({ kind: 'used', host, restMs });
    await this.#rests.rest(new Map([[host, restMs]]));
  }
}

/** Gives a turn at a host of a session. @returns milliseconds until it may be used; null: not now */
export function lend(member: ShareMember, { origin, host, gapMs }: AskedTurn): number | null {
  const waitMs = member.lend(origin);
  if (waitMs !== null) member.lent(host, waitMs + gapMs + marginMs);
  return waitMs;
}
