import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unpackArchive } from '../../electron/packs/archive.ts';
import type { CallOptions } from './call.ts';
import { studio } from './command-line.ts';
import { holders } from './holders.ts';
import { hasKeyring, keyring } from './keyring.ts';
import { memberSite, token } from './member-site.ts';

const spiderOf = (url: string, settings: object) => ({
  name: 'club',
  allowed_domains: ['127.0.0.1', 'localhost'],
  start_urls: [url],
  rules: [{ allow: ['/p/'], callback: 'parse_page' }, { allow: ['/open'] }],
  callbacks: { parse_page: { extract: { title: { css: 'h1::text' } } } },
  settings: {
    ...{ CONCURRENT_REQUESTS: 1, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false, HTTPCACHE_ENABLED: true },
    ...settings,
  },
});

it.each([
  ...(hasKeyring ? [{ where: 'a keychain', isKept: true, signal: 'url:/login$' }] : []),
  { where: 'a file', isKept: false, signal: 'Please sign in' },
  { where: 'a file', isKept: false, signal: 'css:input[type=password]' },
])(
  'a run whose login expires goes on after a new one: $signal, in $where',
  async ({ isKept, signal }) => {
    const site = await memberSite(6);
    const { folder, data, file, call: plain } = studio();
    const env = isKept ? (await keyring(folder)).env : { DBUS_SESSION_BUS_ADDRESS: 'none:' };
    const call = (args: readonly string[], options: CallOptions = {}) => plain(args, { ...options, env });
    const spider = spiderOf(site.url, { SESSION: 'club', SESSION_EXPIRED_SIGNAL: signal });
    await call(['import', file('club.json', spider)]);

    const without = await call(['crawl', 'club', '--allow-private']);
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('There is no login club')]);
    expect(site.seen).toEqual([]);

    const state = (lasts: number): string => file('state.json', site.logIn(lasts));
    const stored = await call(['session', 'import', 'club', state(4)]);
    expect(stored.code).toBe(0);
    expect(stored.stderr.includes('not encrypted')).toBe(!isKept);
    const first = await call(['crawl', 'club', '--allow-private', '--json']);
    expect(first.code).toBe(1);
    expect(first.json()).toMatchObject({ state: 'paused', cause: 'login-expired' });
    expect(first.stdout).toContain('Paused because the login club has expired.');

    const again = await call(['session', 'import', 'club', state(100)]);
    expect(again.code).toBe(0);
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({ state: 'completed' });
    // The cookies that the site has set since are those of the next run.
    await call(['spiders', 'change', 'club', '--set', 'HTTPCACHE_ENABLED=false', '--yes']);
    expect((await call(['crawl', 'club', '--allow-private', '--json'])).json()).toMatchObject({
      state: 'completed',
    });

    const items = join(folder, 'items.json');
    await call(['export', 'club', '--run', '1', '--format', 'json', '--output', items]);
    const titles = (JSON.parse(readFileSync(items, 'utf8')) as { title: string }[]).map(({ title }) => title);
    expect(titles.sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Page ${n}`));
    await call(['backup', 'create', join(folder, 'all.backup')]);
    await call(['storage', 'compact']);
    const saved = await call(['pages', 'add', 'club', `${site.url}p/1`, '--allow-private']);
    const pack = join(folder, 'club.spiderpack');
    const packed = await call(['pack', 'club', '--versions', 'all', '--output', pack]);
    const entries = [...(await unpackArchive(readFileSync(pack))).values()].map(String);
    expect([saved.code, packed.code]).toEqual([0, 0]);
    expect(entries.some((text) => text.includes('For members.'))).toBe(true);
    expect(entries.filter((text) => text.includes(token))).toEqual([]);
    const listed = await call(['session', 'list', '--json']);
    expect(listed.json()).toMatchObject([{ name: 'club', domains: ['127.0.0.1', 'other.example'] }]);
    const told = [without, stored, first, again, resumed, saved, packed, listed].map(
      ({ stdout, stderr }) => stdout + stderr,
    );
    expect(told.join('')).not.toContain(token);
    expect(holders(data, token)).toEqual(isKept ? [] : ['logins.json']);
    expect(holders(folder, token).filter((name) => name !== 'logins.json')).toEqual(['state.json']);
    expect(site.leaks).toEqual([]);
    expect(site.seen.filter(({ host, cookie }) => host === 'localhost' && cookie !== '')).toEqual([]);
    expect(site.seen.some(({ host }) => host === 'localhost')).toBe(true);
    expect(site.seen.filter(({ cookie }) => cookie.includes(`${token}other`))).toEqual([]);

    expect((await call(['session', 'remove', 'club'])).code).toBe(0);
    expect((await call(['session', 'remove', 'club'])).code).toBe(1);
  },
  300_000,
);
