import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { scopes, type Scope } from '../../../shared/roles.ts';
import { HostError } from '../../host/errors.ts';
import { issuerKeys, type TokenIssuer } from './issuer.ts';

/** What a token says. */
export interface TokenClaims {
  subject: string;
  scopes: readonly Scope[];
}

/** Checks tokens. */
export interface Tokens {
  readonly of: TokenIssuer;
  /** @throws HostError `bad-token`, `issuer-unreachable` */
  verify(token: string): Promise<TokenClaims>;
}

/** Signatures by a key of which the other half stays with the issuer. With a shared secret, whoever checks could sign. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];
/** How far clocks may be apart, in seconds. */
const clockTolerance = 30;
/** How long a token that was checked is taken as known, in milliseconds, and how many are kept. */
const known = { forMs: 60_000, most: 1000 } as const;
/** What scopes may begin with, where an issuer has those of several servers. */
const scopeMark = 'spider-studio:';

/** Whether the key of a request looks like a token of an issuer: three parts. Keys of the API have no points. */
export const isToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);

/** Checks tokens of one issuer: signature, issuer, audience, times, and that they name somebody. */
export function createTokens(of: TokenIssuer): Tokens {
  const keys = issuerKeys(of);
  const recent = new Map<string, { until: number; claims: TokenClaims }>();
  return {
    of,
    async verify(token) {
      const at = Date.now();
      const found = recent.get(token);
      if (found !== undefined && at < found.until) return found.claims;
      const payload = await verified(token, of, keys);
      const claims = { subject: payload.sub ?? '', scopes: scopesOf(payload) };
      if (recent.size >= known.most) recent.clear();
      const end = ((payload.exp ?? 0) + clockTolerance) * 1000;
      recent.set(token, { until: Math.min(at + known.forMs, end), claims });
      return claims;
    },
  };
}

async function verified(
  token: string,
  { issuer, audience }: TokenIssuer,
  keys: ReturnType<typeof issuerKeys>,
): Promise<JWTPayload> {
  try {
    const requiredClaims = ['exp', 'sub'];
    const options = { issuer, audience, algorithms, clockTolerance, requiredClaims };
    const keyOf: JWTVerifyGetKey = async (header, input) => (await keys())(header, input);
    const { payload } = await jwtVerify(token, keyOf, options);
    if (payload.sub !== '') return payload;
    throw new errors.JWTClaimValidationFailed('"sub" is empty', payload);
  } catch (error) {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && !isOfIssuer(error))
      throw new HostError('bad-token', reasonOf(error), 'Ask the issuer for a new token for this server.');
    throw new HostError(
      'issuer-unreachable',
      `The keys of ${issuer} did not come: ${error instanceof Error ? error.message : String(error)}`,
      'Try again later.',
    );
  }
}

/** Whether what is wrong is the document of the issuer and not the token. */
const isOfIssuer = (error: InstanceType<typeof errors.JOSEError>): boolean =>
  error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC';

function reasonOf(error: InstanceType<typeof errors.JOSEError>): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The token is signed by an algorithm that is not taken.';
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'The token is signed by a key that the issuer does not have.';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the token is wrong.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token does not fit this server: "${error.claim}" is ${error.reason === 'missing' ? 'missing' : 'wrong'}.`;
  return 'The token is not valid.';
}

/** The scopes of a token, by `scope` (RFC 9068) or `scp`, which some issuers send. Without either it has none. */
function scopesOf({ scope, scp }: JWTPayload): Scope[] {
  const said: unknown = scope ?? scp;
  const words = typeof said === 'string' ? said.split(' ') : Array.isArray(said) ? said.map(String) : [];
  return scopes.filter((own) => words.includes(own) || words.includes(`${scopeMark}${own}`));
}
