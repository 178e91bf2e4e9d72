import type { ClaimedRequest, NewRequest } from '../../../../electron/engine/ports/ledger.ts';
import type { FleetPorts } from '../../../../electron/store/postgres/ledger/ports.ts';
import type { PostgresServer } from '../../../servers/postgres.ts';
import { completed, facts, fingerprintOf, item, request, seeded, unfinished } from '../support.ts';

/** Pages of the made-up site, and its hosts. */
const total = 300;
const hosts = Array.from({ length: 9 }, (_, n) => `host${n}.example.org`);

function pageOf(n: number, parent: string | null = null): NewRequest {
  const origin = `https://${hosts[n % hosts.length]}`;
  const place = { url: `${origin}/${n}`, origin, fingerprint: fingerprintOf(n + 1) };
  return request(n, { ...place, parent, depth: parent === null ? 0 : 1 });
}

/** Sessions that carry out one run side by side, each with random outcomes, until nothing is left to do. */
export class Crowd {
  readonly #random: Generator<number, never>;
  readonly #server: PostgresServer;
  readonly #run: string;
  readonly sessions: readonly FleetPorts[];
  /** How often the end of each page was written. */
  readonly #ends = new Map<number, number>();
  #isOver = false;

  constructor(server: PostgresServer, run: string, sessions: readonly FleetPorts[], seed: number) {
    [this.#server, this.#run, this.sessions, this.#random] = [server, run, sessions, seeded(seed)];
  }

  /** Number of pages that were done. */
  get done(): number {
    return this.#ends.size;
  }

  random(below: number): number {
    return Math.floor(this.#random.next().value * below);
  }

  /** Gives a host to a session; the one that had it may not know at once. */
  async moveHost(): Promise<void> {
    const host = hosts[this.random(hosts.length)] ?? '';
    await this.sessions[this.random(this.sessions.length)]?.fleet.take([host], false);
  }

  /** Carries the run out. @param between called every few moments */
  async carryOut(between: () => Promise<void>): Promise<void> {
    await this.sessions[0]?.ledger.admit([pageOf(0)]);
    for (const [n, host] of hosts.entries())
      await this.sessions[n % this.sessions.length]?.fleet.take([host], false);
    const working = this.sessions.map((ports) => this.#work(ports));
    while (!(await this.#isDone())) {
      await between();
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    this.#isOver = true;
    await Promise.all(working);
  }

  /** What is wrong: pages that were not done once, with their items and events, and counters that are not those of the requests. */
  async faults(): Promise<string[]> {
    const [found = {}] = await this.#server.query<Record<string, string>>(census, [this.#run]);
    const { done = '' } = found;
    const whole: Record<string, string> = { ...right, notes: done, done };
    const wrong = Object.entries(found).filter(([name, count]) => whole[name] !== count);
    const repeated = [...this.#ends].filter(([, times]) => times !== 1);
    return [...wrong, ...repeated].map(([name, count]) => `${name}: ${count}`);
  }

  async #isDone(): Promise<boolean> {
    const left = 'SELECT count(*) AS left FROM spider_studio.requests WHERE run_id = $1 AND state < 2';
    const [row] = await this.#server.query<{ left: string }>(left, [this.#run]);
    return row?.left === '0';
  }

  /** Works at the hosts that a session owns, some requests at once. */
  async #work(ports: FleetPorts): Promise<void> {
    const under = new Set<Promise<void>>();
    while (!this.#isOver) {
      const host = hosts[this.random(hosts.length)] ?? '';
      const claimed = await ports.ledger.claim(`https://${host}`, 1 + this.random(4), Date.now());
      for (const one of claimed) {
        const end = this.#end(ports, one).finally(() => under.delete(end));
        under.add(end);
      }
      if (claimed.length === 0) await new Promise((resolve) => setImmediate(resolve));
      if (under.size > 12) await Promise.race(under);
    }
    await Promise.all(under);
  }

  async #end({ ledger }: FleetPorts, { id, url }: ClaimedRequest): Promise<void> {
    const n = Number(new URL(url).pathname.slice(1));
    await new Promise((resolve) => setTimeout(resolve, this.random(8)));
    const others = Array.from({ length: this.random(6) }, () => this.random(total));
    const links = [...others, 2 * n + 1, 2 * n + 2].filter((to) => to < total).map((to) => pageOf(to, id));
    const outcome = this.random(10);
    if (outcome === 0) {
      await ledger.retry(unfinished(id, 'busy'), Date.now() + this.random(20));
    } else if (outcome === 1) {
      await ledger.release([id]);
    } else if (outcome === 2) {
      this.#ended(n, await ledger.fail({ ...unfinished(id, 'gone'), links }));
    } else {
      const page = completed(id, [item(n), item(n, { title: 'second' })], links);
      const events = [{ kind: 'note', url, message: `Page ${n}.` }];
      const whole = { ...page, facts: { ...facts, finalUrl: url }, events };
      this.#ended(n, await ledger.complete(whole, this.random(2) === 0));
    }
  }

  #ended(n: number, settled: object | null): void {
    if (settled !== null) this.#ends.set(n, (this.#ends.get(n) ?? 0) + 1);
  }
}

const right = { requests: String(total), distinct: String(total), wrong: '0', few: '0', miscounted: '0' };
const census = `WITH mine AS (SELECT * FROM spider_studio.requests WHERE run_id = $1),
    written AS (SELECT request_id, count(*) AS items FROM spider_studio.items WHERE run_id = $1 GROUP BY request_id),
    recount AS (
      SELECT origin_id, count(*) FILTER (WHERE state = 0) AS queued, count(*) FILTER (WHERE state = 1) AS active,
        count(*) FILTER (WHERE state = 2) AS done, count(*) FILTER (WHERE state = 3) AS failed,
        count(*) FILTER (WHERE state = 4) AS skipped, sum(items) AS items FROM mine GROUP BY origin_id)
  SELECT count(*) AS requests, count(DISTINCT fingerprint) AS distinct,
    count(*) FILTER (WHERE mine.items <> coalesce(written.items, 0)) AS wrong,
    count(*) FILTER (WHERE state = 2 AND mine.items <> 2) AS few, count(*) FILTER (WHERE state = 2) AS done,
    (SELECT count(*) FROM spider_studio.events WHERE run_id = $1 AND kind = 'note') AS notes,
    (SELECT count(*) FROM spider_studio.origins o JOIN recount r ON r.origin_id = o.id
      WHERE (o.queued, o.active, o.done, o.failed, o.skipped, o.items)
        <> (r.queued, r.active, r.done, r.failed, r.skipped, r.items)) AS miscounted
  FROM mine LEFT JOIN written ON request_id = mine.id`;
