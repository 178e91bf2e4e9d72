import type { AnswerWindow, CrawlEnd } from '../../engine/limits.ts';
import type { NewEvent } from '../../engine/ports/ledger.ts';
import { LeaseLostError } from '../../engine/ports/lease.ts';
import type { BudgetKind, FoundSitemap, Verdict } from '../../engine/ports/run-share.ts';
import type { FleetDatabase, Query } from '../postgres/ledger/fleet-database.ts';
import { storable } from '../postgres/ledger/stored-text.ts';
import { claimTable } from './claim-tables.ts';
import { deadMs } from './fleet-rows.ts';
import { readLook, readSitemap, readVerdict, type ShareLook } from './share-values.ts';

/** Most start URLs that are counted: whoever reads them ahead needs to know of fewer. */
const mostSeeds = 10_000;
/** Most hosts that are named where a run stands still. */
const mostAside = 5;

/** What the sessions of a run tell each other, in rows. */
export class ShareRows {
  readonly #database: FleetDatabase;
  readonly #run: number;

  constructor(database: FleetDatabase, run: number) {
    this.#database = database;
    this.#run = run;
  }

  /**
   * A session takes part from now on. The first one begins with no verdict.
   * @throws LeaseLostError where the run has ended since the session began
   */
  open(session: number, capacity: number): Promise<void> {
    return this.#locked(async (query) => {
      const held = await query('SELECT 1 FROM fleet_sessions WHERE id = $1 FOR KEY SHARE', [session]);
      if (held.length === 0) throw new LeaseLostError(String(this.#run));
      await query(
        `UPDATE fleet_shares SET proposed = NULL, verdict = NULL WHERE run_id = $1
          AND NOT EXISTS (SELECT 1 FROM fleet_members m WHERE m.run_id = $1 AND m.session_id <> $2
            AND EXISTS (SELECT 1 FROM fleet_sessions f WHERE f.id = m.session_id AND f.beat_at >= fleet_now() - ${deadMs}))`,
        [this.#run, session],
      );
      await query(
        'INSERT INTO fleet_members (session_id, run_id, capacity) VALUES ($2, $1, $3) ON CONFLICT DO NOTHING',
        [this.#run, session, capacity],
      );
    });
  }

  /** What a session sees of its run. @param most number of waiting hosts that it asks for */
  async look(most: number): Promise<ShareLook> {
    const [row] = await this.#database.rows<{ look: string }>(look, [this.#run, most]);
    return readLook(row?.look ?? '', this.#run);
  }

  /** A session may have more hosts than before, or fewer. */
  async resize(session: number, capacity: number): Promise<void> {
    const text = 'UPDATE fleet_members SET capacity = $2 WHERE session_id = $1';
    await this.#database.rows(text, [session, capacity]);
  }

  /** A session takes no more hosts. */
  async dismiss(session: number): Promise<void> {
    await this.#database.rows('UPDATE fleet_members SET is_dismissed = true WHERE session_id = $1', [
      session,
    ]);
  }

  async answers(session: number, { refused, of }: AnswerWindow): Promise<void> {
    const text = 'UPDATE fleet_members SET refused = $2, answers = $3 WHERE session_id = $1';
    await this.#database.rows(text, [session, refused, of]);
  }

  /** An end was found. The first one stays. */
  async propose(end: CrawlEnd): Promise<void> {
    const text = 'UPDATE fleet_shares SET proposed = coalesce(proposed, $2) WHERE run_id = $1';
    await this.#database.rows(text, [this.#run, JSON.stringify(end)]);
  }

  /** How the run ends. The first end stays; files may be done with later. @returns what holds now */
  conclude(verdict: Verdict): Promise<Verdict> {
    return this.#locked((query, known) => this.#conclude(query, known, verdict));
  }

  /**
   * A session leaves: it takes no more hosts, and is there until it ends.
   * @param end why it cannot go on; null: others can
   * @returns the end of the run, because nobody else is left: then the session has not left yet
   */
  leave(session: number, end: CrawlEnd | null): Promise<CrawlEnd | null> {
    return this.#locked(async (query, known) => {
      // One that has begun takes part soon.
      const others = await query(
        `SELECT 1 FROM fleet_sessions f LEFT JOIN fleet_members m ON m.session_id = f.id
          WHERE f.run_id = $1 AND f.id <> $2 AND f.beat_at >= fleet_now() - ${deadMs} AND m.is_dismissed IS NOT TRUE LIMIT 1`,
        [this.#run, session],
      );
      if (end !== null && known === null && others.length === 0)
        return (await this.#conclude(query, known, { end, finishesFiles: false })).end;
      await query('UPDATE fleet_members SET is_dismissed = true WHERE session_id = $1', [session]);
      return null;
    });
  }

  /** Whether other sessions are in the run. */
  async areOthers(session: number): Promise<boolean> {
    const text = 'SELECT 1 AS there FROM fleet_members WHERE run_id = $1 AND session_id <> $2 LIMIT 1';
    return (await this.#database.rows(text, [this.#run, session])).length > 0;
  }

  /** Other sessions that have reserved something of a budget. */
  async reserving(kind: BudgetKind, session: number): Promise<number[]> {
    const rows = await this.#database.rows<{ id: number }>(
      `SELECT id FROM fleet_sessions WHERE run_id = $1 AND id <> $2 AND ${kind} > 0`,
      [this.#run, session],
    );
    return rows.map(({ id }) => id);
  }

  /** Records events, without those that the run has in the same words. */
  async recordOnce(events: readonly NewEvent[]): Promise<void> {
    await this.#locked((query) =>
      query(
        `INSERT INTO events (run_id, at, kind, url, message)
          SELECT $1, fleet_now(), n.kind, n.url, n.message
          FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS n (kind, url, message, place)
          WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.run_id = $1 AND e.kind = n.kind AND e.message = n.message)
          ORDER BY n.place`,
        [
          this.#run,
          events.map(({ kind }) => kind),
          events.map(({ url }) => (url === null ? null : storable(url))),
          events.map(({ message }) => storable(message)),
        ],
      ),
    );
  }

  /** Whether nothing is queued or in flight. */
  async isIdle(): Promise<boolean> {
    const text = 'SELECT 1 AS there FROM origins WHERE run_id = $1 AND (queued > 0 OR active > 0) LIMIT 1';
    return (await this.#database.rows(text, [this.#run])).length === 0;
  }

  /** The hosts that are set aside, up to a bound, if all that is left of the run is queued there; else none. */
  async leftAside(): Promise<string[]> {
    const rows = await this.#database.rows<{ host: string }>(leftAside, [this.#run]);
    return rows.map(({ host }) => host);
  }

  /** Number of start URLs that wait, up to a bound. */
  async waitingSeeds(): Promise<number> {
    const [row] = await this.#database.rows<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM origins o JOIN requests r ON r.origin_id = o.id AND r.state = 0
        WHERE o.run_id = $1 AND o.queued > 0 AND r.depth = 0 AND r.parent_id IS NULL LIMIT ${mostSeeds}) AS seeds`,
      [this.#run],
    );
    return row?.count ?? 0;
  }

  /** Stores sitemaps, in the order in which they become visible. */
  async addSitemaps(found: readonly FoundSitemap[]): Promise<void> {
    await this.#locked((query) =>
      query(
        `INSERT INTO fleet_sitemaps (run_id, number, sitemap)
          SELECT $1, (SELECT count(*) FROM fleet_sitemaps WHERE run_id = $1) + s.place, s.sitemap
          FROM unnest($2::text[]) WITH ORDINALITY AS s (sitemap, place)`,
        [this.#run, found.map((one) => JSON.stringify(one))],
      ),
    );
  }

  /** Sitemaps that were found. @param after how many are known */
  async sitemaps(after: number): Promise<FoundSitemap[]> {
    const rows = await this.#database.rows<{ sitemap: string }>(
      'SELECT sitemap FROM fleet_sitemaps WHERE run_id = $1 AND number > $2 ORDER BY number',
      [this.#run, after],
    );
    return rows.map(({ sitemap }) => readSitemap(sitemap, this.#run));
  }

  async #conclude(query: Query, known: Verdict | null, verdict: Verdict): Promise<Verdict> {
    if (known !== null && !known.finishesFiles) return known;
    const holds = { ...verdict, end: known?.end ?? verdict.end };
    await query('UPDATE fleet_shares SET verdict = $2 WHERE run_id = $1', [this.#run, JSON.stringify(holds)]);
    return holds;
  }

  /** A transaction that nobody else has in this run. @param work is given how the run ends */
  #locked<R>(work: (query: Query, verdict: Verdict | null) => Promise<R>): Promise<R> {
    return this.#database.transaction(async (query) => {
      const lock = `INSERT INTO fleet_shares AS s (run_id) VALUES ($1)
        ON CONFLICT (run_id) DO UPDATE SET verdict = s.verdict RETURNING verdict`;
      const [row] = await query<{ verdict: string | null }>(lock, [this.#run]);
      return work(query, readVerdict(row?.verdict ?? null, this.#run));
    });
  }
}

const isAside = (host: string): string =>
  `EXISTS (SELECT 1 FROM ${claimTable} c WHERE c.kind = 'host' AND c.key = ${host} AND c.set_aside_at IS NOT NULL)`;

/** What is in flight at a host that is set aside is still to be recovered. */
const leftAside = `SELECT DISTINCT substr(o.origin, strpos(o.origin, '//') + 2) AS host FROM origins o
  WHERE o.run_id = $1 AND o.queued > 0 AND NOT EXISTS (
    SELECT 1 FROM origins x WHERE x.run_id = $1 AND (x.active > 0
      OR x.queued > 0 AND NOT ${isAside("substr(x.origin, strpos(x.origin, '//') + 2)")}))
  ORDER BY host LIMIT ${mostAside}`;

const look = `SELECT json_build_object(
    'proposed', s.proposed, 'verdict', s.verdict,
    'spentMs', (SELECT active_ms + greatest(0, coalesce(fleet_now() - active_since, 0)) FROM all_runs WHERE id = $1),
    'members', (SELECT coalesce(json_agg(json_build_object('session', m.session_id, 'capacity', m.capacity, 'of', m.answers, 'refused', m.refused,
        'hosts', (SELECT count(*) FROM fleet_hosts h WHERE h.session_id = m.session_id))), '[]')
      FROM fleet_members m WHERE m.run_id = $1 AND NOT m.is_dismissed),
    'waiting', (SELECT coalesce(json_agg(w.host), '[]') FROM (
      SELECT DISTINCT substr(o.origin, strpos(o.origin, '//') + 2) AS host FROM origins o
      WHERE o.run_id = $1 AND o.queued > 0 AND NOT EXISTS (SELECT 1 FROM fleet_hosts h WHERE h.run_id = $1
        AND h.host = substr(o.origin, strpos(o.origin, '//') + 2) AND h.session_id IS NOT NULL)
      LIMIT $2) AS w)
  )::text AS look
  FROM (VALUES (1)) AS one LEFT JOIN fleet_shares s ON s.run_id = $1`;
