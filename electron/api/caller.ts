import type { IncomingHttpHeaders } from 'node:http';
import type { Scope } from '../../shared/roles.ts';
import { HostError } from '../host/errors.ts';
import type { Callers } from '../host/serving/callers.ts';

/** Who has sent a request. */
export interface Caller {
  /** Id of the key. */
  key: string;
  member: string;
  scopes: readonly Scope[];
  /** The projects that the key is limited to; null: it is not. */
  projects: readonly string[] | null;
}

/**
 * The caller by the key of a request, in `Authorization: Bearer …` or `X-API-Key`.
 * @throws HostError `no-key`, `bad-key`
 */
export async function callerOf(
  headers: IncomingHttpHeaders,
  callers: Pick<Callers, 'keyOf'>,
): Promise<Caller> {
  const secret = secretOf(headers);
  if (secret === null)
    throw new HostError(
      'no-key',
      'The request has no key.',
      'Send "Authorization: Bearer KEY", with a key that an owner has made.',
    );
  const key = await callers.keyOf(secret);
  if (key?.state !== 'active')
    throw new HostError(
      'bad-key',
      key === null ? 'There is no such key.' : `The key "${key.name}" is ${key.state}.`,
      'Ask an owner for a new one.',
    );
  return { key: key.id, member: key.member, scopes: key.scopes, projects: key.projects };
}

function secretOf(headers: IncomingHttpHeaders): string | null {
  const { authorization, 'x-api-key': given } = headers;
  const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
  if (bearer !== null) return bearer;
  return typeof given === 'string' && given !== '' ? given : null;
}
