import type { AnswerWindow, CrawlEnd } from '../../engine/limits.ts';
import type { Verdict } from '../../engine/ports/run-share.ts';
import type { ShareRows } from '../../store/fleet/share-rows.ts';
import type { ShareLook, ShareMemberRow } from '../../store/fleet/share-values.ts';

/** A run as a session has seen it last. */
export class RunState {
  readonly #rows: ShareRows;
  readonly #session: () => number | null;
  readonly #stop = new AbortController();
  #proposed: CrawlEnd | null = null;
  #verdict: Verdict | null = null;
  #members: readonly ShareMemberRow[] = [];
  #spent = { ms: 0, at: performance.now() };

  constructor(rows: ShareRows, session: () => number | null) {
    this.#rows = rows;
    this.#session = session;
  }

  get proposed(): CrawlEnd | null {
    return this.#proposed;
  }

  get verdict(): Verdict | null {
    return this.#verdict;
  }

  /** Sessions that take hosts, with this one. */
  get members(): readonly ShareMemberRow[] {
    return this.#members;
  }

  /** Aborted when requests in flight are to be dropped. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Working time of the run in milliseconds. */
  get spentMs(): number {
    return this.#spent.ms + performance.now() - this.#spent.at;
  }

  /** The last answers of the other sessions. */
  get otherAnswers(): AnswerWindow[] {
    const own = this.#session();
    return this.#members.filter(({ session }) => session !== own).map(({ refused, of }) => ({ refused, of }));
  }

  /** Looks anew. @param most number of waiting hosts to be told of @returns what was seen, and whether its end has changed */
  async look(most: number): Promise<{ seen: ShareLook; isNews: boolean }> {
    const at = performance.now();
    const seen = await this.#rows.look(most);
    const before = JSON.stringify([this.#proposed, this.#verdict]);
    this.#proposed = seen.proposed;
    this.#members = seen.members;
    this.#spent = { ms: seen.spentMs, at };
    if (seen.verdict !== null) this.ends(seen.verdict);
    return { seen, isNews: before !== JSON.stringify([this.#proposed, this.#verdict]) };
  }

  /** The run has an end. */
  ends(verdict: Verdict): void {
    this.#verdict = verdict;
    if (verdict.end.kind === 'stopped') this.#stop.abort();
  }
}
