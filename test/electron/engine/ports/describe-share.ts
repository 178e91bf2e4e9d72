import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../electron/engine/clock.ts';
import type { RequestState } from '../../../../electron/engine/ports/ledger.ts';
import {
  reachable,
  ShareCrawl,
  shortestGap,
  type CrawlingSession,
  type Ended,
  type MadeUpSite,
  type SharePlan,
  type SitePage,
} from './share-crawl.ts';

/** An implementation of the share, with one run in it whose sessions are in this process. */
export interface ShareUnderTest {
  clock: Clock;
  /** By how much a request may leave late on a busy computer. Left out: not at all. */
  lateMs?: number;
  /** Another session of the run. `die`: it ends without a word; `dismiss`: it is to leave. */
  session(): Promise<CrawlingSession & { dismiss(): void }>;
  /** A host goes to another session. */
  move(host: string): Promise<void>;
  /** The lease of a host runs out, and its owner is the last to know. */
  take(host: string): Promise<void>;
  /** Name of the session that leads the run. */
  lead(): number | null;
  requests(): Promise<{ url: string; state: RequestState; tries: number }[]>;
  items(): Promise<string[]>;
  events(): Promise<string[]>;
  /** Hosts in the order in which they were handed out, and to whom. */
  handedOut(): Promise<readonly { host: string; session: number }[]>;
  /** Its test is over. Left out: nothing is to be done then. */
  over?(): Promise<void>;
}

/** Limits of the run, which the share knows. */
interface Limits {
  items: number | null;
  pages: number | null;
}

export type CreateShare = (limits: Limits, seed: number) => Promise<ShareUnderTest>;

/** Tests that are given runs, and end them. Other tests may go on beside them. */
const shareTests = (create: CreateShare) =>
  it.extend<{ create: CreateShare }>({
    // oxlint-disable-next-line no-empty-pattern -- asked for by vitest, which reads what a fixture needs from its text
    create: async ({}, use) => {
      const made: ShareUnderTest[] = [];
      await use(async (limits, seed) => {
        const under = await create(limits, seed);
        made.push(under);
        return under;
      });
      await Promise.all(made.map(async (under) => under.over?.()));
    },
  });

export const none: Limits = { items: null, pages: null };
const delayMs = 1000;

/** Hosts with pages in a tree, of which each links to pages of other hosts. */
export function site(hosts: number, pagesOfHost: number, itemsOfPage = 1): MadeUpSite {
  const count = hosts * pagesOfHost;
  const urlOf = (n: number): string => `https://h${n % hosts}.example/${n}`;
  const pages = Array.from({ length: count }, (_, n): [string, SitePage] => {
    const links = [2 * n + 1, 2 * n + 2, n + 1, 0].filter((to) => to < count).map(urlOf);
    return [urlOf(n), { links, items: itemsOfPage }];
  });
  return new Map(pages);
}

/** Carries out a run with several sessions to its end. @returns `began`: when the first of them had begun, at the latest */
export async function crawlTogether(
  under: ShareUnderTest,
  count: number,
  plan: Omit<SharePlan, 'clock' | 'delayMs' | 'latencyMs'> & { delayMs?: number; latencyMs?: number },
): Promise<{ ends: Ended[]; crawl: ShareCrawl; began: number }> {
  const crawl = new ShareCrawl({ delayMs, latencyMs: 300, ...plan, clock: under.clock });
  const sessions = [await under.session()];
  const began = under.clock.now();
  while (sessions.length < count) sessions.push(await under.session());
  const ends = await Promise.all(sessions.map((session) => crawl.run(session)));
  return { ends, crawl, began };
}

/** What a crawl of a whole site leaves: each page once, with its items once. */
async function expectWholeSite(under: ShareUnderTest, whole: MadeUpSite): Promise<void> {
  const pages = [...reachable(whole)];
  const items = pages.flatMap(([url, page]) =>
    (page.status ?? 200) < 400 ? Array.from({ length: page.items }, (_, n) => `${url} ${n}`) : [],
  );
  expect((await under.items()).toSorted()).toEqual(items.toSorted());
  const requests = await under.requests();
  const ended = requests.filter(({ state }) => state === 'done' || state === 'failed');
  expect(ended).toHaveLength(pages.length);
  expect(requests.filter(({ state }) => state === 'queued' || state === 'active')).toEqual([]);
}

