import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/roles.ts';
import { serveStudio } from './serve-studio.ts';
import { audience, startIssuer, type Claims } from './start-issuer.ts';

interface Served {
  role?: Role;
  allowPrivate?: boolean;
  cooldownMs?: number;
  aud?: string;
}

async function served({ role = 'runner', allowPrivate = true, cooldownMs = 0, aud = audience }: Served = {}) {
  const issuer = await startIssuer();
  const key = await issuer.newKey('first');
  issuer.publish(key.jwk);
  const tokens = { issuer: issuer.issuer, audience: aud, allowPrivate, cooldownMs };
  const { studio, send, api } = await serveStudio({ tokens });
  await studio.call('members.add', { name: 'desk', role, subject: 'auth|desk' });
  const status = async (token: string, method = 'GET', path = '/api/spiders') => {
    const answer = await send(method, path, { key: token, ...(method === 'POST' ? { body: {} } : {}) });
    return [answer.status, (answer.body as { code?: string }).code ?? null];
  };
  return { issuer, key, studio, send, status, api };
}

const seconds = (from: number): number => Math.floor(Date.now() / 1000) + from;

describe('tokens of an issuer', () => {
  it('stand for the member whom they name, who may do what the role and the token allow', async () => {
    const { key, status, studio } = await served({ role: 'runner' });
    const token = await key.sign({ scope: 'openid spider-studio:read write' });
    expect(await status(token)).toEqual([200, null]);
    // The token has no run, and the role has no write.
    expect(await status(token, 'POST', '/api/queue')).toEqual([403, 'missing-scope']);
    expect(await status(token, 'POST', '/api/projects')).toEqual([403, 'missing-scope']);
    expect(await status(await key.sign({ scope: null }))).toEqual([403, 'missing-scope']);
    expect(await studio.call('audit.list', { limit: 1 })).toMatchObject([{ key: null, member: 'desk' }]);
    expect(await status(await key.sign({ sub: 'auth|stranger' }))).toEqual([401, 'unknown-subject']);
    await studio.call('members.bind', { name: 'desk', subject: null });
    await expect.poll(() => status(token)).toEqual([401, 'unknown-subject']);
  });

  it.each<[string, Claims]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another audience', { aud: 'https://other.example' }],
    ['that has expired', { exp: seconds(-60) }],
    ['that begins later', { nbf: seconds(120) }],
    ['without an end', { exp: null }],
    ['without a subject', { sub: null }],
    ['with an empty subject', { sub: '' }],
  ])('are not taken %s', async (_, claims) => {
    const { key, status } = await served();
    expect(await status(await key.sign(claims))).toEqual([401, 'bad-token']);
  });

  it('are taken where the clocks differ by some seconds, and for one of several audiences', async () => {
    const { key, status } = await served();
    const token = await key.sign({
      exp: seconds(-10),
      nbf: seconds(10),
      aud: ['https://other.example', audience],
    });
    expect(await status(token)).toEqual([200, null]);
  });

  it('are not taken with a signature that anybody can make', async () => {
    const { key, status, issuer } = await served();
    const claims = { iss: issuer.issuer, aud: audience, sub: 'auth|desk', exp: seconds(300), scope: 'read' };
    expect(await status(new UnsecuredJWT(claims).encode())).toEqual([401, 'bad-token']);
    // The public key as a shared secret.
    const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret);
    expect(await status(forged)).toEqual([401, 'bad-token']);
    const other = await issuer.newKey('first');
    expect(await status(await other.sign())).toEqual([401, 'bad-token']);
    const [head = '', , signature = ''] = (await key.sign()).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, scope: 'admin' })).toString('base64url');
    expect(await status(`${head}.${changed}.${signature}`)).toEqual([401, 'bad-token']);
  });

  it.each(['ES256', 'EdDSA', 'PS256'])('are taken with %s', async (algorithm) => {
    const { issuer, status } = await served();
    const key = await issuer.newKey('other', algorithm);
    issuer.publish(key.jwk);
    expect(await status(await key.sign())).toEqual([200, null]);
  });

  it('are checked with new keys of the issuer once it has them, and with old ones until they go', async () => {
    const { issuer, key, status } = await served();
    expect(await status(await key.sign())).toEqual([200, null]);
    const next = await issuer.newKey('second');
    expect(await status(await next.sign())).toEqual([401, 'bad-token']);
    issuer.publish(key.jwk, next.jwk);
    expect(await status(await next.sign())).toEqual([200, null]);
    expect(await status(await key.sign({ jti: 'again' }))).toEqual([200, null]);
    issuer.publish(next.jwk);
    const third = await issuer.newKey('third');
    expect(await status(await third.sign())).toEqual([401, 'bad-token']);
    expect(await status(await key.sign({ jti: 'later' }))).toEqual([401, 'bad-token']);
  });

  it('make the server ask the issuer no more often than it may, whatever keys they name', async () => {
    const { issuer, key, status } = await served({ cooldownMs: 60_000 });
    expect(await status(await key.sign())).toEqual([200, null]);
    for (const kid of ['a', 'b', 'c'])
      expect(await status(await key.sign({}, { kid }))).toEqual([401, 'bad-token']);
    expect(issuer.asked).toEqual(['/realm/.well-known/openid-configuration', '/realm/keys']);
  });

  it('are refused for the moment where the issuer cannot be reached, and taken once it can', async () => {
    const { issuer, key, status } = await served();
    issuer.state.status = 503;
    expect(await status(await key.sign())).toEqual([503, 'issuer-unreachable']);
    issuer.state.status = 200;
    issuer.state.named = 'https://evil.example';
    expect(await status(await key.sign())).toEqual([503, 'issuer-unreachable']);
    issuer.state.named = null;
    expect(await status(await key.sign())).toEqual([200, null]);
  });

  it('are not checked by an issuer at a private address unless that is allowed', async () => {
    const { issuer, key, status } = await served({ allowPrivate: false });
    expect(await status(await key.sign())).toEqual([503, 'issuer-unreachable']);
    expect(issuer.asked).toEqual([]);
  });

  it('are counted, and answered once with an Idempotency-Key, by member', async () => {
    const { key, send, studio } = await served({ role: 'owner' });
    const post = async (claims: Claims, name: string) =>
      send('POST', '/api/projects', {
        key: await key.sign({ scope: 'write admin', ...claims }),
        body: { name },
        headers: { 'idempotency-key': 'once' },
      });
    expect(await post({ jti: '1' }, 'shops')).toMatchObject({ status: 200 });
    const again = await post({ jti: '2' }, 'shops');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await studio.call('members.add', { name: 'other', role: 'owner', subject: 'auth|other' });
    expect((await post({ sub: 'auth|other' }, 'news')).status).toBe(200);
  });
});

