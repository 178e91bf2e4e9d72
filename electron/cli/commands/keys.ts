import { roles, scopes, type Role, type Scope } from '../../../shared/roles.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable, terminalWidth } from '../table.ts';

type Key = CallValue<'keys.list'>[number];

const memberOption = {
  flags: '--member <name>',
  description: 'the member who owns the key (default: "owner", added where there is none)',
};

const subjectOption = {
  flags: '--subject <subject>',
  description: 'the claim "sub" of tokens that are of this member (default: none)',
};

/** The commands below `keys`. */
export const keyCommands: readonly CommandSpec[] = [
  {
    usage: 'create <key>',
    summary: 'make a key for the API',
    description:
      'Makes a key, with which a program calls the API. The secret is printed once, and stored only as a hash: keep it where the program finds it.',
    options: [
      memberOption,
      {
        flags: '--scope <scope>',
        description: 'what it may do; may be repeated (default: all that the role of the member has)',
        choices: scopes,
        repeatable: true,
      },
      {
        flags: '--project <name>',
        description: 'limit it to this project; may be repeated (default: all projects)',
        repeatable: true,
      },
      { flags: '--days <n>', description: 'how many days it works (default: until it is revoked)' },
    ],
    examples: [
      ['keys create reports --scope read', 'a program that reads results'],
      [
        'keys create nightly --scope read --scope run --project shops --days 90',
        'limited in what, where and how long',
      ],
    ],
    async run({ ask, options, output }, [name = '']) {
      const member = options.text('member');
      const projects = options.list('project');
      const days = options.count('days');
      const chosen = options.list('scope').filter((scope): scope is Scope => isOneOf(scopes, scope));
      const made = await ask('keys.create', {
        name,
        ...(member === null ? {} : { member }),
        ...(chosen.length === 0 ? {} : { scopes: chosen }),
        projects: projects.length === 0 ? null : projects,
        expiresAt: days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString(),
      });
      output.result(made, () => secretLines(made));
    },
  },
  {
    usage: 'list',
    summary: 'list the keys',
    examples: [['keys list', 'what each may do, and when it was last used']],
    async run({ ask, output, streams }) {
      const keys = await ask('keys.list', {});
      output.result(keys, () => keyTable(keys, terminalWidth(streams.stdout)));
    },
  },
  {
    usage: 'rotate <id>',
    summary: 'give a key a new secret',
    options: [
      {
        flags: '--keep-old <seconds>',
        description: 'how long the old secret still works, up to a week (default: not at all)',
      },
    ],
    examples: [['keys rotate 3 --keep-old 3600', 'programs change over within the hour']],
    async run({ ask, options, output }, [key = '']) {
      const keepOldSeconds = options.count('keepOld') ?? 0;
      const made = await ask('keys.rotate', { key, keepOldSeconds });
      output.result(made, () => secretLines(made));
    },
  },
  {
    usage: 'revoke <id>',
    summary: 'end a key',
    examples: [['keys revoke 3', 'programs that use it are refused within a second']],
    async run({ ask, output }, [key = '']) {
      const ended = await ask('keys.revoke', { key });
      output.result(ended, () =>
        printable(`Revoked the key ${ended.id} "${ended.name}" of ${ended.member}.`),
      );
    },
  },
  {
    usage: 'audit',
    summary: 'list what was changed through the API, and what was refused',
    options: [
      { flags: '--key <id>', description: 'only requests with this key' },
      { flags: '--limit <n>', description: 'how many, newest first, up to 1000 (default: 100)' },
    ],
    examples: [['keys audit --limit 20', 'the last twenty']],
    async run({ ask, options, output, streams }) {
      const key = options.text('key');
      const entries = await ask('audit.list', {
        ...(key === null ? {} : { key }),
        limit: options.count('limit') ?? 100,
      });
      output.result(entries, () => auditTable(entries, terminalWidth(streams.stdout)));
    },
  },
];

