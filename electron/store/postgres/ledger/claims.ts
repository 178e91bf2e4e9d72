import type { ClaimedRequest, NewRequest, OriginQueue, Suspect } from '../../../engine/ports/ledger.ts';
import { ClaimWriter } from './claim-writer.ts';
import { hostOfOrigin, type FleetHosts } from './hosts.ts';
import type { InFlight, InFlightRequests } from './in-flight.ts';
import type { FleetSession } from './session.ts';
import { readQueues, readReady, requestOf, type Ready, type ReadyRow } from './queue-answers.ts';
import { WaitingRequests, type ReadAhead, type WaitingRequest } from './waiting-requests.ts';

/** Requests of one origin that are read ahead. Nobody else can claim them: the session owns their host. */
export const aheadOfOrigin = 20;
/** Number of requests in hand from which on the next ones are handed out before the database has noted it. */
const busyFrom = 4;

/**
 * Claims the requests of the hosts that a session owns. They are read ahead, in the order in which they are claimed, and handed out
 * of memory. What is claimed is noted in the database: before it is handed out where little is in hand, else right after, with
 * others.
 */
export class FleetClaims {
  readonly #session: FleetSession;
  readonly #hosts: FleetHosts;
  readonly #inFlight: InFlightRequests;
  readonly #writer: ClaimWriter;
  readonly #origins = new Map<string, WaitingRequests>();

  constructor(session: FleetSession, hosts: FleetHosts, inFlight: InFlightRequests) {
    this.#session = session;
    this.#hosts = hosts;
    this.#inFlight = inFlight;
    this.#writer = new ClaimWriter(session);
  }

