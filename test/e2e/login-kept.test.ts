import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { studio } from './command-line.ts';
import { memberSite, token } from './member-site.ts';
import { memberSpider } from './wall-site.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'none:', SPIDER_STUDIO_BROWSER: testBrowser() };

/** A member of a site, with a spider that takes its pages one after another. */
async function member(settings: object, starts: readonly string[]) {
  const site = await memberSite(3);
  const { data, file, call: plain } = studio();
  const call = (...args: string[]) => plain(args, { env });
  const spider = memberSpider(new URL(site.url).origin, {
    ...{ CONCURRENT_REQUESTS: 1, PARSE_START_URL: true },
    ...settings,
  });
  const start_urls = starts.map((path) => new URL(path, site.url).href);
  const rules = [{ allow: ['/(?:p|in)/'], callback: 'page', follow: false }];
  await call('import', file('club.json', { ...spider, start_urls, rules }));
  const origins = [{ origin: new URL(site.url).origin, localStorage: [{ name: 'member', value: 'Ada' }] }];
  const stored = await call('session', 'import', 'club', file('state.json', { ...site.logIn(100), origins }));
  expect(stored.code).toBe(0);
  return { site, data, call };
}

interface Kept {
  cookies: { name: string; value: string; domain: string }[];
  origins: object[];
}

/** The cookies and local storage of the only login, which is not encrypted here. */
function keptIn(data: string): Kept {
  const { logins } = JSON.parse(readFileSync(join(data, 'logins.json'), 'utf8')) as {
    logins: [{ state: string }];
  };
  return JSON.parse(logins[0].state) as Kept;
}

it('shows rendered pages its local storage, and keeps the cookies that site and page set', async () => {
  const { site, data, call } = await member({ EXTRACTOR_ORDER: ['browser'] }, ['/in/1', '/in/2', '/in/3']);
  const before = keptIn(data);
  const ended = await call('crawl', 'club', '--allow-private', '--json');
  expect(ended.json()).toMatchObject({ state: 'completed', counters: { items: 3 } });
  const shown = await call('show', 'club', '--run', '1', '--json');
  const titles = shown.json<{ title: string }[]>().map(({ title }) => title);
  expect(titles.sort()).toEqual(['Page 1 for Ada', 'Page 2 for Ada', 'Page 3 for Ada']);

  const after = keptIn(data);
  const own = after.cookies.filter(({ domain }) => domain === '127.0.0.1');
  const valueOf = (name: string) => own.find((cookie) => cookie.name === name)?.value;
  expect(valueOf('sid')).toBe(site.current());
  expect(before.cookies.map(({ value }) => value)).not.toContain(site.current());
  const steps = site.seen.flatMap(({ cookie }) => /step=([^;]*)/.exec(cookie)?.[1] ?? []);
  expect(steps.length).toBeGreaterThan(0);
  expect(valueOf('step')).toMatch(new RegExp(`^${token}step-[123]$`));
  expect(after.origins).toEqual(before.origins);
}, 300_000);

it('has a good run, and a warning, where the cookies of the site cannot be kept', async () => {
  const { site, data, call } = await member({}, ['/p/1', '/p/2', '/p/3']);
  site.whenSeen(() => writeFileSync(join(data, 'logins.json'), 'not JSON'));
  const ended = await call('crawl', 'club', '--allow-private', '--json');
  expect([ended.code, ended.json()]).toMatchObject([0, { state: 'completed', counters: { items: 3 } }]);
  const log = await call('runs', 'tail', '1', '--json');
  expect(log.stdout).toContain('could not be stored, so it may have to be made again');
  expect(log.stdout + ended.stdout + ended.stderr).not.toContain(token);
  expect(readFileSync(join(data, 'logins.json'), 'utf8')).toBe('not JSON');
}, 300_000);
