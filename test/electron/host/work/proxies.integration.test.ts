import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { proxyCommands } from '../../../../electron/cli/commands/proxies.ts';
import { Escalation, routeOutcome } from '../../../../electron/engine/proxy-escalation.ts';
import { HostError } from '../../../../electron/host/errors.ts';
import { createProxyFetch, testProxies } from '../../../../electron/host/work/proxies.ts';
import {
  addProxy,
  listProxies,
  proxyPlan,
  removeProxy,
  type NamedProxy,
} from '../../../../electron/host/data/proxies.ts';
import type { SecretSources } from '../../../../electron/host/work/proxy-secrets.ts';
import { SecretStoreError, type SecretStore } from '../../../../electron/system/secret-store.ts';
import { callCommand } from '../../cli/call-command.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '../../../servers/proxy.ts';
import { startTinyproxy, type Tinyproxy } from '../../../servers/proxy-tinyproxy.ts';
import * as routes from '../../../servers/routes.ts';
import { client, pageOf, problemOf, serve, textOf } from '../../fetch/session.ts';

const login = 'me:s3cret-pässword';
const toClose: (() => Promise<void>)[] = [];
let folder = { dataDir: '' };

beforeEach(() => {
  folder = { dataDir: mkdtempSync(join(tmpdir(), 'proxies-')) };
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of toClose.splice(0).reverse()) await close();
  rmSync(folder.dataDir, { recursive: true, force: true });
});

const fileOf = () => join(folder.dataDir, 'proxies.json');

function named(changes: Partial<NamedProxy> = {}): NamedProxy {
  return { project: 'press', tier: 'datacenter', url: 'http://10.0.0.7:3128', secret: null, ...changes };
}

function secretsFrom(changes: Partial<SecretSources> = {}): SecretSources {
  return {
    env: { PROXY_LOGIN: login },
    keychain: () => null,
    ...changes,
  };
}

/** A keychain that is only read. */
function keychain(read: SecretStore['read']): Pick<SecretSources, 'keychain'> {
  const refuse = (): Promise<never> => Promise.reject(new Error('It is only read.'));
  return { keychain: () => ({ read, write: refuse, remove: refuse, names: refuse }) };
}

