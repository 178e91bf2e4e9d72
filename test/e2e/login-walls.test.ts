import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { memberSpider, stateOf, wallSite, type Wall } from './wall-site.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'none:' };
const signal = { SESSION_EXPIRED_SIGNAL: 'Please sign in' };

/** A workspace with a login, and a spider of a site with a wall. */
async function club(of: { wall: Wall; openHub: boolean }, settings: object) {
  const site = await wallSite(of);
  const { call: plain, file } = studio();
  const call = (...args: string[]) => plain(args, { env });
  await call('import', file('club.json', memberSpider(site.origin, settings)));
  const logIn = async (sid: 'open' | 'over') => {
    const stored = await call('session', 'import', 'club', file('state.json', stateOf(sid)));
    expect(stored.code).toBe(0);
  };
  const ended = async (...args: string[]) => {
    const { code, json } = await call(...args, '--json');
    const told = json<{ run: string; state: string; cause: string; counters: Record<string, number> }>();
    return { code, ...told };
  };
  return {
    site,
    call,
    file,
    logIn,
    crawl: (...args: string[]) => ended('crawl', 'club', '--allow-private', ...args),
    resume: (run: string) => ended('runs', 'resume', run),
    set: (...pairs: string[]) =>
      call('spiders', 'change', 'club', ...pairs.flatMap((pair) => ['--set', pair]), '--yes'),
    titles: async (run: string) =>
      (await call('show', 'club', '--run', run, '--json'))
        .json<{ title: string }[]>()
        .map(({ title }) => title)
        .sort(),
  };
}

const titles = (count: number): string[] => Array.from({ length: count }, (_, n) => `Page ${n + 1}`).sort();
const expired = { code: 1, state: 'paused', cause: 'login-expired' };

describe('a wall', () => {
  it.each<Wall>(['redirect', 'in place'])(
    'before many pages at once loses none of them: %s',
    async (wall) => {
      const {
        site,
        call,
        logIn,
        crawl,
        resume,
        titles: kept,
      } = await club(
        { wall, openHub: true },
        { CONCURRENT_REQUESTS: 8, CONCURRENT_REQUESTS_PER_DOMAIN: 8, ...signal },
      );
      site.hasPages(12);
      site.holdsWall(8);
      await logIn('over');
      const first = await crawl();
      expect(first).toMatchObject({ ...expired, counters: { items: 0, skipped: 0, failed: 0, done: 1 } });
      const told = await call('runs', 'resume', first.run);
      expect(told.stdout.split('\n').slice(-4)).toEqual([
        'Log in again, then go on:',
        `  spider-studio session login club ${site.origin}/`,
        `  spider-studio runs resume ${first.run}`,
        '',
      ]);
      await logIn('open');
      expect(await resume(first.run)).toMatchObject({
        state: 'completed',
        counters: { items: 12, skipped: 0 },
      });
      expect(await kept(first.run)).toEqual(titles(12));
    },
    300_000,
  );

  it.each<Wall>(['redirect', 'in place'])(
    'is nothing that an incremental run has seen: %s',
    async (wall) => {
      const {
        site,
        call,
        logIn,
        crawl,
        resume,
        titles: kept,
      } = await club({ wall, openHub: true }, { DELTAFETCH_ENABLED: true, ...signal });
      await logIn('open');
      expect(await crawl()).toMatchObject({ state: 'completed', counters: { items: 3 } });
      site.hasPages(6);
      await logIn('over');
      await call('spiders', 'memory', 'club', '--url', `${site.origin}/p/1`, '--reset', '--force');
      const second = await crawl();
      expect(second).toMatchObject({ ...expired, counters: { items: 0 } });
      const memory = await call('spiders', 'memory', 'club', '--url', `${site.origin}/p/4`, '--json');
      expect([memory.code, memory.stdout]).toEqual([1, expect.stringContaining('/p/4')]);
      await logIn('open');
      expect(await resume(second.run)).toMatchObject({ state: 'completed', counters: { items: 4 } });
      expect(await kept(second.run)).toEqual(['Page 1', 'Page 4', 'Page 5', 'Page 6']);
    },
    300_000,
  );

  it('is met though an earlier run has taken it for a page', async () => {
    const {
      site,
      logIn,
      crawl,
      resume,
      set,
      titles: kept,
    } = await club({ wall: 'redirect', openHub: true }, { DELTAFETCH_ENABLED: true });
    await logIn('over');
    await crawl();
    await set('SESSION_EXPIRED_SIGNAL=Please sign in');
    site.hasPages(5);
    const second = await crawl();
    expect(second).toMatchObject({ ...expired, counters: { items: 0 } });
    await logIn('open');
    expect(await resume(second.run)).toMatchObject({ state: 'completed' });
    expect(await kept(second.run)).toEqual(expect.arrayContaining(['Page 4', 'Page 5']));
  }, 300_000);

  it.each<Wall>(['redirect', 'in place'])(
    'that was cached before there was a signal says nothing of the login now: %s',
    async (wall) => {
      const {
        logIn,
        crawl,
        set,
        titles: kept,
      } = await club({ wall, openHub: true }, { HTTPCACHE_ENABLED: true });
      await logIn('over');
      await crawl();
      await set('SESSION_EXPIRED_SIGNAL=Please sign in');
      await logIn('open');
      const second = await crawl();
      expect(second).toMatchObject({ state: 'completed', counters: { items: 3, skipped: 0 } });
      expect(await kept(second.run)).toEqual(titles(3));
    },
    300_000,
  );

  it('that is cached is asked for anew where its URL is the signal', async () => {
    const {
      logIn,
      crawl,
      set,
      titles: kept,
    } = await club({ wall: 'redirect', openHub: true }, { HTTPCACHE_ENABLED: true });
    await logIn('over');
    await crawl();
    await set('SESSION_EXPIRED_SIGNAL=url:/login$');
    await logIn('open');
    const second = await crawl();
    expect(second).toMatchObject({ state: 'completed', counters: { items: 3, skipped: 0 } });
    expect(await kept(second.run)).toEqual(titles(3));
  }, 300_000);

  it('that an earlier run has stored is not the page that has not changed since', async () => {
    const {
      logIn,
      crawl,
      set,
      titles: kept,
    } = await club({ wall: 'in place', openHub: false }, { DELTAFETCH_ENABLED: true });
    await logIn('over');
    expect(await crawl()).toMatchObject({ state: 'failed' });
    await set('SESSION_EXPIRED_SIGNAL=Please sign in');
    await logIn('open');
    const second = await crawl();
    expect(second).toMatchObject({ state: 'completed', counters: { items: 3 } });
    expect(await kept(second.run)).toEqual(titles(3));
  }, 300_000);
});

