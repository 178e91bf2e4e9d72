import { Type } from 'typebox';
import { roles, scopes } from '../../roles.ts';
import { command, query } from '../define.ts';
import { EntryId, Id, Name, Time, nullable, strictObject, stringEnum } from '../shapes.ts';

const MemberName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^\\S(?:.*\\S)?$',
  description: 'A person, a team or a program.',
});
const Subject = Type.String({ minLength: 1, maxLength: 255, description: 'The claim `sub` of tokens.' });
const KeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(?:.*\\S)?$' });
const Role = stringEnum(roles, {
  description:
    'What the keys of the member may do: a `viewer` reads, a `runner` also runs crawls, an `editor` also changes spiders, an `owner` also manages the workspace and makes keys.',
});
const Scopes = Type.Array(stringEnum(scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true });
const Projects = nullable(Type.Array(Name, { minItems: 1, maxItems: 100, uniqueItems: true }), {
  description:
    'The projects that the key is limited to; null: it reaches all of them, and what belongs to no project.',
});

/** Schema of `Member`. */
export const MemberSchema = strictObject({
  name: MemberName,
  role: Role,
  keys: Type.Integer({ minimum: 0, description: 'Number of keys that work.' }),
  subject: nullable(Subject, {
    description: 'Whom tokens of an issuer name; null: the member has keys alone.',
  }),
  createdAt: Time,
});

/** Schema of `ApiKey`: a key without its secret, which is shown once and stored as a hash. */
export const ApiKeySchema = strictObject({
  id: Id,
  name: KeyName,
  member: MemberName,
  prefix: Type.String({ description: 'How its secret begins, to know it again.' }),
  scopes: Scopes,
  projects: Projects,
  createdAt: Time,
  expiresAt: nullable(Time),
  lastUsedAt: nullable(Time, { description: 'To the minute.' }),
  state: stringEnum(['active', 'expired', 'revoked']),
});

/** Schema of `NewApiKey`: the only answer that holds the secret. */
export const NewApiKeySchema = strictObject({
  key: ApiKeySchema,
  secret: Type.String({ description: 'What a client sends. It is not shown again.' }),
});

/** Schema of `AuditEntry`: a request to the API that changed something or was refused. */
export const AuditEntrySchema = strictObject({
  id: Id,
  at: Time,
  key: nullable(Id, { description: 'null: no valid key was given.' }),
  member: nullable(Type.String()),
  operation: Type.String({ description: 'Name of the call, or method and path if there is none.' }),
  project: nullable(Type.String()),
  status: Type.Integer({ description: 'Status of the answer.' }),
  code: nullable(Type.String(), { description: 'Code of the error; null: it succeeded.' }),
  from: Type.String({ description: 'Address of the client.' }),
});

const Expiry = Type.Optional(nullable(Time, { description: 'When the key ends; null or left out: never.' }));

/** Calls about who may use the API. */
export const keyCalls = {
  'members.list': query('The members, who own the keys, by name.', {
    executor: 'quick',
    path: '/api/members',
    args: strictObject({}),
    result: Type.Array(MemberSchema),
  }),
  'members.add': command('Adds a member.', {
    executor: 'write',
    path: '/api/members',
    args: strictObject({ name: MemberName, role: Role, subject: Type.Optional(nullable(Subject)) }),
    result: MemberSchema,
    errors: ['name-taken'],
  }),
  'members.bind': command(
    'Sets whom tokens of an issuer name a member by; null: nobody comes with tokens as this member.',
    {
      executor: 'write',
      path: '/api/members/{name}/subject',
      args: strictObject({ name: MemberName, subject: nullable(Subject) }),
      result: MemberSchema,
      errors: ['unknown-member', 'name-taken'],
    },
  ),
  'members.setRole': command(
    'Changes the role of a member; its keys lose the scopes that the role does not have.',
    {
      executor: 'write',
      verb: 'PATCH',
      path: '/api/members/{name}',
      args: strictObject({ name: MemberName, role: Role }),
      result: MemberSchema,
      errors: ['unknown-member'],
    },
  ),
  'members.remove': command('Removes a member, and revokes its keys.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/members/{name}',
    args: strictObject({ name: MemberName }),
    result: MemberSchema,
    errors: ['unknown-member'],
  }),
  'keys.list': query('The keys of the API, newest first.', {
    executor: 'quick',
    path: '/api/keys',
    args: strictObject({}),
    result: Type.Array(ApiKeySchema),
  }),
  'keys.create': command('Makes a key. Its secret is in the answer, and nowhere else.', {
    executor: 'write',
    path: '/api/keys',
    args: strictObject({
      name: KeyName,
      member: Type.Optional(
        Type.Unsafe<string>({
          ...MemberName,
          description: 'Default: "owner", who is added if there is none.',
        }),
      ),
      scopes: Type.Optional(
        Type.Unsafe<(typeof scopes)[number][]>({
          ...Scopes,
          description: 'Default: all that the role of the member has.',
        }),
      ),
      projects: Type.Optional(Projects),
      expiresAt: Expiry,
    }),
    result: NewApiKeySchema,
    errors: ['unknown-member', 'unknown-project', 'bad-time', 'scope-beyond-role'],
  }),
  'keys.rotate': command('Gives a key a new secret. The old one ends now, or after a while.', {
    executor: 'write',
    path: '/api/keys/{key}/rotate',
    args: strictObject({
      key: Id,
      keepOldSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description: 'How long the old secret still works, for programs to change over. Default: 0.',
        }),
      ),
    }),
    result: NewApiKeySchema,
    errors: ['unknown-key', 'key-ended'],
  }),
  'keys.revoke': command('Ends a key at once.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/keys/{key}',
    args: strictObject({ key: Id }),
    result: ApiKeySchema,
    errors: ['unknown-key'],
  }),
  'audit.list': query('Requests to the API that changed something or were refused, newest first.', {
    executor: 'quick',
    path: '/api/audit',
    args: strictObject({
      key: Type.Optional(EntryId),
      before: Type.Optional(
        Type.Unsafe<string>({ ...EntryId, description: 'Only entries before this one.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    }),
    result: Type.Array(AuditEntrySchema),
  }),
};
