import { calls, type CallName } from '../../shared/contract/index.ts';
import { proxiedHostRefusal } from '../fetch/address.ts';
import { HostError } from '../host/errors.ts';
import type { Caller } from './caller.ts';
import type { ApiServices } from './services.ts';
import { usualProject } from './usual-project.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call with what a request may leave out: the project, and that private addresses are not allowed.
 * @throws HostError `ambiguous-spider`; `private-target` where they ask for private addresses that the server does not reach
 */
export async function completed(
  name: CallName,
  args: Arguments,
  caller: Caller,
  { callers, allowPrivate }: Pick<ApiServices, 'callers' | 'allowPrivate'>,
): Promise<Arguments> {
  if (!allowPrivate && (asksForPrivate(args) || namesPrivate(name, args)))
    throw new HostError(
      'private-target',
      'This server reaches no private addresses.',
      'Start it with --allow-private if the address is meant.',
    );
  const isMissing = (key: string): boolean => requires(name, key) && args[key] === undefined;
  return {
    ...args,
    ...(isMissing('allowPrivate') ? { allowPrivate: false } : {}),
    ...(isMissing('project') ? { project: await usualProject(args, caller, callers) } : {}),
  };
}

/** Arguments that name a host which the call connects to, whether or not private addresses are allowed in it. */
const hosts: Partial<Record<CallName, string>> = { 'app.doctor': 'url', 'places.add': 'endpoint' };

/** Whether arguments name a private host outright. */
function namesPrivate(name: CallName, args: Arguments): boolean {
  const value = args[hosts[name] ?? ''];
  const url = typeof value === 'string' ? URL.parse(value.trim()) : null;
  return url !== null && proxiedHostRefusal(url.hostname) !== null;
}

/** Whether a call must have an argument. */
function requires(name: CallName, key: string): boolean {
  const { required }: { required?: readonly string[] | undefined } = calls[name].args;
  return required?.includes(key) === true;
}

/** Whether arguments ask for private addresses, at any depth. */
function asksForPrivate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]: [string, unknown]) => (key === 'allowPrivate' && inner === true) || asksForPrivate(inner),
  );
}