  /** See `Ledger.claim`. */
  async claim(origin: string, limit: number, now: number): Promise<ClaimedRequest[]> {
    this.#session.require();
    const host = hostOfOrigin(origin);
    const epoch = await this.#hosts.epochOf(host);
    if (epoch === null) return [];
    const waiting = this.#waitingOf(origin);
    if (waiting.lacks(limit, now)) await this.#fill(origin, waiting, limit, now);
    // What was read may have been taken before it was read.
    const taken = waiting.take(limit).filter(({ id }) => !this.#inFlight.has(id));
    if (waiting.isLow(aheadOfOrigin / 2)) void this.#fill(origin, waiting, limit, now).catch(() => undefined);
    return this.#handOut(taken, host, epoch);
  }

  /** See `Ledger.claimAlone`. */
  async claimAlone(id: string): Promise<ClaimedRequest | null> {
    this.#session.require();
    const [row] = await this.#session.database.rows<ReadyRow & { origin: string }>(
      `SELECT r.id, r.url, lpad(to_hex(r.fingerprint), 16, '0') AS fingerprint, r.priority, r.depth, r.rule, r.callback, r.follow,
        r.parent_id AS parent, r.tries, r.message_json AS message, o.origin
      FROM requests r JOIN origins o ON o.id = r.origin_id WHERE r.id = $1 AND r.run_id = $2 AND r.state = 0`,
      [id, this.#session.run],
    );
    if (row === undefined) return null;
    const { origin, ...rest } = row;
    const host = hostOfOrigin(origin);
    const epoch = await this.#hosts.epochOf(host);
    if (epoch === null) return null;
    const [claimed] = await this.#handOut([requestOf(rest, origin)], host, epoch);
    return claimed ?? null;
  }

  /** See `Ledger.suspects`: those of owned hosts. */
  async suspects(): Promise<Suspect[]> {
    const rows = await this.#session.database.rows<Omit<Suspect, 'id'> & { id: number }>(
      `SELECT r.id, o.origin, r.priority, r.depth, r.not_before AS "notBefore"
      FROM requests r JOIN origins o ON o.id = r.origin_id
      WHERE r.run_id = $1 AND r.deaths > 2 AND r.state = 0 ORDER BY r.priority DESC, r.depth, r.id`,
      [this.#session.run],
    );
    const owned: Suspect[] = [];
    for (const { id, ...rest } of rows)
      if ((await this.#hosts.epochOf(hostOfOrigin(rest.origin))) !== null)
        owned.push({ ...rest, id: String(id) });
    return owned;
  }

  /** See `Ledger.origins`: those of some hosts. */
  async queues(hosts: readonly string[]): Promise<OriginQueue[]> {
    const { run, database } = this.#session;
    return readQueues(await database.call('fleet_queues', [run, hosts]), run);
  }

  /** The first requests of an origin were read as its host was taken. */
  came(origin: string, ready: Ready): void {
    void this.#waitingOf(origin).fill(async () => this.#readAhead(origin, ready, aheadOfOrigin));
  }

  /** See `Ledger.boundDelays`. */
  async boundDelays(latest: number): Promise<void> {
    const { id, run, database } = this.#session;
    await database.rows(
      `UPDATE requests SET not_before = $3
      WHERE origin_id IN (SELECT id FROM origins WHERE run_id = $1) AND state = 0 AND not_before > $3
        AND EXISTS (SELECT 1 FROM fleet_sessions WHERE id = $2)`,
      [run, id, latest],
    );
    for (const waiting of this.#origins.values()) waiting.forget();
  }

  /** Requests of owned hosts were admitted. */
  admitted(requests: readonly { request: NewRequest; id: number }[]): void {
    for (const { request, id } of requests)
      this.#origins.get(request.origin)?.arrived({ ...request, id: String(id), tries: 0 });
  }

  /** Somebody waits until it is noted what the session has in hand. */
  hurry(): void {
    this.#writer.hurry();
  }

  /** A request has ended. @param isQueued whether it waits again */
  ended({ request }: InFlight, isQueued: boolean): void {
    this.#inFlight.delete(request.id);
    const waiting = this.#origins.get(request.origin);
    waiting?.gone(request.id);
    if (isQueued) waiting?.forget();
  }

  /** The host is no longer owned. */
  letGo(host: string): void {
    for (const origin of this.#origins.keys())
      if (hostOfOrigin(origin) === host) this.#origins.delete(origin);
  }

  /** Something of a request was not written: its host may have another owner now. */
  async missed({ host, epoch }: InFlight): Promise<void> {
    if (this.#session.id !== null && (await this.#hosts.isLost(host, epoch))) this.letGo(host);
  }

  #waitingOf(origin: string): WaitingRequests {
    const known = this.#origins.get(origin);
    if (known !== undefined) return known;
    const waiting = new WaitingRequests();
    this.#origins.set(origin, waiting);
    return waiting;
  }

  #fill(origin: string, waiting: WaitingRequests, limit: number, now: number): Promise<void> {
    return waiting.fill(async () => {
      const { run, database } = this.#session;
      const inHand = [...this.#inFlight.values()].filter(({ request }) => request.origin === origin).length;
      const most = Math.max(aheadOfOrigin, limit) + inHand;
      const answer = await database.call('fleet_ready', [run, origin, Math.floor(now), most]);
      return this.#readAhead(origin, readReady(answer, run), most);
    });
  }

  /** @param most how many were asked for */
  #readAhead(origin: string, { ready, due }: Ready, most: number): ReadAhead {
    const requests = ready
      .filter(({ id }) => !this.#inFlight.has(String(id)))
      .map((row) => requestOf(row, origin));
    return { requests, isWhole: ready.length < most, due };
  }

  async #handOut(
    requests: readonly WaitingRequest[],
    host: string,
    epoch: number,
  ): Promise<ClaimedRequest[]> {
    const isBusy = this.#inFlight.size >= busyFrom;
    const claims = requests.map((request) => {
      const claimed = this.#writer.claim({ id: request.id, host, epoch }, isBusy);
      const inFlight = { request, host, epoch, claimed };
      this.#inFlight.set(request.id, inFlight);
      // Whoever ends the request asks again.
      claimed.catch(() => undefined);
      return inFlight;
    });
    if (isBusy) return [...requests];
    const taken = await Promise.all(claims.map(({ claimed }) => claimed));
    const missed = claims.filter((_, index) => taken[index] === false);
    for (const inFlight of missed) this.ended(inFlight, true);
    if (missed[0] !== undefined) await this.missed(missed[0]);
    this.#session.require();
    return requests.filter((_, index) => taken[index] === true);
  }
}