describe('a spider whose login has expired', () => {
  it('needs a new login, and nothing else is told of it', async () => {
    const { call, logIn, crawl } = await club({ wall: 'redirect', openHub: true }, signal);
    await logIn('open');
    expect(await crawl()).toMatchObject({ state: 'completed', counters: { items: 3 } });
    await logIn('over');
    for (const _ of [1, 2]) expect(await crawl()).toMatchObject(expired);
    const health = await call('health', '--spider', 'club', '--allow-private', '--json');
    const { spiders } = health.json<{ spiders: { verdict: string; findings: object[] }[] }>();
    expect(spiders).toMatchObject([
      {
        verdict: 'broken',
        findings: [
          {
            kind: 'fetch',
            message: expect.stringContaining('the login club has expired'),
            hint: expect.stringContaining('Log in again'),
          },
        ],
      },
    ]);
    expect(spiders[0]?.findings).toHaveLength(1);
    const digest = await call('digest', '--json');
    const { troubles } = digest.json<{ troubles: object[] }>();
    expect(troubles).toMatchObject([{ spider: 'club', what: 'login-expired', others: [] }]);
    expect(troubles).toHaveLength(1);
  }, 300_000);

  it('proposes nothing for the login wall, and says how to log in', async () => {
    const { site, call, logIn, file } = await club({ wall: 'in place', openHub: true }, signal);
    await logIn('over');
    const spider = file('spider.json', memberSpider(site.origin, signal));
    const url = `${site.origin}/p/1`;
    const refused = await call('propose', url, '--spider', spider, '--allow-private');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('The login club has expired.');
    expect(refused.stderr).toContain(`"spider-studio session login club ${url}"`);
  }, 300_000);

  it.each<Wall>(['redirect', 'in place'])(
    'saves no login wall as a page, and says how to log in: %s',
    async (wall) => {
      const { site, call, logIn } = await club({ wall, openHub: true }, signal);
      await logIn('over');
      const add = () => call('pages', 'add', 'club', `${site.origin}/p/1`, '--allow-private');
      const refused = await add();
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('The login club has expired.');
      expect(refused.stderr).toContain('shows what SESSION_EXPIRED_SIGNAL names');
      expect(refused.stderr).toContain(`"spider-studio session login club ${site.origin}/p/1"`);
      const list = async () => (await call('pages', 'list', 'club', '--json')).json<unknown[]>();
      expect(await list()).toEqual([]);
      await logIn('open');
      expect((await add()).code).toBe(0);
      expect(await list()).toHaveLength(1);
    },
    300_000,
  );
});