function failureOf(run: () => unknown): HostError {
  try {
    run();
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

async function proxyServer(options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  toClose.push(proxy.close);
  return proxy;
}

async function tinyproxy(options: { login?: string } = {}): Promise<Tinyproxy> {
  const proxy = await startTinyproxy(options);
  toClose.push(proxy.close);
  return proxy;
}

describe('the list of proxies', () => {
  it('keeps what was added, by project, for its owner only', () => {
    expect(listProxies(folder, null)).toEqual([]);
    addProxy(folder, named());
    addProxy(
      folder,
      named({ tier: 'residential', url: 'socks5h://Gate.Example:1080/', secret: 'env:PROXY_LOGIN' }),
    );
    addProxy(folder, named({ project: 'other', url: 'https://p.example' }));
    expect(listProxies(folder, 'press')).toEqual([
      { project: 'press', tier: 'datacenter', url: 'http://10.0.0.7:3128', secret: null },
      { project: 'press', tier: 'residential', url: 'socks5://gate.example:1080', secret: 'env:PROXY_LOGIN' },
    ]);
    expect(listProxies(folder, null).map(({ url }) => url)).toContain('https://p.example:443');
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.dataDir)).toEqual(['proxies.json']);
  });

  it('takes one out again', () => {
    addProxy(folder, named());
    addProxy(folder, named({ url: 'http://10.0.0.8:3128' }));
    removeProxy(folder, named({ url: 'http://10.0.0.7:3128/' }));
    expect(listProxies(folder, null).map(({ url }) => url)).toEqual(['http://10.0.0.8:3128']);
    expect(failureOf(() => removeProxy(folder, named())).code).toBe('unknown-proxy');
  });

  it('tells proxies of one address apart by their secrets', () => {
    addProxy(folder, named({ secret: 'env:ONE' }));
    addProxy(folder, named({ secret: 'keychain:two' }));
    expect(failureOf(() => addProxy(folder, named({ secret: 'env:ONE' }))).code).toBe('proxy-exists');
    expect(failureOf(() => removeProxy(folder, named())).code).toBe('ambiguous-proxy');
    removeProxy(folder, named({ secret: 'env:ONE' }));
    expect(listProxies(folder, null).map(({ secret }) => secret)).toEqual(['keychain:two']);
  });

  it('takes the one without a secret for the one that is named without', () => {
    addProxy(folder, named());
    addProxy(folder, named({ secret: 'env:ONE' }));
    removeProxy(folder, named());
    expect(listProxies(folder, null).map(({ secret }) => secret)).toEqual(['env:ONE']);
    removeProxy(folder, named());
    expect(listProxies(folder, null)).toEqual([]);
  });

  it.each([
    ['credentials in the URL', { url: 'http://me:s3cret@10.0.0.7:3128' }, 'credentials-in-url'],
    ['the same without a scheme', { url: 'me:s3cret@10.0.0.7:3128' }, 'credentials-in-url'],
    ['a secret that is written out', { secret: 'me:s3cret' }, 'bad-secret-reference'],
    ['the same behind env:', { secret: 'env:me:s3cret' }, 'bad-secret-reference'],
    ['a token in the URL', { url: 'http://10.0.0.7:3128/?key=s3cret' }, 'bad-proxy'],
    ['another scheme', { url: 'ftp://10.0.0.7:21' }, 'bad-proxy'],
    ['no scheme', { url: '10.0.0.7:3128' }, 'bad-proxy'],
    ['an unknown tier', { tier: 's3cret' }, 'bad-proxy'],
    ['the tier direct', { tier: 'direct' }, 'bad-proxy'],
  ])('refuses %s, and repeats no secret', (_, changes, code) => {
    const error = failureOf(() => addProxy(folder, named(changes)));
    expect(error.code).toBe(code);
    expect(`${error.message} ${error.hint}`).not.toContain('s3cret');
    expect(readdirSync(folder.dataDir)).toEqual([]);
  });

  it.each([
    ['no JSON', '{"proxies": [me:s3cret'],
    ['another shape', '[]'],
    [
      'a URL with a password',
      '{"version":1,"proxies":[{"project":"p","tier":"datacenter","url":"http://me:s3cret@h:1"}]}',
    ],
    [
      'a secret that is written out',
      '{"version":1,"proxies":[{"project":"p","tier":"datacenter","url":"http://h:1","secret":"me:s3cret"}]}',
    ],
  ])('that is damaged (%s) is an error that names the file', (_, text) => {
    writeFileSync(fileOf(), text);
    for (const use of [
      () => listProxies(folder, null),
      () => addProxy(folder, named()),
      () => proxyPlan(folder, 'p', null),
    ]) {
      const error = failureOf(use);
      expect(error.code).toBe('damaged-proxies');
      expect(error.message).toContain(fileOf());
      expect(`${error.message} ${error.hint}`).not.toContain('s3cret');
    }
    expect(readFileSync(fileOf(), 'utf8')).toBe(text);
  });
});

describe('the plan of a run', () => {
  it.each([
    ['nothing configured', [], null, ['direct']],
    ['residential only where it is asked for', ['residential'], null, ['direct']],
    ['every tier but residential', ['datacenter', 'residential'], null, ['direct', 'datacenter']],
    [
      'as asked for, cheapest first',
      ['datacenter', 'residential'],
      ['residential', 'direct'],
      ['direct', 'residential'],
    ],
    ['never direct', ['datacenter'], ['datacenter'], ['datacenter']],
  ])('%s', (_, configured, tiers, allowed) => {
    for (const tier of configured) addProxy(folder, named({ tier }));
    expect(proxyPlan(folder, 'press', tiers).allowed).toEqual(allowed);
  });

  it.each([['datacenter'], ['residential', 'direct']])(
    'a tier without a proxy is an error (%s)',
    (...tiers) => {
      addProxy(folder, named({ project: 'other', tier: tiers[0] ?? '' }));
      expect(failureOf(() => proxyPlan(folder, 'press', tiers))).toMatchObject({ code: 'no-proxy' });
    },
  );

  it('no tier at all is an error', () => {
    expect(failureOf(() => proxyPlan(folder, 'press', [])).code).toBe('no-proxy');
  });
});

