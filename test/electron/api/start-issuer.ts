import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** Whom tokens are for in tests. */
export const audience = 'https://crawl.example/api';

/** Claims that differ from the usual ones; null: it is left out. */
export type Claims = Readonly<Record<string, unknown>>;

/** An issuer of tokens on loopback. */
export async function startIssuer() {
  const published: object[] = [];
  const asked: string[] = [];
  const state: { status: number; named: string | null } = { status: 200, named: null };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const documents: Record<string, object> = {
      '/realm/.well-known/openid-configuration': {
        issuer: state.named ?? issuer,
        jwks_uri: `${issuer}/keys`,
      },
      '/realm/keys': { keys: published },
    };
    response.writeHead(documents[path] === undefined ? 404 : state.status, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(documents[path] ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/realm`;

  async function newKey(kid: string, algorithm = 'RS256') {
    const { publicKey, privateKey } = await generateKeyPair(algorithm);
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm };
    const sign = (claims: Claims = {}, header: { kid?: string; alg?: string } = {}): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      const usual = {
        iss: issuer,
        aud: audience,
        sub: 'auth|desk',
        iat: now,
        exp: now + 300,
        scope: 'read run',
      };
      const said = Object.fromEntries(
        Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== null),
      );
      return new SignJWT(said).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(privateKey);
    };
    return { jwk, publicKey, sign };
  }

  return {
    issuer,
    asked,
    state,
    newKey,
    /** The keys that the issuer publishes from now on. */
    publish: (...jwks: object[]) => void published.splice(0, published.length, ...jwks),
  };
}
