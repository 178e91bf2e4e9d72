import { randomUUID } from 'node:crypto';
import type { JobInsert, PgBoss } from 'pg-boss';
import {
  ClaimRows,
  type ClaimCounts,
  type ClaimKind,
  type GivenBack,
  type HostClass,
  type Offered,
  type Taken,
} from '../../store/fleet/claim-rows.ts';
import { Lease, leaseMs, Leases } from './leases.ts';
import type { Transaction, Transactions } from './transactions.ts';

/** Something that one worker has: a job that is active, with the epoch in which it was taken. */
export class Claim extends Lease {
  readonly key: string;
  readonly epoch: number;
  readonly class: HostClass;
  /** How often a worker died of it, or lost it, since one last gave it back. */
  readonly losses: number;
  /** The attempt at the job that stands for it. */
  readonly job: { id: string; retryCount: number };

  constructor(
    taken: Taken & { key: string; job: { id: string; retryCount: number } },
    begun: number,
    longestMs: number,
  ) {
    super(begun, longestMs);
    this.key = taken.key;
    this.epoch = taken.epoch;
    this.class = taken.class;
    this.losses = taken.job.retryCount;
    this.job = taken.job;
  }
}

/** How claims of a kind are queued. */
export interface ClaimQueue {
  kind: ClaimKind;
  /** The queue of the engine. Its policy is "exclusive": one job a key waits or is active. */
  queue: string;
  /** How long one is held at most, in seconds; the engine takes it away then. */
  longestSeconds: number;
  /** Priorities are used to ask for some jobs of the queue only. */
  priorityOf: (needs: HostClass, run: number) => number;
}

/** What jobs carry. */
interface ClaimData {
  key: string;
}

/** Claims of one kind: jobs of the engine, and beside each a row that says whose it is. Both change in one transaction. */
export class Claims {
  readonly #options: ClaimQueue;
  readonly #boss: PgBoss;
  readonly #transactions: Transactions;
  readonly #owner: string;
  readonly #rows: ClaimRows;
  readonly #leases: Leases<Claim>;

  constructor(
    options: ClaimQueue,
    engine: { boss: PgBoss; transactions: Transactions; owner: string; onError: (error: unknown) => void },
  ) {
    this.#options = options;
    this.#boss = engine.boss;
    this.#transactions = engine.transactions;
    this.#owner = engine.owner;
    this.#rows = new ClaimRows(options.kind, { leaseMs, longestMs: options.longestSeconds * 1000 });
    this.#leases = new Leases((held) => this.#renew(held), engine.onError);
  }

  get held(): ReadonlySet<Claim> {
    return this.#leases.held;
  }

  /** Stops the signs of life. Give back what is held before. */
  close(): void {
    this.#leases.close();
  }

  /** Sees to it that each of the keys is taken once, in the time given or sooner. What is set aside stays there. */
  async offer(offers: readonly Offered[]): Promise<void> {
    const sorted = [...new Map(offers.map((one) => [one.key, one])).values()].sort((a, b) =>
      a.key < b.key ? -1 : 1,
    );
    if (sorted.length === 0) return;
    const known = await this.#transactions.run((transaction) => this.#offerTo(transaction, sorted));
    // What was given back just before it was noted as offered again has no job now; what is given back later sees the note.
    if (known.length > 0) await this.#transactions.run((transaction) => this.#insertNew(transaction, known));
  }