/** The commands below `members`. */
export const memberCommands: readonly CommandSpec[] = [
  {
    usage: 'add <member>',
    summary: 'add somebody who owns keys',
    description:
      'Adds a person, a team or a program that owns keys of the API. Its role says what they may do: a viewer reads; a runner also starts, pauses and ends crawls; an editor also changes spiders and saved pages; an owner also manages the workspace and makes keys.',
    options: [
      { flags: '--role <role>', description: 'what its keys may do (default: viewer)', choices: roles },
      subjectOption,
    ],
    examples: [['members add newsroom --role editor', 'its keys may change spiders']],
    async run({ ask, options, output }, [name = '']) {
      const role = roleOf(options.text('role') ?? 'viewer');
      const added = await ask('members.add', { name, role, subject: options.text('subject') });
      output.result(added, () => printable(`Added ${added.name}, ${added.role}.`));
    },
  },
  {
    usage: 'list',
    summary: 'list the members',
    examples: [['members list', 'each with its role and number of keys']],
    async run({ ask, output, streams }) {
      const members = await ask('members.list', {});
      output.result(members, () =>
        members.length === 0
          ? 'There are no members. The first key adds one.'
          : renderTable(
              ['MEMBER', 'ROLE', 'KEYS', 'SUBJECT', 'ADDED'],
              members.map(({ name, role, keys, subject, createdAt }) => [
                name,
                role,
                String(keys),
                subject ?? '',
                createdAt,
              ]),
              terminalWidth(streams.stdout),
            ),
      );
    },
  },
  {
    usage: 'role <member> <role>',
    summary: 'change the role of a member',
    description:
      'Changes the role of a member. Its keys lose the scopes that the role does not have, at once.',
    examples: [['members role newsroom viewer', 'its keys may only read from now on']],
    async run({ ask, output }, [name = '', role = '']) {
      const changed = await ask('members.setRole', { name, role: roleOf(role) });
      output.result(changed, () => printable(`${changed.name} is now ${changed.role}.`));
    },
  },
  {
    usage: 'bind <member>',
    summary: 'set whom tokens name a member by',
    description:
      'Sets the subject by which tokens of an issuer name a member ("serve --issuer"). Without one, nobody comes with tokens as this member.',
    options: [subjectOption],
    examples: [
      ['members bind newsroom --subject auth0|5f7c', 'tokens of this subject may do what newsroom may'],
    ],
    async run({ ask, options, output }, [name = '']) {
      const subject = options.text('subject');
      const bound = await ask('members.bind', { name, subject });
      output.result(bound, () =>
        printable(
          subject === null
            ? `No token names ${bound.name} now.`
            : `Tokens of "${subject}" are of ${bound.name} now.`,
        ),
      );
    },
  },
  {
    usage: 'remove <member>',
    summary: 'remove a member, and end its keys',
    examples: [['members remove newsroom', 'its keys end within a second']],
    async run({ ask, output }, [name = '']) {
      const { keys, ...removed } = await ask('members.remove', { name });
      output.result({ ...removed, keys }, () =>
        printable(`Removed ${removed.name}; ${keys === 1 ? 'one key has' : `${keys} keys have`} ended.`),
      );
    },
  },
];

const isOneOf = <const T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

function roleOf(text: string): Role {
  if (isOneOf(roles, text)) return text;
  throw new UsageError(`"${text}" is no role.`, `The roles are ${roles.join(', ')}.`);
}

function secretLines({ key, secret }: CallValue<'keys.create'>): string {
  const reach = key.projects === null ? 'all projects' : key.projects.join(', ');
  const end = key.expiresAt === null ? '' : `, until ${key.expiresAt}`;
  return printable(
    `${secret}\n\nThis is the secret of the key ${key.id} "${key.name}" of ${key.member}; it is not shown again.\nIt may ${key.scopes.join(', ')} in ${reach}${end}.`,
  );
}

function keyTable(keys: readonly Key[], width: number | null): string {
  if (keys.length === 0) return 'There are no keys. Make one with "keys create NAME".';
  return renderTable(
    ['ID', 'NAME', 'MEMBER', 'BEGINS', 'SCOPES', 'PROJECTS', 'STATE', 'EXPIRES', 'LAST USED'],
    keys.map(({ id, name, member, prefix, scopes: own, projects, state, expiresAt, lastUsedAt }) => [
      id,
      name,
      member,
      prefix,
      own.join(','),
      projects?.join(',') ?? 'all',
      state,
      expiresAt ?? 'never',
      lastUsedAt ?? 'never',
    ]),
    width,
  );
}

function auditTable(entries: CallValue<'audit.list'>, width: number | null): string {
  if (entries.length === 0) return 'Nothing was changed through the API, and nothing refused.';
  return renderTable(
    ['AT', 'KEY', 'MEMBER', 'OPERATION', 'PROJECT', 'STATUS', 'CODE', 'FROM'],
    entries.map(({ at, key, member, operation, project, status, code, from }) => [
      at,
      key ?? '',
      member ?? '',
      operation,
      project ?? '',
      String(status),
      code ?? '',
      from,
    ]),
    width,
  );
}