describe('what a client without a token is told', () => {
  it('is where to get one (RFC 9728)', async () => {
    const { send, issuer } = await served();
    const refused = await send('GET', '/api/spiders', {});
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://crawl.example/.well-known/oauth-protected-resource/api"',
    );
    const wrong = await send('GET', '/api/spiders', { key: 'a.b.c' });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    for (const path of ['', '/api'])
      expect((await send('GET', `/.well-known/oauth-protected-resource${path}`, {})).body).toMatchObject({
        resource: audience,
        authorization_servers: [issuer.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read', 'run', 'write', 'admin'],
      });
  });

  it('names the server by its host where the audience is no address', async () => {
    const { send, api } = await served({ aud: 'spider-studio' });
    const refused = await send('GET', '/api/spiders', {});
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${api.origin}/.well-known/oauth-protected-resource"`,
    );
  });

  it('is nothing of that where no issuer is known', async () => {
    const { send } = await serveStudio();
    expect((await send('GET', '/.well-known/oauth-protected-resource', {})).status).toBe(404);
    expect((await send('GET', '/api/spiders', {})).headers.get('www-authenticate')).toBe('Bearer');
    expect(await send('GET', '/api/spiders', { key: 'a.b.c' })).toMatchObject({
      status: 401,
      body: { code: 'bad-key' },
    });
  });
});
