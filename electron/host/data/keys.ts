import { createHash, randomBytes } from 'node:crypto';
import { roleScopes, type Scope } from '../../../shared/roles.ts';
import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { KeyRow, MemberRow, StoredSecret } from '../../store/keys/key-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { requireProject } from './require-project.ts';

/** How secrets begin, so that people and scanners know what they are. */
const secretMark = 'sps_';
/** How many characters after the mark are kept to know a secret again. */
const prefixLength = 6;
/** The member who owns keys for which nobody is named. */
const usualMember = 'owner';

/** SHA-256 of a secret, which is random enough for a fast hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Handlers of the calls about who may use the API. */
export const keyHandlers: DataHandlers<'members'> & DataHandlers<'keys'> & DataHandlers<'audit'> = {
  'members.list': (_, { workspace }) => workspace.queries.keys.members(),
  'members.add': async ({ name, role, subject = null }, { workspace }) => {
    if (subject !== null) await requireFreeSubject(workspace, subject, name);
    const added = await workspace.queries.keys.addMember(name, role, subject);
    if (added !== null) return added;
    throw new HostError('name-taken', `There is a member "${name}" already.`, 'Choose another name.');
  },
  'members.bind': async ({ name, subject }, { workspace }) => {
    if (subject !== null) await requireFreeSubject(workspace, subject, name);
    return (await workspace.queries.keys.bindMember(name, subject)) ?? noMember(workspace, name);
  },
  'members.setRole': async ({ name, role }, { workspace }) =>
    (await workspace.queries.keys.setRole(name, role)) ?? noMember(workspace, name),
  'members.remove': async ({ name }, { workspace }) =>
    (await workspace.queries.keys.removeMember(name)) ?? noMember(workspace, name),
  'keys.list': (_, { workspace }) => workspace.queries.keys.list(),
  'keys.create': (args, { workspace }) => createKey(workspace, args),
  'keys.rotate': async ({ key: id, keepOldSeconds = 0 }, { workspace }) => {
    const { keys } = workspace.queries;
    const before = await requireKey(workspace, id);
    if (before.state !== 'active')
      throw new HostError('key-ended', `The key "${before.name}" is ${before.state}.`, 'Make a new one.');
    const { secret, stored } = newSecret();
    const until = keepOldSeconds === 0 ? null : Date.now() + keepOldSeconds * 1000;
    return { key: (await keys.rotate(id, stored, until)) ?? before, secret };
  },
  'keys.revoke': async ({ key: id }, { workspace }) => {
    const before = await requireKey(workspace, id);
    return (await workspace.queries.keys.revoke(id)) ?? before;
  },
  'audit.list': ({ key = null, before = null, limit = 100 }, { workspace }) =>
    workspace.queries.keys.audit({ key, before, limit }),
};

async function createKey(
  workspace: Workspace,
  {
    name,
    member: memberName = usualMember,
    scopes,
    projects = null,
    expiresAt = null,
  }: CallArgs<'keys.create'>,
): Promise<CallValue<'keys.create'>> {
  const member = await memberFor(workspace, memberName);
  const allowed: readonly Scope[] = roleScopes[member.role];
  const beyond = scopes?.find((scope) => !allowed.includes(scope));
  if (beyond !== undefined)
    throw new HostError(
      'scope-beyond-role',
      `"${member.name}" is ${member.role} and cannot have a key with the scope "${beyond}".`,
      `Choose among ${allowed.join(', ')}, or give the member another role.`,
    );
  for (const project of projects ?? []) await requireProject(workspace, project);
  const { secret, stored } = newSecret();
  const key = await workspace.queries.keys.create({
    name,
    member: member.name,
    scopes: allowed.filter((scope) => scopes?.includes(scope) ?? true),
    projects,
    expiresAt: expiresAt === null ? null : futureTime(expiresAt),
    ...stored,
  });
  return { key, secret };
}

async function memberFor(workspace: Workspace, name: string): Promise<MemberRow> {
  const { keys } = workspace.queries;
  const known = await keys.member(name);
  if (known !== null) return known;
  if (name !== usualMember) return noMember(workspace, name);
  return (await keys.addMember(name, 'owner')) ?? (await keys.member(name)) ?? noMember(workspace, name);
}

function newSecret(): { secret: string; stored: StoredSecret } {
  const secret = `${secretMark}${randomBytes(32).toString('base64url')}`;
  const prefix = secret.slice(0, secretMark.length + prefixLength);
  return { secret, stored: { prefix, hash: secretHash(secret) } };
}

function futureTime(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new HostError('bad-time', `"${text}" is no time in ISO 8601.`, null);
  if (at <= Date.now())
    throw new HostError('bad-time', `${text} has passed, so the key would not work.`, 'Choose a later time.');
  return at;
}

async function requireKey({ queries: { keys } }: Workspace, id: string): Promise<KeyRow> {
  const key = /^[1-9]\d{0,14}$/.test(id) ? await keys.get(id) : null;
  if (key !== null) return key;
  throw new HostError('unknown-key', `There is no key with the id "${id}".`, 'List the keys.');
}

async function requireFreeSubject(
  { queries: { keys } }: Workspace,
  subject: string,
  name: string,
): Promise<void> {
  const owner = await keys.memberOfSubject(subject);
  if (owner !== null && owner.name !== name)
    throw new HostError(
      'name-taken',
      `"${owner.name}" has the subject "${subject}".`,
      'Take it from there first.',
    );
}

async function noMember({ queries: { keys } }: Workspace, name: string): Promise<never> {
  const known = (await keys.members()).map((member) => member.name).join(', ');
  throw new HostError(
    'unknown-member',
    `There is no member "${name}".`,
    known === '' ? 'There are none; add one first.' : `The members are ${known}.`,
  );
}
