import type { IncomingHttpHeaders } from 'node:http';
import { roleScopes, type Scope } from '../../shared/roles.ts';
import { HostError } from '../host/errors.ts';
import { offeredKey } from './events/socket-protocol.ts';
import { isToken, type Tokens } from './tokens/verify-token.ts';
import type { Callers } from '../host/serving/callers.ts';

/** Who has sent a request. */
export interface Caller {
  /** What requests are counted by: "key 3", or "member desk" where a token is sent. */
  id: string;
  /** What people call it, for logs: 'the API key "nightly"'. */
  name: string;
  /** Id of the key; null: a token was sent. */
  key: string | null;
  member: string;
  scopes: readonly Scope[];
  /** The projects that the key is limited to; null: it is not. */
  projects: readonly string[] | null;
}

/**
 * The caller by the key of a request, in `Authorization: Bearer …` or `X-API-Key`, or among the protocols of a WebSocket.
 * A token of an issuer stands for the member whom it names; it may do what the role and the token allow.
 * @throws HostError `no-key`, `bad-key`, `bad-token`, `unknown-subject`, `issuer-unreachable`
 */
export async function callerOf(
  headers: IncomingHttpHeaders,
  { callers, tokens }: { callers: Pick<Callers, 'keyOf' | 'memberOf'>; tokens: Tokens | null },
): Promise<Caller> {
  const secret = secretOf(headers);
  if (secret === null)
    throw new HostError(
      'no-key',
      'The request has no key.',
      'Send "Authorization: Bearer KEY". An owner makes keys with "spider-studio keys create NAME".',
    );
  if (tokens !== null && isToken(secret)) return bearerOf(secret, tokens, callers);
  const key = await callers.keyOf(secret);
  if (key?.state !== 'active')
    throw new HostError(
      'bad-key',
      key === null ? 'There is no such key.' : `The key "${key.name}" is ${key.state}.`,
      'Ask an owner for a new one.',
    );
  return {
    id: `key ${key.id}`,
    name: `the API key "${key.name}"`,
    key: key.id,
    member: key.member,
    scopes: key.scopes,
    projects: key.projects,
  };
}

async function bearerOf(token: string, tokens: Tokens, callers: Pick<Callers, 'memberOf'>): Promise<Caller> {
  const { subject, scopes } = await tokens.verify(token);
  const member = await callers.memberOf(subject);
  if (member === null)
    throw new HostError(
      'unknown-subject',
      `No member has the subject "${subject.slice(0, 100)}".`,
      'Ask an owner to add you: members add NAME --subject SUBJECT.',
    );
  const allowed: readonly Scope[] = roleScopes[member.role];
  return {
    id: `member ${member.name}`,
    name: `the member "${member.name}"`,
    key: null,
    member: member.name,
    scopes: scopes.filter((scope) => allowed.includes(scope)),
    projects: null,
  };
}

function secretOf(headers: IncomingHttpHeaders): string | null {
  const { authorization, 'x-api-key': given } = headers;
  const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
  if (bearer !== null) return bearer;
  return typeof given === 'string' && given !== '' ? given : offeredKey(headers);
}
