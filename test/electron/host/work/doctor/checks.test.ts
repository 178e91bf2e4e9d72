import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkCertificates,
  checkDisk,
  checkKeychain,
  checkNetwork,
  checkProgram,
  checkRendering,
} from '../../../../../electron/host/work/doctor/machine-checks.ts';
import {
  checkDatabase,
  checkProxies,
  checkSchedules,
} from '../../../../../electron/host/work/doctor/workspace-checks.ts';
import { HostError } from '../../../../../electron/host/errors.ts';
import { createSystemRoots } from '../../../../../electron/system/certificates.ts';
import type { Network, Reach } from '../../../../../electron/system/network.ts';
import { SecretStoreError, type SecretStore } from '../../../../../electron/system/secret-store.ts';

const gb = 1e9;
const browser = {
  name: 'Chromium',
  executable: '/chromium',
  source: 'installed',
  problem: null,
  hint: null,
} as const;
const missing = join(tmpdir(), 'not', 'there');

function network(hasRoute: boolean, reach: Reach): Network {
  return { hasRoute: async () => hasRoute, reach: async () => reach, addresses: () => [] };
}

function keychain(names: SecretStore['names']): SecretStore {
  return { names, read: async () => null, write: async () => undefined, remove: async () => false };
}

const roots = (system: () => string[]) =>
  createSystemRoots({
    getCACertificates: (kind) => (kind === 'system' ? system() : []),
    setDefaultCACertificates: () => undefined,
  });
const unreadable = () => {
  throw new Error('no store');
};

describe('what this computer has', () => {
  it('tells the versions', () => {
    const versions = { ...process.versions, node: '24.1.0', electron: '45.0.0' };
    expect(checkProgram({ versions, platform: 'win32', arch: 'arm64' }).found).toMatch(
      /^Spider Studio \S+ runs on Electron 45\.0\.0 with Node\.js 24\.1\.0 \(win32, arm64\)\.$/u,
    );
  });

  it.each([
    [5 * gb, 'good', '5.0 GB'],
    [1.5 * gb, 'attention', '1.5 GB'],
    [0.1 * gb, 'broken', '100 MB'],
  ] as const)('of %d free bytes is %s', (bytes, state, shown) => {
    const found = checkDisk(missing, () => bytes);
    expect(found.state).toBe(state);
    expect(found.found).toContain(`${shown} are free for the data folder`);
  });

  it('measures the disk above a folder that is not there yet, and says where it cannot', () => {
    const asked: string[] = [];
    checkDisk(missing, (folder) => {
      asked.push(folder);
      if (folder === missing) throw new Error('missing');
      return gb;
    });
    expect(asked.slice(0, 2)).toEqual([missing, join(missing, '..')]);
    expect(checkDisk(missing, unreadable).found).toBe('How much room the disk has cannot be read.');
  });

  it.each([
    [{ ...browser, version: '150.0', sandbox: true }, 'good', 'Chromium 150.0 renders pages.'],
    [{ ...browser, version: '150.0', sandbox: false }, 'attention', 'without its sandbox'],
    [
      { ...browser, version: null, sandbox: null, problem: 'It does not start.' },
      'attention',
      'It does not start.',
    ],
  ] as const)('a browser: %#', (status, state, text) => {
    const found = checkRendering(status);
    expect(found.state).toBe(state);
    expect(found.found).toContain(text);
  });

  it.each([
    [network(false, 'reached'), null, 'broken', 'This computer has no route to the internet.'],
    [network(true, 'unreachable'), null, 'good', 'There is a route to the internet. Nothing was sent.'],
    [network(true, 'reached'), 'https://a.org/', 'good', 'a.org accepts connections.'],
    [network(true, 'nameless'), 'https://a.org/', 'broken', 'The name a.org cannot be resolved.'],
    [network(true, 'unreachable'), 'https://a.org:81/', 'broken', 'a.org:81 cannot be reached directly.'],
  ] as const)('a network: %#', async (of, url, state, text) => {
    const found = await checkNetwork(of, url === null ? null : new URL(url));
    expect(found).toMatchObject({ state, found: text });
  });

  it('certificates that can and cannot be read', () => {
    expect(checkCertificates(roots(() => [])).state).toBe('good');
    expect(checkCertificates(roots(unreadable))).toMatchObject({
      state: 'attention',
      found: 'The certificates that this system trusts cannot be read: no store',
    });
  });

  it('a keychain matters where something refers to it', async () => {
    const locked = keychain(async () => {
      throw new SecretStoreError('The keychain is locked.', 'Unlock it.');
    });
    expect(
      await checkKeychain(
        keychain(async () => ['a', 'b']),
        true,
      ),
    ).toMatchObject({
      state: 'good',
      found: 'The keychain answers; it holds 2 of our secrets.',
    });
    expect(await checkKeychain(locked, false)).toMatchObject({
      state: 'attention',
      hint: 'Unlock it. Or put secrets into the environment.',
    });
    expect((await checkKeychain(locked, true)).state).toBe('broken');
  });
});

