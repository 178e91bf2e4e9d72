import type { CallValue } from '../../../shared/contract/index.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { heldLogin } from '../log-in.ts';
import { readInput } from '../input.ts';
import { printable } from '../output.ts';
import { renderTable } from '../table.ts';

/** The commands below `session`. */
export const sessionCommands: CommandSpec[] = [
  {
    usage: 'login <login> <url>',
    summary: 'log in to a site in a browser window, and keep the login',
    description:
      'Opens a window of Chrome, Edge or Chromium with an empty profile. Log in there; then press Enter here, or close the window. The cookies and the local storage of the site are kept as a login, and all else is gone with the window. Passwords are typed into the site alone: Spider Studio does not read them. A login of the same name is replaced. Ctrl+C keeps nothing.',
    options: [
      {
        flags: '--domain <domain>',
        description: 'another site that the login is for, such as one that the first sends to; repeatable',
        repeatable: true,
      },
    ],
    examples: [
      ['session login shop https://shop.example/account', 'a spider uses it with SESSION: "shop"'],
      ['session login shop https://shop.example/ --domain api.example', 'also for a site that it asks'],
    ],
    async run(context, [name = '', url = '']) {
      const login = await heldLogin(context, { name, url, domains: context.options.list('domain') });
      if (login === null) return 130;
      tellStored(context, login);
      return 0;
    },
  },
  {
    usage: 'import <login> <file>',
    summary: 'store a login from a file',
    description:
      'Stores a login: the cookies and local storage of a browser in which somebody has logged in. The file is a storage state of Playwright (JSON) or a cookies.txt. A spider uses it by its setting SESSION; it is sent only to the domains that it was made for.',
    examples: [
      ['session import shop state.json', 'a spider uses it with the setting SESSION: "shop"'],
      ['session import shop cookies.txt', 'from a browser extension that saves cookies'],
    ],
    async run(context, [name = '', file = '']) {
      tellStored(context, await context.ask('sessions.import', { name, text: await readInput(file) }));
    },
  },
  {
    usage: 'check <login> <url>',
    summary: 'whether a login still holds',
    description:
      'Fetches a page with the login, and says whether the site takes it: it does not where the answer is an error, where the site leads to a login page or asks for a password, and where SESSION_EXPIRED_SIGNAL of --spider is met. Choose a page that only people who are logged in can see.',
    options: [
      { flags: '--spider <name>', description: 'fetch as this spider does, and look for its signal' },
      projectOption,
      { flags: '--allow-private', description: 'allow loopback and private addresses' },
    ],
    examples: [
      ['session check shop https://shop.example/account', 'exit code 1 where it has expired'],
      ['session check shop https://shop.example/account --spider shop --json', 'for programs'],
    ],
    async run({ output, options, ask }, [name = '', url = '']) {
      const spider = options.text('spider');
      const found = await ask('sessions.check', {
        name,
        url,
        project: options.project(),
        ...(spider === null ? {} : { spider }),
        allowPrivate: options.flag('allowPrivate'),
      });
      output.result(found, () =>
        printable(
          found.holds
            ? `The login ${name} holds. ${found.reason}`
            : `${found.reason.includes('has expired') ? '' : `The login ${name} does not hold. `}${found.reason}\nLog in again: spider-studio session login ${name} ${url}`,
        ),
      );
      return found.holds ? 0 : 1;
    },
  },
  {
    usage: 'list',
    summary: 'list the logins by name',
    description: 'Lists the logins and the domains they are for, never their cookies.',
    examples: [['session list', 'what there is, and when it expires']],
    async run({ output, ask }) {
      const logins = await ask('sessions.list', {});
      output.result(logins, () =>
        logins.length === 0
          ? 'No logins yet. "spider-studio session login NAME URL" opens a browser to log in with; "session import NAME FILE" takes a file.'
          : printable(
              renderTable(
                ['name', 'for', 'cookies', 'made', 'last used', 'first expires', 'encrypted'],
                logins.map(({ name, domains, cookies, madeAt, usedAt, expires, encrypted }) => [
                  name,
                  domains.join(', '),
                  String(cookies),
                  madeAt,
                  usedAt ?? 'never',
                  expires ?? '',
                  encrypted ? 'yes' : 'no',
                ]),
              ),
            ),
      );
    },
  },
  {
    usage: 'remove <login>',
    summary: 'remove a login',
    examples: [['session remove shop', 'spiders that name it can no longer run']],
    async run({ output, ask }, [name = '']) {
      const login = await ask('sessions.remove', { name });
      output.result(login, () => `Removed ${login.name}.`);
    },
  },
];

/** Says what was stored of a login, and what protects it. */
function tellStored({ output }: Pick<Context, 'output'>, login: CallValue<'sessions.import'>): void {
  if (!login.encrypted) {
    output.note(
      'There is no keychain to keep a key in, so the login is not encrypted: only the rights of its file protect it.',
    );
  }
  output.result(login, () =>
    printable(
      `Stored ${login.name} for ${login.domains.join(', ')}. A spider uses it with the setting SESSION: "${login.name}".`,
    ),
  );
}
