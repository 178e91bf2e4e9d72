import type { CommandSpec } from '../command.ts';
import { readInput } from '../input.ts';
import { printable } from '../output.ts';
import { renderTable } from '../table.ts';

/** The commands below `session`. */
export const sessionCommands: CommandSpec[] = [
  {
    usage: 'import <login> <file>',
    summary: 'store a login from a file',
    description:
      'Stores a login: the cookies and local storage of a browser in which somebody has logged in. The file is a storage state of Playwright (JSON) or a cookies.txt. A spider uses it by its setting SESSION; it is sent only to the domains that it was made for.',
    examples: [
      ['session import shop state.json', 'a spider uses it with the setting SESSION: "shop"'],
      ['session import shop cookies.txt', 'from a browser extension that saves cookies'],
    ],
    async run({ output, ask }, [name = '', file = '']) {
      const login = await ask('sessions.import', { name, text: await readInput(file) });
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
          ? 'No logins yet. "spider-studio session import NAME FILE" adds one.'
          : printable(
              renderTable(
                ['name', 'for', 'cookies', 'first expires', 'encrypted'],
                logins.map(({ name, domains, cookies, expires, encrypted }) => [
                  name,
                  domains.join(', '),
                  String(cookies),
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
