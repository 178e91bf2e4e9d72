import { requireSecretName } from '../../host/secret-name.ts';
import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';
import { renderTable } from '../table.ts';
import { readSecretInput } from '../secret-input.ts';

/** The commands below `secrets`. */
export const secretCommands: CommandSpec[] = [
  {
    usage: 'set <name>',
    summary: 'store a secret in the keychain of this computer',
    description:
      'Stores a secret in the keychain of this computer, where the window and the command line read it by its name, whatever the data folder. It is typed without being shown, or read from standard input; it is never an argument. For a proxy the secret is user:password, and the proxy refers to it as keychain:NAME.',
    examples: [
      [
        'secrets set PROXY_LOGIN',
        'asks for the secret; then use proxies add … --secret keychain:PROXY_LOGIN',
      ],
      ['secrets set PROXY_LOGIN < login.txt', 'reads it from a file'],
    ],
    async run({ output, ask, streams }, [name = '']) {
      requireSecretName(name);
      const value = await readSecretInput(`Value of ${name} (not shown): `, streams.stdin, streams.stderr);
      const secret = await ask('secrets.set', { name, value });
      if (!/^[^:]+:/.test(value))
        output.note('A proxy needs user:password, and this secret has another form.');
      output.result(secret, () => `Stored. A proxy refers to it as ${secret.reference}.`);
    },
  },
  {
    usage: 'list',
    summary: 'list the secrets by name',
    description:
      'Lists the names of the secrets that Spider Studio has stored in the keychain, never their values.',
    examples: [['secrets list', 'their names, and how a proxy refers to them']],
    async run({ output, ask }) {
      const secrets = await ask('secrets.list', {});
      output.result(secrets, () =>
        secrets.length === 0
          ? 'No secrets yet. "spider-studio secrets set NAME" adds one.'
          : printable(
              renderTable(
                ['name', 'for a proxy'],
                secrets.map(({ name, reference }) => [name, reference]),
              ),
            ),
      );
    },
  },
  {
    usage: 'remove <name>',
    summary: 'remove a secret from the keychain',
    examples: [['secrets remove PROXY_LOGIN', 'proxies that refer to it can no longer be used']],
    async run({ output, ask }, [name = '']) {
      const secret = await ask('secrets.remove', { name });
      output.result(secret, () => `Removed ${secret.name}.`);
    },
  },
];
