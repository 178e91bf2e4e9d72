import { describe, expect, it } from 'vitest';
import { startApi } from './api-server.ts';
import { studio } from './command-line.ts';
import { audience, startIssuer } from '../electron/api/start-issuer.ts';
import { startSeededSite } from './seeded-site.ts';

/** A data folder with a spider, its site, keys, and a server. */
async function served(keyArgs: readonly string[] = []) {
  const site = await startSeededSite();
  const { call, data, file } = studio();
  await call(['import', file('site.json', site.spider)]);
  const made = await call(['keys', 'create', 'tests', '--json', ...keyArgs]);
  const { secret } = made.json<{ secret: string }>();
  const api = await startApi(data, secret, ['--allow-private']);
  return { api, call, site, secret };
}

describe('the API', () => {
  it('crawls a spider, tells how it goes, and gives its items by cursor', async () => {
    const { api } = await served();
    const begun = await api.send('POST', '/api/crawl', { body: { spider: 'site', allowPrivate: true } });
    expect(begun).toMatchObject({ status: 202, body: { id: '1', run: { spider: 'site', kind: 'full' } } });
    expect(begun.headers.get('location')).toBe('/api/crawls/1/status');

    const status = await api.send('GET', '/api/crawls/1/status?wait=60');
    expect(status).toMatchObject({
      status: 200,
      body: { id: '1', over: true, run: { state: 'completed', counters: { items: 115 } } },
    });

    const ids: string[] = [];
    const sizes: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`;
      const { body } = await api.send('GET', `/api/results/site?limit=50${cursor}`);
      const page = body as { items: { id: string }[]; total: number; next: string | null };
      expect(page.total).toBe(115);
      ids.push(...page.items.map(({ id }) => id));
      sizes.push(page.items.length);
      ({ next } = page);
    }
    expect(sizes).toEqual([50, 50, 15]);
    expect(new Set(ids).size).toBe(115);
  });

  it('gives the items as a file in any format, as the command line writes it', async () => {
    const { api, call } = await served();
    await call(['crawl', 'site', '--allow-private', '--limit', '5']);
    const answer = await api.send('GET', '/api/results/site?format=csv&columns=title,url');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.text).toBe(
      (await call(['export', 'site', '--format', 'csv', '--columns', 'title,url'])).stdout,
    );
    const wrong = await api.send('GET', '/api/results/site?format=doc');
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'bad-arguments', errors: [{ pointer: '/format' }] },
    });
  });

  it('answers a repeated POST with the same Idempotency-Key once', async () => {
    const { api } = await served();
    const body = { spider: 'site', allowPrivate: true, limit: 1 };
    const headers = { 'idempotency-key': 'once' };
    const first = await api.send('POST', '/api/crawl', { body, headers });
    const second = await api.send('POST', '/api/crawl', { body, headers });
    expect(first.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = await api.send('POST', '/api/crawl', { body: { ...body, limit: 2 }, headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    expect((await api.send('GET', '/api/runs')).body).toMatchObject({ runs: [{ id: '1' }] });
    const read = { body: { run: '1', offset: 0, limit: 5 }, headers };
    await api.send('POST', '/api/runs/1/requests', read);
    const readAgain = await api.send('POST', '/api/runs/1/requests', read);
    expect(readAgain.status).toBe(200);
    expect(readAgain.headers.get('idempotency-replayed')).toBe(null);
  });

  it('shows its documentation, whose files are all its own', async () => {
    const { api } = await served();
    const page = await api.send('GET', '/api/docs', { key: null });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<title>The API') });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toContain('/api/docs/swagger-ui-bundle.js');
    for (const path of new Set(files)) {
      const file = await api.send('GET', path, { key: null });
      expect([path, file.status, file.text.length > 100]).toEqual([path, 200, true]);
    }
    expect((await api.send('GET', '/api/docs/licences.txt', { key: null })).text).toContain('Apache License');
    expect(await api.send('GET', '/api/docs/..%2f..%2fpackage.json', { key: null })).toMatchObject({
      status: 404,
      body: { code: 'unknown-call' },
    });
  });

  it('stops at Ctrl+C, and pauses the crawls under way', async () => {
    const { api, call } = await served();
    expect(await api.stop()).toBe(0);
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
  });
});

describe('who may call the API', () => {
  it('takes tokens of an issuer for members with a subject', async () => {
    const issuer = await startIssuer();
    const key = await issuer.newKey('first');
    issuer.publish(key.jwk);
    const { call, data } = studio();
    const args = ['--issuer', issuer.issuer, '--audience', audience];
    expect((await call(['serve', ...args])).code).toBe(2);
    expect((await call(['serve', '--issuer', 'https://login.example', '--private-issuer'])).code).toBe(2);
    await call(['members', 'add', 'desk']);
    await call(['members', 'bind', 'desk', '--subject', 'auth|desk']);
    const api = await startApi(data, await key.sign(), [...args, '--private-issuer']);
    expect((await api.send('GET', '/api/spiders')).status).toBe(200);
    expect(await api.send('POST', '/api/crawl', { body: { spider: 'site' } })).toMatchObject({
      status: 403,
      body: { code: 'missing-scope' },
    });
  });

  it.each<[string, readonly string[], string, string, unknown, number, string | null]>([
    ['reads with the scope read', ['--scope', 'read'], 'GET', '/api/spiders', undefined, 200, null],
    [
      'needs run to crawl',
      ['--scope', 'read'],
      'POST',
      '/api/crawl',
      { spider: 'site' },
      403,
      'missing-scope',
    ],
    [
      'needs write to delete',
      ['--scope', 'run'],
      'DELETE',
      '/api/spiders/site?dryRun=true',
      undefined,
      403,
      'missing-scope',
    ],
    [
      'needs admin to make keys',
      ['--scope', 'write'],
      'POST',
      '/api/keys',
      { name: 'x' },
      403,
      'missing-scope',
    ],
    [
      'reaches its project',
      ['--project', 'default'],
      'GET',
      '/api/spiders?project=default',
      undefined,
      200,
      null,
    ],
    ['must name a project', ['--project', 'default'], 'GET', '/api/spiders', undefined, 403, 'needs-project'],
    [
      'finds no run of others',
      ['--project', 'default'],
      'GET',
      '/api/runs/9',
      undefined,
      403,
      'other-project',
    ],
  ])('a key %s', async (_, keyArgs, method, path, body, status, code) => {
    const { api } = await served(keyArgs);
    const answer = await api.send(method, path, { body });
    expect(answer.status).toBe(status);
    expect(code === null ? { code, status } : answer.body).toMatchObject({ code, status });
  });

  it('refuses those without a key, with a wrong one, and with one that was revoked', async () => {
    const { api, call, secret } = await served();
    expect(await api.send('GET', '/api/spiders', { key: null })).toMatchObject({
      status: 401,
      body: { code: 'no-key' },
    });
    expect(await api.send('GET', '/api/spiders', { key: `${secret}x` })).toMatchObject({
      status: 401,
      body: { code: 'bad-key' },
    });
    await call(['keys', 'revoke', '1']);
    await expect
      .poll(async () => (await api.send('GET', '/api/spiders')).status, { timeout: 10_000 })
      .toBe(401);
    const audit = (await call(['keys', 'audit', '--json'])).json<{ code: string; from: string }[]>();
    expect(audit.map(({ code }) => code)).toContain('no-key');
  });

  it('refuses other hosts, pages of other sites, and private targets unless they are allowed', async () => {
    const { call, data } = studio();
    const { secret } = (await call(['keys', 'create', 'tests', '--json'])).json<{ secret: string }>();
    const api = await startApi(data, secret);
    expect(
      await api.send('GET', '/api/spiders', { headers: { origin: 'https://evil.example' } }),
    ).toMatchObject({
      status: 403,
      body: { code: 'foreign-origin' },
    });
    const target = {
      document: {
        kind: 'address',
        url: 'http://127.0.0.1:1/',
        project: 'default',
        spider: null,
        allowPrivate: true,
        browser: null,
      },
    };
    expect(await api.send('POST', '/api/documents/analyze', { body: target })).toMatchObject({
      status: 403,
      body: { code: 'private-target' },
    });
  });
});