describe('secrets', () => {
  it.each([
    ['the environment', 'env:PROXY_LOGIN', {}],
    ['the keychain', 'keychain:gate', keychain(() => Promise.resolve(login))],
  ])('come from %s when the proxy is used', async (_, secret, changes) => {
    const proxy = await proxyServer({ kind: 'socks5', demands: login });
    const server = await serve({ '/': routes.page('in') });
    addProxy(folder, named({ url: proxy.url, secret }));
    const options = { project: 'press', url: null, target: server.url('/'), allowPrivate: true };
    const [test] = await testProxies(folder, options, secretsFrom(changes));
    expect(test).toMatchObject({ works: true, status: 200, problem: null });
  });

  it.each([
    ['is not in the environment', 'env:NOT_THERE', {}, /the environment has no NOT_THERE/],
    ['has no colon', 'env:ODD', { env: { ODD: 's3cret' } }, /not a user name and a password with a colon/],
    [
      'needs a program that is absent',
      'keychain:gate',
      keychain(() => Promise.reject(new SecretStoreError('The program secret-tool is not installed.'))),
      /keychain:gate cannot be read\. The program secret-tool is not installed\. Or put it into the environment/,
    ],
    [
      'is not in the keychain',
      'keychain:gate',
      keychain(() => Promise.resolve(null)),
      /not in the keychain of this computer\. Store it there/,
    ],
    ['is on a platform without one', 'keychain:gate', {}, /on Linux, macOS and Windows only/],
  ])(
    'one that %s makes the proxy unusable, and nothing goes another way',
    async (_, secret, changes, message) => {
      const proxy = await proxyServer({ kind: 'http' });
      const server = await serve({ '/': routes.page('in') });
      addProxy(folder, named({ url: proxy.url, secret }));
      const options = { project: 'press', url: null, target: server.url('/'), allowPrivate: true };
      const [test] = await testProxies(folder, options, secretsFrom(changes));
      expect(test).toMatchObject({ works: false, status: null, problem: expect.stringMatching(message) });
      expect(test?.problem).not.toContain('s3cret');
      expect([server.accepted(), proxy.log.length]).toEqual([0, 0]);
    },
  );

  it('are read again after the proxy has refused them', async () => {
    const proxy = await proxyServer({ kind: 'http', demands: login });
    const server = await serve({ '/': routes.page('in') });
    addProxy(folder, named({ url: proxy.url, secret: 'env:PROXY_LOGIN' }));
    const env: Record<string, string> = { PROXY_LOGIN: 'me:old' };
    const fetch = createProxyFetch(folder, 'press', client(), secretsFrom({ env }));
    const [id = ''] = proxyPlan(folder, 'press', null).proxies.datacenter;
    expect(problemOf(await fetch({ url: server.url('/') }, { proxy: id })).code).toBe('proxy');
    env['PROXY_LOGIN'] = login;
    expect(textOf(await fetch({ url: server.url('/') }, { proxy: id }))).toBe('in');
  });

  it('a proxy that is not configured is a problem, and nothing goes straight', async () => {
    const server = await serve({ '/': routes.page('in') });
    const fetch = createProxyFetch(folder, 'press', client(), secretsFrom());
    expect(problemOf(await fetch({ url: server.url('/') }, { proxy: 'datacenter x' })).code).toBe('proxy');
    expect(server.accepted()).toBe(0);
    expect(textOf(await fetch({ url: server.url('/') }, { proxy: null }))).toBe('in');
  });
});

describe('a test', () => {
  it('ends when it is cancelled, and goes on to no other proxy', async () => {
    const [silent, other] = [
      await proxyServer({ kind: 'http', silent: true }),
      await proxyServer({ kind: 'http' }),
    ];
    const server = await serve({ '/': routes.page('in') });
    addProxy(folder, named({ url: silent.url }));
    addProxy(folder, named({ url: other.url }));
    const abort = new AbortController();
    const options = { project: 'press', url: null, target: server.url('/'), allowPrivate: true };
    const tests = testProxies(folder, { ...options, signal: abort.signal }, secretsFrom());
    abort.abort();
    await expect(tests).rejects.toMatchObject({ code: 'cancelled' });
    expect(other.log).toEqual([]);
  });
});

