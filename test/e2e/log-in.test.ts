import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { closingBrowser } from './closing-browser.ts';
import { studio } from './command-line.ts';
import { holders, processesThatTell } from './holders.ts';
import { hasKeyring, keyring } from './keyring.ts';
import { logInSite, secret } from './log-in-site.ts';
import { isWindowsNode } from './program.ts';
import { hasScreen, screen } from './screen.ts';

const variables = { DBUS_SESSION_BUS_ADDRESS: 'none:', SPIDER_STUDIO_BROWSER: testBrowser() };

/** A data folder, a folder for what is temporary, and the variables that name them. */
function place() {
  const { folder, data, call, file } = studio();
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  return { folder, data, temporary, call, file, env: { ...variables, TMPDIR: temporary } };
}

it.skipIf(process.platform !== 'linux')('says what to do where there is no screen', async () => {
  const { call, env } = place();
  const login = ['session', 'login', 'club', 'https://example.org/'];
  const failed = await call(login, { env: { ...env, DISPLAY: '', WAYLAND_DISPLAY: '' } });
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('There is no screen here');
  expect(failed.stderr).toContain('session import');
  expect(failed.stderr).not.toContain('A browser opens');
});

it.skipIf(!hasScreen || isWindowsNode)(
  'keeps the login of a person when Enter is pressed',
  async () => {
    const site = await logInSite();
    const { data, temporary, call, file, env } = place();
    const given = { env: { ...env, DISPLAY: await screen() } };
    const arguments_: string[] = [];
    const stored = await call(['session', 'login', 'club', site.url('/login')], {
      ...given,
      keepsInput: true,
      onStart: (child) =>
        void site.ready.then(() => {
          arguments_.push(...processesThatTell(secret));
          child.stdin?.write('\n');
        }),
    });
    expect(stored.stderr).toContain('press Enter here, or close its window');
    expect([stored.code, stored.stdout]).toEqual([0, expect.stringContaining('Stored club for 127.0.0.1.')]);
    const kept: unknown = JSON.parse(readFileSync(join(data, 'logins.json'), 'utf8'));
    const [{ state }] = (kept as { logins: [{ state: string }] }).logins;
    expect(JSON.parse(state)).toMatchObject({
      cookies: [{ name: 'sid', value: `${secret}cookie`, domain: '127.0.0.1', hostOnly: true }],
      origins: [{ localStorage: [{ name: 'token', value: `${secret}token` }] }],
    });
    expect(state).not.toContain(`${secret}password`);
    expect(holders(data, secret)).toEqual(['logins.json']);
    expect([holders(temporary, secret), arguments_]).toEqual([[], []]);
    expect(readdirSync(temporary).filter((name) => name.includes('profile'))).toEqual([]);

    const check = (...more: string[]) =>
      call(['session', 'check', 'club', site.url('/account'), '--allow-private', ...more], given);
    const holds = await check('--json');
    expect([holds.code, holds.json()]).toMatchObject([0, { holds: true, status: 200 }]);
    expect(site.accounts).toEqual([`sid=${secret}cookie`]);
    site.expire();
    const expired = await check();
    expect([expired.code, expired.stdout]).toEqual([
      1,
      expect.stringContaining('The login club has expired.'),
    ]);
    expect(expired.stdout).toContain('which is for logging in');
    const spider = { SESSION_EXPIRED_SIGNAL: 'url:/login$' };
    const document = {
      name: 'club',
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url('/account')],
      settings: spider,
    };
    await call(['import', file('club.json', document)], given);
    const told = await check('--spider', 'club', '--json');
    expect([told.code, told.json()]).toMatchObject([1, { holds: false, status: 200 }]);
    expect(told.stdout).toContain('SESSION_EXPIRED_SIGNAL names');
    const listed = await call(['session', 'list', '--json'], given);
    expect(listed.json()).toMatchObject([{ name: 'club', usedAt: expect.any(String) }]);
  },
  300_000,
);

it.skipIf(!hasScreen || isWindowsNode)(
  'keeps nothing after Ctrl+C',
  async () => {
    const site = await logInSite();
    const { data, temporary, call, env } = place();
    const ended = await call(['session', 'login', 'club', site.url('/login')], {
      env: { ...env, DISPLAY: await screen() },
      keepsInput: true,
      onStart: (child) => void site.ready.then(() => child.kill('SIGINT')),
    });
    expect([ended.code, ended.stdout]).toEqual([130, '']);
    expect(ended.stderr).toContain('Nothing was kept.');
    expect(holders(data, secret)).toEqual([]);
    expect(readdirSync(temporary).filter((name) => name.includes('profile'))).toEqual([]);
  },
  300_000,
);

describe.skipIf(!hasScreen || isWindowsNode)('a person who closes the window', () => {
  /** Opens a page of the site, and closes the window once it is shown. */
  async function closed(path: '/login' | '/quiet') {
    const site = await logInSite();
    const { data, temporary, call, env } = place();
    const { executable, closeWindows } = closingBrowser(testBrowser(), temporary);
    const shown = path === '/login' ? site.ready : site.quiet;
    const ended = await call(['session', 'login', 'club', site.url(path)], {
      env: { ...env, SPIDER_STUDIO_BROWSER: executable, DISPLAY: await screen() },
      keepsInput: true,
      onStart: () => void shown.then(closeWindows),
    });
    return { data, ended };
  }

  it('has what was logged in to', async () => {
    const { data, ended } = await closed('/login');
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('Stored club for 127.0.0.1.')]);
    expect(readFileSync(join(data, 'logins.json'), 'utf8')).toContain(`${secret}cookie`);
  }, 300_000);

  it('is told that nothing was kept where the site has set nothing', async () => {
    const { data, ended } = await closed('/quiet');
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toContain('Nothing was kept: 127.0.0.1 has set no cookies and no local storage.');
    expect(ended.stderr).toContain('Log in before you end.');
    expect(existsSync(join(data, 'logins.json'))).toBe(false);
  }, 300_000);
});

it.skipIf(!hasScreen || !hasKeyring || isWindowsNode)(
  'keeps the login encrypted where there is a keychain, and uses it',
  async () => {
    const site = await logInSite();
    const { folder, data, call, env } = place();
    const ring = await keyring(folder);
    const given = { env: { ...env, ...ring.env, DISPLAY: await screen() } };
    const stored = await call(['session', 'login', 'club', site.url('/login')], {
      ...given,
      keepsInput: true,
      onStart: (child) => void site.ready.then(() => child.stdin?.write('\n')),
    });
    expect([stored.code, stored.stdout]).toEqual([0, expect.stringContaining('Stored club for 127.0.0.1.')]);
    expect(stored.stderr).not.toContain('not encrypted');
    const listed = await call(['session', 'list', '--json'], given);
    expect(listed.json()).toMatchObject([{ name: 'club', cookies: 1, encrypted: true }]);
    expect([holders(data, secret), ring.calls()]).toEqual([[], expect.not.stringContaining(secret)]);
    const check = ['session', 'check', 'club', site.url('/account'), '--allow-private', '--json'];
    const holds = await call(check, given);
    expect([holds.code, holds.json()]).toMatchObject([0, { holds: true, status: 200 }]);
    const locked = await call(check, { env: { ...given.env, DBUS_SESSION_BUS_ADDRESS: 'none:' } });
    expect([locked.code, locked.json()]).toMatchObject([1, { error: { code: 'no-keychain' } }]);
    expect(site.accounts).toEqual([`sid=${secret}cookie`]);
  },
  300_000,
);
