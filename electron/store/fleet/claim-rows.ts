import { claimTable } from './claim-tables.ts';

/** Carries out a statement within a transaction on PostgreSQL. The caller says what rows it gives. */
export type Query = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

/** What is claimed: a host, or the lead of a run. */
export type ClaimKind = 'host' | 'lead';

/** What a worker must have to take a host. */
export type HostClass = 'http' | 'browser';

/** Something to be taken, now or later. */
export interface Offered {
  key: string;
  class: HostClass;
  /** For which run. */
  run: number;
  delayMs: number;
}

/** A claim as its owner knows it. */
export interface OwnClaim {
  key: string;
  epoch: number;
}

/** What is known of a claim that has just been taken. */
export interface Taken {
  epoch: number;
  class: HostClass;
}

/** When a claim that was given back is wanted again, and for which run. */
export interface WantedAgain {
  run: number;
  /** null: not at all. */
  seconds: number | null;
}

/** What becomes of a claim that is given back. `againMs` null: nobody wants it until it is offered again. */
export interface GivenBack extends OwnClaim {
  class: HostClass;
  againMs: number | null;
}

/** How many claims there are of a class. */
export interface ClaimCounts {
  class: HostClass;
  /** May be taken now. */
  ready: number;
  active: number;
  /** May be taken later. */
  waiting: number;
  setAside: number;
  /** How long the first of those that are ready has waited. Null: none is. */
  oldestReadyMs: number | null;
}

/**
 * The rows of the claims of one kind. Only the database's clock counts. Rows are locked in the order of their keys, and always after
 * the job that stands for them is locked, unless it is one's own, so that two workers never wait for each other.
 */
export class ClaimRows {
  readonly #kind: ClaimKind;
  readonly #leaseMs: number;
  readonly #longestMs: number;

  constructor(kind: ClaimKind, { leaseMs, longestMs }: { leaseMs: number; longestMs: number }) {
    this.#kind = kind;
    this.#leaseMs = leaseMs;
    this.#longestMs = longestMs;
  }