  /** @returns those which had a job already */
  async #offerTo(transaction: Transaction, offers: readonly Offered[]): Promise<Offered[]> {
    const { db, query } = transaction;
    const aside = await this.#rows.setAsideOf(
      query,
      offers.map(({ key }) => key),
    );
    const known = await this.#insertNew(
      transaction,
      offers.filter(({ key }) => !aside.has(key)),
    );
    if (known.length === 0) return known;
    const strays = await this.#rows.strays(query, known);
    for (const one of known) if (strays.has(one.key)) await this.#turn(transaction, one);
    const later = await this.#rows.later(query, known);
    for (const { key, delayMs } of known)
      if (later.has(key))
        await this.#boss.update(this.#options.queue, undefined, {
          singletonKey: key,
          startAfter: delayMs / 1000,
          db,
        });
    await this.#rows.offerAgain(query, known);
    return known;
  }

  /** What has waited for a run that nobody carries out any more is for another one. */
  async #turn({ db, query }: Transaction, one: Offered): Promise<void> {
    const { queue, priorityOf } = this.#options;
    const change = { singletonKey: one.key, priority: priorityOf(one.class, one.run), db };
    const { updated } = await this.#boss.update(queue, undefined, change);
    if (updated > 0) await this.#rows.turnTo(query, one.key, one.run);
  }

  async #insertNew(transaction: Transaction, offers: readonly Offered[]): Promise<Offered[]> {
    const { db, query } = transaction;
    const ids = offers.map(() => randomUUID());
    const jobs = offers.map((one, index) => this.#job(one, one.delayMs / 1000, ids[index]));
    const inserted = new Set(await this.#boss.insert(this.#options.queue, jobs, { db, returnId: true }));
    const [isNew, isKnown]: [Offered[], Offered[]] = [[], []];
    offers.forEach((one, index) => (inserted.has(ids[index] ?? '') ? isNew : isKnown).push(one));
    if (isNew.length > 0) await this.#rows.offer(query, isNew);
    return isKnown;
  }

  #job(
    one: { key: string; class: HostClass; run: number },
    seconds: number,
    id?: string,
  ): JobInsert<ClaimData> {
    const data = { key: one.key };
    const priority = this.#options.priorityOf(one.class, one.run);
    const job = { data, singletonKey: one.key, priority, startAfter: seconds };
    return id === undefined ? job : { ...job, id };
  }

  /** Takes what may be taken, those first that were offered first. */
  async take(count: number, priorities: { minPriority?: number; maxPriority?: number }): Promise<Claim[]> {
    const claims = await this.#transactions.run(async ({ db, query }) => {
      const begun = performance.now();
      const { queue } = this.#options;
      const jobs = await this.#boss.fetch<ClaimData>(queue, { batchSize: count, ...priorities, db });
      if (jobs.length === 0) return [];
      const known = await this.#rows.take(
        query,
        this.#owner,
        jobs.map(({ data }) => data.key),
      );
      const taken: Claim[] = [];
      for (const { id, retryCount, data } of jobs) {
        const one = known.get(data.key) ?? null;
        if (one === null) await this.#boss.deleteJob(queue, id, { db });
        else
          taken.push(
            new Claim(
              { ...one, key: data.key, job: { id, retryCount } },
              begun,
              this.#options.longestSeconds * 1000,
            ),
          );
      }
      return taken;
    });
    for (const claim of claims) this.#leases.held.add(claim);
    return claims;
  }

  /** @returns which of them were still held */
  async giveBack(
    claims: readonly { claim: Claim; class: HostClass; againMs: number | null }[],
  ): Promise<Set<Claim>> {
    const still = claims.filter(({ claim }) => claim.isHeld && this.#leases.held.delete(claim));
    if (still.length === 0) return new Set();
    const back: GivenBack[] = still.map((one) => ({ ...one, key: one.claim.key, epoch: one.claim.epoch }));
    return this.#transactions.run(async ({ db, query }) => {
      const wanted = await this.#rows.giveBack(query, this.#owner, back);
      const given = still.filter(({ claim }) => wanted.has(claim.key));
      if (given.length === 0) return new Set<Claim>();
      const { queue } = this.#options;
      await this.#boss.deleteJob(
        queue,
        given.map(({ claim }) => claim.job),
        { db },
      );
      const again = given.flatMap((one) => {
        const { run, seconds } = wanted.get(one.claim.key) ?? { run: 0, seconds: null };
        return seconds === null ? [] : [this.#job({ key: one.claim.key, class: one.class, run }, seconds)];
      });
      if (again.length > 0) await this.#boss.insert(queue, again, { db });
      return new Set(given.map(({ claim }) => claim));
    });
  }

  async #renew(held: readonly Claim[]): Promise<ReadonlySet<Claim>> {
    return this.#transactions.once(async ({ db, query }) => {
      const keys = await this.#rows.renew(query, this.#owner, held);
      const kept = held.filter(({ key }) => keys.has(key));
      const jobs = kept.map(({ job }) => job);
      if (jobs.length > 0) await this.#boss.touch(this.#options.queue, jobs, { db });
      return new Set(kept);
    });
  }

  /** Which of the keys another run wants, too. */
  wanted(keys: readonly string[]): Promise<string[]> {
    return this.#transactions.run(({ query }) => this.#rows.wanted(query, keys));
  }

  /** Notes that worker after worker died of it. */
  setAside(key: string, losses: number): Promise<void> {
    return this.#transactions.run(({ query }) => this.#rows.setAside(query, key, losses));
  }

  listSetAside(): Promise<{ key: string; since: Date; losses: number }[]> {
    return this.#transactions.run(({ query }) => this.#rows.listSetAside(query));
  }

  /** Offers what somebody has revived. @returns whether any claim, of any kind, has run out of signs of life */
  async offerRevived(): Promise<boolean> {
    const [revived, isAnyOver] = await this.#transactions.run(
      async ({ query }) => [await this.#rows.revived(query), await this.#rows.isAnyOver(query)] as const,
    );
    await this.offer(revived);
    return isAnyOver;
  }

  /** Removes what nobody has and nobody wants. */
  forgetEnded(): Promise<void> {
    return this.#transactions.run(({ query }) => this.#rows.forgetEnded(query));
  }

  count(): Promise<ClaimCounts[]> {
    return this.#transactions.run(({ query }) => this.#rows.count(query));
  }
}
