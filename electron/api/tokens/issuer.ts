import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { isObject } from '../arguments.ts';
import { fetchDocument } from './issuer-fetch.ts';

/** Whose tokens are taken. */
export interface TokenIssuer {
  /** Its URL, exactly as tokens name it. */
  issuer: string;
  /** Whom its tokens must be for: this server. */
  audience: string;
  /** Whether it may have a private address, or speak plain HTTP. */
  allowPrivate: boolean;
  /** The least time between two fetches of its keys, in milliseconds. Default: 30,000. */
  cooldownMs?: number;
}

/** How long the keys of an issuer are taken as known, in milliseconds. */
const keysKeptMs = 10 * 60_000;
const usualCooldownMs = 30_000;

/**
 * The keys of an issuer, by its discovery document. They are fetched when a token needs them first, once they are old, and where a token
 * names one that is not among them, but not more often than the cooldown allows, whatever tokens come.
 */
export function issuerKeys({
  issuer,
  allowPrivate,
  cooldownMs = usualCooldownMs,
}: TokenIssuer): () => Promise<JWTVerifyGetKey> {
  let found: Promise<JWTVerifyGetKey> | null = null;
  let failedAt = -Infinity;

  async function discover(): Promise<JWTVerifyGetKey> {
    const document = await discovered(issuer, allowPrivate);
    return createRemoteJWKSet(new URL(document), {
      cooldownDuration: cooldownMs,
      cacheMaxAge: keysKeptMs,
      [customFetch]: async (url) => new Response(await fetchDocument(new URL(url), allowPrivate)),
    });
  }

  return () => {
    if (found !== null && performance.now() - failedAt >= cooldownMs && failedAt > -Infinity) found = null;
    if (found === null) {
      failedAt = -Infinity;
      found = discover();
      found.catch(() => {
        failedAt = performance.now();
      });
    }
    return found;
  };
}

/** The address of the keys of an issuer: by OpenID Connect Discovery, else by RFC 8414. @throws Error */
async function discovered(issuer: string, allowPrivate: boolean): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
  const problems: string[] = [];
  for (const place of places) {
    try {
      const document: unknown = JSON.parse(await fetchDocument(new URL(place), allowPrivate));
      if (isObject(document)) return keysOf(document, issuer);
      problems.push(`${place} is no object.`);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(problems[0]);
}

function keysOf(
  { issuer: named, jwks_uri: keys }: Readonly<Record<string, unknown>>,
  issuer: string,
): string {
  if (named !== issuer) throw new Error(`The document of ${issuer} is of another issuer.`);
  if (typeof keys === 'string' && URL.canParse(keys)) return keys;
  throw new Error(`The document of ${issuer} does not say where its keys are.`);
}