describe('a run with a real proxy', () => {
  it('goes through it when the site refuses, and stops sending when it dies', async () => {
    const proxy = await tinyproxy();
    addProxy(folder, named({ url: proxy.url }));
    const server = await serve({
      '*': (visit) =>
        visit.request.headers.via === undefined ? routes.status(403)(visit) : routes.page('in')(visit),
    });
    const escalation = new Escalation({
      ...proxyPlan(folder, 'press', null),
      residentialShare: 0,
      now: () => 0,
      random: () => 0,
    });
    const fetch = createProxyFetch(folder, 'press', client(), secretsFrom());
    const visit = async (path: string) => {
      const choice = escalation.choose(server.origin);
      if (choice.kind === 'closed') return choice.reason;
      const result = await fetch({ url: server.url(path) }, { proxy: choice.assignment.proxy });
      escalation.record(choice.assignment, routeOutcome(result, { challenge: false, retriesUsed: true }));
      return result.ok ? pageOf(result).status : result.problem.code;
    };
    expect([await visit('/1'), await visit('/1'), await visit('/2')]).toEqual([403, 200, 200]);
    await proxy.kill();
    expect(await visit('/3')).toBe('proxy');
    expect(await visit('/3')).toMatch(
      /^The only datacenter proxy is paused after failures, and no request is sent without one\./,
    );
    expect(server.log.map(({ url }) => url)).toEqual(['/1', '/1', '/2']);
    expect(escalation.counts()).toMatchObject({
      direct: { requests: 1, blocked: 1 },
      datacenter: { requests: 3, answered: 2, failed: 1 },
    });
  });
});

describe('the command line', () => {
  const call = (...args: string[]) => callCommand(proxyCommands, [...args, '--data-dir', folder.dataDir]);

  it('adds, lists, tests and removes; no password is anywhere in what it says or keeps', async () => {
    const proxy = await tinyproxy({ login: 'me s3cret' });
    const dead = await proxyServer({ kind: 'socks5' });
    await dead.die();
    const server = await serve({ '/': routes.page('in') });
    vi.stubEnv('PROXY_LOGIN', 'me:s3cret');
    vi.stubEnv('PROXY_WRONG', 'me:wr0ng');
    const target = ['--target', server.url('/'), '--allow-private'];
    const login = ['--secret', 'env:PROXY_LOGIN'];
    const calls = [
      await call('add', 'datacenter', 'http://me:s3cret@127.0.0.1:1'),
      await call('add', 'datacenter', proxy.url, '--secret', 'me:s3cret', '--json'),
      await call('add', 'datacenter', proxy.url, ...login),
      await call('test', ...target, '--json'),
      await call('add', 'residential', proxy.url, '--secret', 'env:PROXY_WRONG'),
      await call('add', 'residential', dead.url, ...login),
      await call('test', ...target),
      await call('list'),
      await call('list', '--json'),
      await call('remove', 'datacenter', proxy.url),
      await call('test', dead.url, ...target, '--json'),
    ];
    expect(calls.map(({ code }) => code)).toEqual([1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(JSON.parse(calls[1]?.out ?? '')).toMatchObject({ error: { code: 'bad-secret-reference' } });
    expect(calls[2]?.err).toContain('There is no project "default" yet');
    expect(JSON.parse(calls[3]?.out ?? '')).toEqual([
      {
        project: 'default',
        tier: 'datacenter',
        url: proxy.url,
        secret: 'env:PROXY_LOGIN',
        works: true,
        status: 200,
        durationMs: expect.any(Number),
        problem: null,
      },
    ]);
    expect(JSON.parse(calls[8]?.out ?? '')).toHaveLength(3);
    expect(JSON.parse(calls[10]?.out ?? '')).toMatchObject([{ works: false, url: dead.url }]);
    const kept = readdirSync(folder.dataDir).map((name) =>
      readFileSync(join(folder.dataDir, name), 'latin1'),
    );
    const encoded = ['me:s3cret', 'me:wr0ng'].map((text) => Buffer.from(text).toString('base64'));
    for (const secret of ['s3cret', 'wr0ng', ...encoded]) {
      expect(JSON.stringify([calls, kept])).not.toContain(secret);
    }
  });
});
