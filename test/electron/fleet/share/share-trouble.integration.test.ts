import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LeaseLostError } from '../../../../electron/engine/ports/lease.ts';
import type { ShareMember } from '../../../../electron/engine/ports/run-share.ts';
import { crawlTogether, none, site } from '../../engine/ports/describe-share.ts';
import { ShareCrawl, shortestGap } from '../../engine/ports/share-crawl.ts';
import { noPostgres } from '../../../servers/postgres.ts';
import { ShareServer, SharedRun, type ShareFleet } from './share-fleet.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const delayMs = 1000;
const exhausted = { kind: 'run', end: { kind: 'exhausted' } };

const told = (): undefined => undefined;
/** A session that does nothing. */
const idle: ShareMember = {
  came: told,
  letGo: told,
  lost: told,
  lend: () => null,
  lent: told,
  recall: () => 0,
  changed: told,
};

describe.skipIf(noPostgres !== null)('sessions of several workers', () => {
  let server: ShareServer;
  let fleet: ShareFleet;
  const runs: SharedRun[] = [];
  beforeAll(async () => {
    server = await ShareServer.start();
    fleet = await server.take();
  });
  afterEach(async () => {
    await Promise.all(runs.splice(0).map((run) => run.close()));
  });
  afterAll(() => server.close());

  async function newRun(beside?: SharedRun, items: number | null = null): Promise<SharedRun> {
    const run = new SharedRun(fleet, await fleet.newRun(), { ...none, items }, beside?.clock);
    runs.push(run);
    return run;
  }

  async function expectWhole(run: SharedRun, pages: number): Promise<void> {
    const requests = await run.requests();
    expect(requests.filter(({ state }) => state === 'done')).toHaveLength(pages);
    expect(requests).toHaveLength(pages);
    const items = await run.items();
    expect(new Set(items).size).toBe(pages);
    expect(items).toHaveLength(pages);
  }

  it('ask no host too often for two runs at the same time', async () => {
    const first = await newRun();
    const second = await newRun(first);
    const whole = site(4, 15);
    const crawls = [first, second].map(
      ({ clock }) => new ShareCrawl({ site: whole, clock, delayMs, latencyMs: 100 }),
    );
    // All sessions have begun before any of them asks for a page: otherwise a slow machine is done with the first run by then.
    const sessions: Awaited<ReturnType<SharedRun['session']>>[] = [];
    for (const run of [first, first, first, first, second, second, second, second])
      sessions.push(await run.session());
    const ends = crawls.flatMap((crawl, n) =>
      sessions.slice(4 * n, 4 * n + 4).map((session) => crawl.run(session)),
    );
    for (const end of await Promise.all(ends)) expect(end).toMatchObject(exhausted);
    await expectWhole(first, 60);
    await expectWhole(second, 60);
    const sendings = crawls.flatMap((crawl) => crawl.sendings);
    expect(shortestGap(sendings)).toBeGreaterThanOrEqual(delayMs - first.lateMs);
    // Neither waits until the other one has done with a host.
    const h0 = sendings.filter(({ host }) => host === 'h0.example').toSorted((a, b) => a.at - b.at);
    const ofFirst = new Set(crawls[0]?.sendings);
    const turns = h0.filter(
      (sending, n) => n > 0 && ofFirst.has(sending) !== ofFirst.has(h0[n - 1] ?? sending),
    );
    expect(turns.length).toBeGreaterThan(1);
  });

  it('take 1,000 items of a run, and not one more', async () => {
    const run = await newRun(undefined, 1000);
    const crawl = new ShareCrawl({
      site: site(16, 40, 3),
      clock: run.clock,
      delayMs: 40,
      latencyMs: 100,
      limits: { items: 1000 },
    });
    const sessions = [];
    for (let count = 0; count < 8; count += 1) sessions.push(await run.session());
    const ends = await Promise.all(sessions.map((session) => crawl.run(session)));
    for (const end of ends) expect(end).toMatchObject({ kind: 'run', end: { kind: 'item-limit' } });
    expect(await run.items()).toHaveLength(1000);
    expect(new Set(crawl.sendings.map(({ session }) => session)).size).toBe(8);
  });

  it('write everything once while their connections break again and again', async () => {
    const run = await newRun();
    let broken = 0;
    const breaking = setInterval(() => {
      const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'
        AND pid <> pg_backend_pid() AND application_name <> '' AND random() < 0.05`;
      void fleet.server.query(text).then((rows) => (broken += rows.length));
    }, 300);
    const { ends } = await crawlTogether(run, 4, { site: site(4, 25), latencyMs: 100 });
    clearInterval(breaking);
    for (const end of ends) expect(end).toMatchObject(exhausted);
    expect(broken).toBeGreaterThan(10);
    await expectWhole(run, 100);
  });

  it('are followed by others where all have died before the end was recorded', async () => {
    const run = await newRun();
    const { share, die } = await run.session();
    await share.open(idle);
    expect(await run.isWaiting()).toBe(true);
    await share.conclude({ end: { kind: 'exhausted' }, finishesFiles: false });
    expect(await run.isWaiting()).toBe(false);
    die();
    await expect.poll(() => run.isWaiting(), { timeout: 20_000 }).toBe(true);
    const { ends } = await crawlTogether(run, 1, { site: site(2, 4), latencyMs: 100 });
    expect(ends).toMatchObject([exhausted]);
    await expectWhole(run, 8);
  });

  it('end a run that can only go on at hosts that are set aside, and say so', async () => {
    await fleet.query(
      `INSERT INTO spider_studio.fleet_claims (kind, key, set_aside_at, losses) VALUES ('host', 'aside.example', now(), 4)`,
    );
    const id = await fleet.newRun();
    const whole = new Map([
      ['https://here.example/', { links: ['https://aside.example/'], items: 1 }],
      ['https://aside.example/', { links: [], items: 1 }],
    ]);
    const first = new SharedRun(fleet, id, none);
    runs.push(first);
    const { ends } = await crawlTogether(first, 2, { site: whole, latencyMs: 100 });
    const reason =
      'All that is left is queued at hosts that are set aside, because worker after worker died of them: aside.example. Let them be taken again in Fleet, then resume the run.';
    for (const end of ends) expect(end).toMatchObject({ kind: 'run', end: { kind: 'stuck', reason } });
    expect((await first.requests()).map(({ state }) => state)).toEqual(['done', 'queued']);
    await first.close();
    expect(await fleet.store.queries.fleet.revive('aside.example')).toBe(true);
    const second = new SharedRun(fleet, id, none);
    runs.push(second);
    expect((await crawlTogether(second, 2, { site: whole, latencyMs: 100 })).ends).toMatchObject([
      exhausted,
      exhausted,
    ]);
    await expectWhole(second, 2);
  });

  it('do not begin a run anew that was paused before they came', async () => {
    const run = await newRun();
    const { share } = await run.session();
    await share.open(idle);
    await share.conclude({ end: { kind: 'paused' }, finishesFiles: false });
    await run.pause();
    await expect(run.session()).rejects.toThrow(LeaseLostError);
    expect(await run.isWaiting()).toBe(false);
  });

  it('go on after the server was restarted', async () => {
    const run = await newRun();
    const restarts: Promise<void>[] = [];
    const { ends, crawl } = await crawlTogether(run, 4, {
      site: site(4, 25),
      latencyMs: 100,
      onSend: (_, count) => {
        if (count === 40) restarts.push(fleet.server.restart());
      },
    });
    await Promise.all(restarts);
    expect(restarts).toHaveLength(1);
    for (const end of ends) expect(end).toMatchObject(exhausted);
    await expectWhole(run, 100);
    expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs - run.lateMs);
  });
});