const exhausted = (session: Ended): boolean =>
  typeof session === 'object' && session.kind === 'run' && session.end.kind === 'exhausted';

/** What every implementation of the share owes the engine. */
export function describeShare(name: string, open: CreateShare): void {
  const test = shareTests(open);
  describe(`a run that sessions share in ${name}`, () => {
    test.for([1, 2, 4, 8])(
      'of %i does every page once, and no host sees it too often',
      async (count, { create }) => {
        const under = await create(none, count);
        const whole = site(5, 8, 2);
        const { ends, crawl } = await crawlTogether(under, count, { site: whole });
        expect(ends.every(exhausted)).toBe(true);
        expect(ends.filter((end) => typeof end === 'object' && end.kind === 'run' && end.leads)).toHaveLength(
          1,
        );
        await expectWholeSite(under, whole);
        expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs - (under.lateMs ?? 0));
        const pages = crawl.sendings.filter(({ url }) => !url.endsWith('/robots.txt'));
        expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
        expect(new Set(crawl.sendings.map(({ session }) => session)).size).toBeGreaterThanOrEqual(
          Math.min(count, 5),
        );
      },
    );

    test('hands hosts over in the middle of their queues', async ({ create }) => {
      const under = await create(none, 3);
      const whole = site(3, 20);
      const { crawl } = await crawlTogether(under, 4, {
        site: whole,
        onSend: ({ host }, count) => {
          if (count % 5 === 0) void under.move(host);
        },
      });
      await expectWholeSite(under, whole);
      expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs - (under.lateMs ?? 0));
      // One of them may come back to the session that has let it go, each time.
      const handedOut = await under.handedOut();
      const pairs = new Set(handedOut.map(({ host, session }) => `${host} ${session}`));
      expect(pairs.size).toBeGreaterThan(new Set(handedOut.map(({ host }) => host)).size);
      const pages = crawl.sendings.filter(({ url }) => !url.endsWith('/robots.txt'));
      expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
    });

    test('finds the links again whose page was not written, because its host was lost', async ({
      create,
    }) => {
      const under = await create(none, 5);
      const whole = site(3, 20);
      const { ends } = await crawlTogether(under, 3, {
        site: whole,
        onSend: ({ host }, count) => {
          if (count % 7 === 0) void under.take(host);
        },
      });
      expect(ends.every(exhausted)).toBe(true);
      await expectWholeSite(under, whole);
    });

    test('goes on with what a session had in hand that died', async ({ create }) => {
      const under = await create(none, 4);
      const whole = site(4, 10);
      const dead = new Set<number>();
      const { ends, crawl } = await crawlTogether(under, 4, {
        site: whole,
        diesAt: ({ session, url }) => {
          if (dead.size === 2 || dead.has(session) || !/\/(?:9|17|22)$/.test(url)) return false;
          dead.add(session);
          return true;
        },
      });
      expect(ends.filter((end) => end === 'died')).toHaveLength(2);
      expect(ends.filter((end) => exhausted(end))).toHaveLength(2);
      await expectWholeSite(under, whole);
      expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs - (under.lateMs ?? 0));
    });

    test.for(Array.from({ length: 16 }, (_, n) => n))(
      'survives its lead that dies at step %i',
      async (step, { create }) => {
        const under = await create(none, step);
        const whole = site(3, 4);
        let sent = 0;
        const { ends } = await crawlTogether(under, 3, {
          site: whole,
          diesAt: ({ session }) => {
            sent += 1;
            return session === 1 && sent > step;
          },
        });
        expect(ends[0] === 'died' || exhausted(ends[0] ?? 'died')).toBe(true);
        expect(ends.slice(1).every(exhausted)).toBe(true);
        expect(ends.filter((end) => typeof end === 'object' && end.kind === 'run' && end.leads)).toHaveLength(
          1,
        );
        await expectWholeSite(under, whole);
      },
    );

    test('records once what stands at the beginning of its log, also when its lead has died', async ({
      create,
    }) => {
      const under = await create(none, 8);
      const opening = [
        { kind: 'browser', url: null, message: 'There is no browser.' },
        { kind: 'generated', url: null, message: 'GENERATED_URLS makes 9 start URLs.' },
      ];
      let sent = 0;
      const { ends } = await crawlTogether(under, 3, {
        site: site(3, 8),
        changes: () => ({ opening }),
        diesAt: ({ session }) => session === 1 && (sent += 1) > 2,
      });
      expect(ends[0]).toBe('died');
      expect(ends.slice(1).every(exhausted)).toBe(true);
      const messages = opening.map(({ message }) => message);
      expect((await under.events()).filter((message) => messages.includes(message))).toEqual(messages);
    });

    test('takes in sessions that come later, and lets others go', async ({ create }) => {
      const under = await create(none, 6);
      const whole = site(4, 12);
      const first = await under.session();
      const ends: Promise<Ended>[] = [];
      const crawl = new ShareCrawl({
        site: whole,
        clock: under.clock,
        delayMs,
        latencyMs: 300,
        onSend: (_sending, count) => {
          if (count === 12) void under.session().then((second) => ends.push(crawl.run(second)));
          if (count === 20) first.dismiss();
        },
      });
      expect(await crawl.run(first)).toEqual({ kind: 'left', reason: null });
      expect((await Promise.all(ends)).every(exhausted)).toBe(true);
      await expectWholeSite(under, whole);
      expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs - (under.lateMs ?? 0));
      expect(new Set(crawl.sendings.map(({ session }) => session))).toEqual(new Set([1, 2]));
    });

    test('follows redirects to hosts of others in their turns, and takes each page once', async ({
      create,
    }) => {
      const whole = new Map(site(3, 10));
      const start = [...whole.keys()][0] ?? '';
      const ways = Array.from({ length: 12 }, (_, n) => `https://h${n % 3}.example/way/${n}`);
      for (const [n, way] of ways.entries()) {
        const to =
          n < 6
            ? `https://h${(n + 1) % 3}.example/end/${n % 4}`
            : `https://www.h${n % 3}.example/end/${n % 5}`;
        whole.set(way, { links: [], items: 0, redirect: to });
        whole.set(to, { links: [], items: 1 });
      }
      const first = whole.get(start);
      whole.set(start, { items: 1, links: [...(first?.links ?? []), ...ways] });
      for (const count of [1, 3, 8]) {
        const under = await create(none, count);
        const { ends, crawl } = await crawlTogether(under, count, { site: whole });
        expect(ends.every(exhausted)).toBe(true);
        await expectWholeSite(under, whole);
        expect(shortestGap(crawl.sendings)).toBeGreaterThanOrEqual(delayMs - (under.lateMs ?? 0));
      }
    });

    test.for([
      ['pause', 'paused'],
      ['stop', 'stopped'],
    ] as const)('passes a %s on to all sessions', async ([request, kind], { create }) => {
      const under = await create(none, 7);
      const [pause, stop] = [new AbortController(), new AbortController()];
      let sentAfter = 0;
      const { ends, crawl } = await crawlTogether(under, 4, {
        site: site(4, 20),
        // Longer than the others need to hear of it.
        delayMs: 6000,
        latencyMs: 700,
        // Only one session hears of it by itself.
        changes: (session) =>
          session === 3 ? (request === 'pause' ? { pause: pause.signal } : { stop: stop.signal }) : {},
        onSend: (_sending, count) => {
          if (count === 15) (request === 'pause' ? pause : stop).abort();
          if (count > 15) sentAfter += 1;
        },
      });
      expect(ends).toHaveLength(4);
      for (const end of ends) expect(end).toMatchObject({ kind: 'run', end: { kind } });
      expect(sentAfter).toBeLessThan(5);
      expect((await under.requests()).filter(({ state }) => state === 'active')).toEqual([]);
      expect(crawl.sendings.length).toBeLessThan(25);
    });

    test('ends for all when one session finds a reason', async ({ create }) => {
      const expired = { kind: 'login-expired', login: 'mine', message: 'It has expired.' } as const;
      const breached = { kind: 'breached', action: 'pause', message: 'Too few.' } as const;
      for (const [seed, end] of [expired, breached].entries()) {
        const under = await create(none, seed);
        let isFound = false;
        const login = {
          met: () => undefined,
          isLoginUrl: () => false,
          meetsUrl: () => false,
          reached: () => (isFound && end.kind === 'login-expired' ? end : null),
          forget: async () => undefined,
        };
        const { ends } = await crawlTogether(under, 3, {
          site: site(3, 10),
          onSend: (_sending, count) => (isFound ||= count > 10),
          changes: (session) => (session === 2 && end.kind === 'login-expired' ? { login } : {}),
          judge: async () => (isFound && end.kind === 'breached' ? end : null),
        });
        for (const each of ends) expect(each).toMatchObject({ kind: 'run', end });
      }
    });

    test('counts failed pages and working time over all sessions', async ({ create }) => {
      const broken = new Map(
        [...site(4, 20)].map(([url, page], n) => [url, n > 8 ? { ...page, status: 404 } : page]),
      );
      const byErrors = await create(none, 1);
      const errors = await crawlTogether(byErrors, 4, { site: broken, limits: { errors: 3 } });
      for (const end of errors.ends) expect(end).toMatchObject({ end: { kind: 'error-limit', limit: 3 } });
      const failed = (await byErrors.requests()).filter(({ state }) => state === 'failed').length;
      expect(failed).toBeGreaterThanOrEqual(3);
      expect(failed).toBeLessThanOrEqual(3 + 4 * 2);
      const byTime = await create(none, 2);
      const time = await crawlTogether(byTime, 4, { site: site(4, 20), limits: { timeMs: 9000 } });
      for (const end of time.ends) expect(end).toMatchObject({ end: { kind: 'time-limit', limitMs: 9000 } });
      expect(Math.max(...time.crawl.sendings.map(({ at }) => at)) - time.began).toBeLessThanOrEqual(9000);
    });

    test('is not blocked by one site among many, and is by all of them', async ({ create }) => {
      const refusing = (isRefusing: (url: string) => boolean): MadeUpSite => {
        const pages = [...site(4, 60)].map(([url, page]): [string, SitePage] => {
          const [start] = site(4, 60).keys();
          const links = url === start ? [...site(4, 60).keys()].slice(1) : page.links;
          return [url, isRefusing(url) ? { links: [], items: 0, status: 403 } : { ...page, links }];
        });
        return new Map(pages);
      };
      const one = await create(none, 1);
      const quick = { delayMs: 200, latencyMs: 100 };
      const single = await crawlTogether(one, 4, {
        ...quick,
        site: refusing((url) => url.includes('//h1.')),
      });
      expect(single.ends.every(exhausted)).toBe(true);
      const all = await create(none, 2);
      const whole = await crawlTogether(all, 4, {
        ...quick,
        site: refusing((url) => !url.endsWith('.example/0')),
      });
      for (const end of whole.ends) expect(end).toMatchObject({ end: { kind: 'blocked' } });
    });

    test('leaves what is stuck to others, and ends with the last one that is', async ({ create }) => {
      const some = await create(none, 1);
      const whole = site(3, 10);
      const stuck = { stuck: () => 'No proxy is left.' };
      const { ends } = await crawlTogether(some, 3, { site: whole, changes: (n) => (n === 1 ? stuck : {}) });
      expect(ends[0]).toEqual({ kind: 'left', reason: 'No proxy is left.' });
      expect(ends.slice(1).every(exhausted)).toBe(true);
      await expectWholeSite(some, whole);
      const others = await create(none, 2);
      const all = await crawlTogether(others, 2, { site: whole, changes: () => stuck });
      expect(all.ends.filter((end) => typeof end === 'object' && end.kind === 'left')).toHaveLength(1);
      expect(all.ends).toContainEqual({
        kind: 'run',
        end: { kind: 'stuck', reason: 'No proxy is left.' },
        leads: true,
      });
    });

    test('fetches a page alone in its session that was in flight at three deaths', async ({ create }) => {
      let deaths = 0;
      const under = await create(none, 9);
      const whole = site(2, 12);
      const { ends, crawl } = await crawlTogether(under, 5, {
        site: whole,
        diesAt: ({ url }, earlier) => url.endsWith('/7') && earlier < 3 && ++deaths <= 3,
      });
      expect(ends.filter((end) => end === 'died')).toHaveLength(3);
      await expectWholeSite(under, whole);
      const last = crawl.sendings.findLast(({ url }) => url.endsWith('/7'));
      expect(last?.beside).toBe(0);
    });
  });
}