describe('what the workspace has', () => {
  it('a database, or why not', async () => {
    expect(await checkDatabase(async () => ({ databaseBytes: 2_500_000 }))).toMatchObject({
      state: 'good',
      found: 'The database opens; it takes 3 MB.',
    });
    const advice = { hint: null, action: { action: 'restore-backup' } } as const;
    const damaged = await checkDatabase(() =>
      Promise.reject(new HostError('damaged', 'It is damaged.', advice)),
    );
    expect(damaged).toEqual({ state: 'broken', found: 'It is damaged.', ...advice });
  });

  const proxy = (secret: string) => ({
    project: 'default',
    tier: 'datacenter' as const,
    url: 'http://proxy:8080',
    secret,
  });
  it.each([
    [{ system: false, proxies: [] }, {}, 'good', 'No proxy is configured. Sites are reached directly.'],
    [
      { system: true, proxies: [] },
      {},
      'good',
      'No proxy is configured. Sites are reached as the system says.',
    ],
    [{ system: false, proxies: [] }, { HTTPS_PROXY: 'http://p:1' }, 'attention', '(HTTPS_PROXY)'],
    [{ system: true, proxies: [] }, { HTTPS_PROXY: 'http://p:1' }, 'good', 'as the system says'],
    [{ system: true, proxies: [] }, { HTTPS_PROXY: 'ftp://p:1' }, 'broken', 'HTTPS_PROXY'],
    [{ system: false, proxies: [proxy('env:LOGIN')] }, { LOGIN: 'me:it' }, 'good', '1 proxy is configured.'],
    [
      { system: false, proxies: [proxy('env:LOGIN'), proxy('env:OTHER')] },
      {},
      'broken',
      'The proxy http://proxy:8080 cannot be used: The secret env:LOGIN is not there: the environment has no LOGIN. 1 more',
    ],
  ] as const)('proxies: %#', async (settings, env, state, text) => {
    const read = () => ({ ...settings, proxies: [...settings.proxies] });
    const found = await checkProxies(read, { env, keychain: () => null });
    expect(found.state).toBe(state);
    expect(found.found).toContain(text);
  });

  it.each([
    [[], [], 'good', 'No schedule is on.'],
    [[false], [], 'good', 'No schedule is on.'],
    [[true], ['daemon'], 'good', '1 schedule is on, and a daemon carries them out.'],
    [[true, true], ['command'], 'attention', '2 schedules are on, but nothing carries them out now.'],
  ] as const)('schedules: %#', async (enabled, kinds, state, found) => {
    const schedules = enabled.map((on) => ({ enabled: on }));
    const workers = kinds.map((kind) => ({ kind }));
    expect(await checkSchedules(async () => ({ schedules, workers }))).toMatchObject({ state, found });
  });

  it('says of schedules in a damaged database only that they are not known', async () => {
    expect((await checkSchedules(() => Promise.reject(new Error('damaged')))).state).toBe('attention');
  });
});
