import { scopes } from '../../../shared/roles.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { TokenIssuer } from './issuer.ts';

/** Where clients read whose tokens a server takes (RFC 9728). */
export const metadataPath = '/.well-known/oauth-protected-resource';

/** The server as RFC 9728 describes it. */
export function resourceMetadata({ issuer, audience }: TokenIssuer, host: string): object {
  return {
    resource: isUrl(audience) ? audience : `http://${host}`,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Spider Studio',
  };
}

/** The header `WWW-Authenticate` of a refusal: which key to send, and where to get one. @param of null: no issuer is known */
export function challengeOf(of: TokenIssuer | null, host: string, code: ErrorCode): string {
  const place = of === null ? null : placeOf(isUrl(of.audience) ? of.audience : `http://${host}`);
  const parts = [
    ...(place === null ? [] : [`resource_metadata="${place}"`]),
    ...(code === 'bad-key' || code === 'bad-token' ? ['error="invalid_token"'] : []),
  ];
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`;
}

/** Where the description of a resource is; null: a client has named a host that is none. */
function placeOf(resource: string): string | null {
  const url = URL.parse(resource);
  return url === null ? null : `${url.origin}${metadataPath}${url.pathname === '/' ? '' : url.pathname}`;
}

const isUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