  /** Which of the keys are set aside. */
  async setAsideOf(query: Query, keys: readonly string[]): Promise<Set<string>> {
    const text = `SELECT key FROM ${claimTable} WHERE kind = $1 AND key = ANY ($2) AND set_aside_at IS NOT NULL`;
    const rows = await query<{ key: string }>(text, [this.#kind, keys]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Notes what has just been offered for the first time. */
  async offer(query: Query, offers: readonly Offered[]): Promise<void> {
    await query(
      `INSERT INTO ${claimTable} AS c (kind, key, class, run, next_at)
       SELECT $1, o.key, o.class, o.run, now() + o.delay * interval '1 ms'
       FROM unnest($2::text[], $3::text[], $4::float8[], $5::bigint[]) AS o (key, class, delay, run) ORDER BY o.key
       ON CONFLICT (kind, key) DO UPDATE SET class = excluded.class, run = excluded.run, next_at = excluded.next_at,
         owner = NULL, taken_at = NULL, lease_until = NULL, offered_at = NULL, next_run = NULL`,
      [this.#kind, ...columns(offers)],
    );
  }

  /** Which of what is offered again waits for a later time than it is offered for now. */
  async later(query: Query, offers: readonly Offered[]): Promise<Set<string>> {
    const rows = await query<{ key: string }>(
      `SELECT c.key FROM unnest($2::text[], $3::text[], $4::float8[], $5::bigint[]) AS o (key, class, delay, run)
       JOIN ${claimTable} c ON c.kind = $1 AND c.key = o.key
       WHERE c.owner IS NULL AND c.next_at > now() + (o.delay + 250) * interval '1 ms'`,
      [this.#kind, ...columns(offers)],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Which of what is offered again has waited for another run so long that nobody may take it for that one. */
  async strays(query: Query, offers: readonly Offered[]): Promise<Set<string>> {
    const rows = await query<{ key: string }>(
      `SELECT c.key FROM unnest($2::text[], $3::text[], $4::float8[], $5::bigint[]) AS o (key, class, delay, run)
       JOIN ${claimTable} c ON c.kind = $1 AND c.key = o.key
       WHERE c.run <> o.run AND CASE WHEN c.owner IS NULL THEN c.next_at ELSE c.lease_until END < now() - interval '3 s'`,
      [this.#kind, ...columns(offers)],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Notes that what waits is now for another run. */
  async turnTo(query: Query, key: string, run: number): Promise<void> {
    await query(`UPDATE ${claimTable} SET run = $3 WHERE kind = $1 AND key = $2`, [this.#kind, key, run]);
  }

  /** Which of the keys another run wants. */
  async wanted(query: Query, keys: readonly string[]): Promise<string[]> {
    const text = `SELECT key FROM ${claimTable} WHERE kind = $1 AND key = ANY ($2) AND next_run IS NOT NULL`;
    return (await query<{ key: string }>(text, [this.#kind, keys])).map(({ key }) => key);
  }

  /** Notes what is offered again while it waits or somebody has it. */
  async offerAgain(query: Query, offers: readonly Offered[]): Promise<void> {
    await query(
      `WITH o AS (
         SELECT c.key, o.run, now() + o.delay * interval '1 ms' AS at
         FROM unnest($2::text[], $3::text[], $4::float8[], $5::bigint[]) AS o (key, class, delay, run)
         JOIN ${claimTable} c ON c.kind = $1 AND c.key = o.key
         WHERE CASE WHEN c.owner IS NULL THEN c.next_at ELSE coalesce(c.offered_at, 'infinity') END
           > now() + o.delay * interval '1 ms' OR (c.owner IS NOT NULL AND c.next_run IS NULL AND o.run <> c.run)
         ORDER BY c.key FOR UPDATE OF c
       )
       UPDATE ${claimTable} c SET
         next_at = CASE WHEN c.owner IS NULL THEN least(c.next_at, o.at) ELSE c.next_at END,
         offered_at = CASE WHEN c.owner IS NULL THEN NULL ELSE least(c.offered_at, o.at) END,
         next_run = CASE WHEN c.owner IS NOT NULL THEN coalesce(c.next_run, nullif(o.run, c.run)) END
       FROM o WHERE c.kind = $1 AND c.key = o.key`,
      [this.#kind, ...columns(offers)],
    );
  }

  /** Notes who has taken what. @returns the new epoch and the class of each; null: it is set aside and nobody may have it */
  async take(query: Query, owner: string, keys: readonly string[]): Promise<Map<string, Taken | null>> {
    const rows = await query<{ key: string; epoch: string; class: HostClass; isSetAside: boolean }>(
      `INSERT INTO ${claimTable} AS c (kind, key, owner, epoch, taken_at, lease_until)
       SELECT $1, o.key, $3, 1, now(), now() + $4 * interval '1 ms' FROM unnest($2::text[]) AS o (key) ORDER BY o.key
       ON CONFLICT (kind, key) DO UPDATE SET owner = CASE WHEN c.set_aside_at IS NULL THEN $3 END, epoch = c.epoch + 1,
         taken_at = now(), lease_until = excluded.lease_until, offered_at = NULL
       RETURNING c.key, c.epoch, c.class, c.set_aside_at IS NOT NULL AS "isSetAside"`,
      [this.#kind, keys, owner, this.#leaseMs],
    );
    return new Map(
      rows.map((row) => [row.key, row.isSetAside ? null : { epoch: Number(row.epoch), class: row.class }]),
    );
  }

  /** Prolongs leases, up to the longest time. @returns the keys of those that had not run out */
  async renew(query: Query, owner: string, claims: readonly OwnClaim[]): Promise<Set<string>> {
    const rows = await query<{ key: string }>(
      `WITH ${this.#mine}
       UPDATE ${claimTable} c SET lease_until = least(now() + $5 * interval '1 ms', c.taken_at + $6 * interval '1 ms')
       FROM mine
       WHERE c.kind = $1 AND c.key = mine.key RETURNING c.key`,
      [this.#kind, owner, ...keysOf(claims), this.#leaseMs, this.#longestMs],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Ends claims. @returns those whose lease had not run out */
  async giveBack(
    query: Query,
    owner: string,
    claims: readonly GivenBack[],
  ): Promise<Map<string, WantedAgain>> {
    const rows = await query<WantedAgain & { key: string; run: string }>(
      `WITH ${this.#mine}, w AS (
         SELECT mine.key, mine.epoch, o.class, now() + o.again * interval '1 ms' AS at
         FROM mine JOIN unnest($3::text[], $5::text[], $6::float8[]) AS o (key, class, again) ON o.key = mine.key
       )
       UPDATE ${claimTable} c SET owner = NULL, taken_at = NULL, lease_until = NULL, class = w.class,
         next_at = least(w.at, c.offered_at), offered_at = NULL, run = coalesce(c.next_run, c.run), next_run = NULL
       FROM w WHERE c.kind = $1 AND c.key = w.key
       RETURNING c.key, c.run, CASE WHEN c.next_at IS NOT NULL THEN greatest(extract(epoch FROM c.next_at - now()), 0)::float8 END AS seconds`,
      [
        this.#kind,
        owner,
        ...keysOf(claims),
        claims.map((one) => one.class),
        claims.map((one) => one.againMs),
      ],
    );
    return new Map(rows.map(({ key, run, seconds }) => [key, { run: Number(run), seconds }]));
  }

  /** Sets aside what worker after worker died of. */
  async setAside(query: Query, key: string, losses: number): Promise<void> {
    const text = `UPDATE ${claimTable} SET set_aside_at = now(), losses = $3, owner = NULL, taken_at = NULL, lease_until = NULL,
      next_at = NULL, offered_at = NULL, next_run = NULL WHERE kind = $1 AND key = $2`;
    await query(text, [this.#kind, key, losses]);
  }

  /** What was set aside until somebody revived it: it is wanted, and nothing has it taken yet. */
  async revived(query: Query): Promise<Offered[]> {
    const text = `SELECT key, class, run FROM ${claimTable} WHERE kind = $1 AND next_at IS NOT NULL AND offered_at IS NOT NULL
      AND owner IS NULL AND set_aside_at IS NULL`;
    const rows = await query<Pick<Offered, 'key' | 'class'> & { run: string }>(text, [this.#kind]);
    return rows.map((row) => ({ ...row, run: Number(row.run), delayMs: 0 }));
  }

  /** Whether somebody, who has a host or a lead, has given no sign of life for too long. */
  async isAnyOver(query: Query): Promise<boolean> {
    const over = `SELECT 1 FROM ${claimTable} WHERE owner IS NOT NULL AND lease_until < now() LIMIT 1`;
    return (await query(over)).length > 0;
  }

  /** Removes what nobody has, wants, or has set aside. What somebody changes at this moment stays. */
  async forgetEnded(query: Query): Promise<void> {
    await query(
      `DELETE FROM ${claimTable} WHERE kind = $1 AND key IN (
         SELECT key FROM ${claimTable} WHERE kind = $1 AND owner IS NULL AND next_at IS NULL AND offered_at IS NULL
           AND set_aside_at IS NULL ORDER BY key FOR UPDATE SKIP LOCKED)`,
      [this.#kind],
    );
  }

  /** All that is set aside, in the order of its keys. */
  listSetAside(query: Query): Promise<{ key: string; since: Date; losses: number }[]> {
    const text = `SELECT key, set_aside_at AS since, coalesce(losses, 0) AS losses FROM ${claimTable}
      WHERE kind = $1 AND set_aside_at IS NOT NULL ORDER BY key`;
    return query(text, [this.#kind]);
  }

  /** Counts by class. */
  count(query: Query): Promise<ClaimCounts[]> {
    return query(
      `WITH c AS (
         SELECT class, set_aside_at IS NOT NULL AS is_aside, owner IS NOT NULL AND lease_until >= now() AS is_active,
           CASE WHEN owner IS NULL THEN next_at ELSE lease_until END AS at
         FROM ${claimTable} WHERE kind = $1 AND (next_at IS NOT NULL OR owner IS NOT NULL OR set_aside_at IS NOT NULL)
       )
       SELECT class, count(*) FILTER (WHERE is_active)::integer AS active,
         count(*) FILTER (WHERE NOT is_active AND NOT is_aside AND at <= now())::integer AS ready,
         count(*) FILTER (WHERE NOT is_active AND NOT is_aside AND at > now())::integer AS waiting,
         count(*) FILTER (WHERE is_aside)::integer AS "setAside",
         extract(epoch FROM now() - min(at) FILTER (WHERE NOT is_active AND NOT is_aside AND at <= now()))::float8 * 1000
           AS "oldestReadyMs"
       FROM c GROUP BY class ORDER BY class`,
      [this.#kind],
    );
  }

  /** Those of $3 and $4 that are the owner's still. */
  readonly #mine = `mine AS (
    SELECT c.key, c.epoch FROM unnest($3::text[], $4::bigint[]) AS o (key, epoch)
    JOIN ${claimTable} c ON c.kind = $1 AND c.key = o.key
    WHERE c.owner = $2 AND c.epoch = o.epoch AND c.lease_until >= now() ORDER BY c.key FOR UPDATE OF c
  )`;
}

function columns(offers: readonly Offered[]): unknown[] {
  return [
    offers.map(({ key }) => key),
    offers.map((one) => one.class),
    offers.map(({ delayMs }) => delayMs),
    offers.map(({ run }) => run),
  ];
}

function keysOf(claims: readonly OwnClaim[]): unknown[] {
  return [claims.map(({ key }) => key), claims.map(({ epoch }) => epoch)];
}
