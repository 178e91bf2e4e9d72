import { requireSecretName } from '../../host/secret-name.ts';
import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';
import { renderTable } from '../table.ts';
import { readSecretInput } from '../secret-input.ts';

/** The commands below `secrets`. */
export const secretCommands: CommandSpec[] = [
  {
    usage: 'set <name>',
    summary: 'keep a secret in the keychain of this computer',
    description:
      'Keeps a secret in the keychain of this computer, where the window and the command line read it by its name, whatever the data folder. It is typed without being shown, or read from standard input; never give it as an argument. A proxy takes user:password and names it keychain:NAME.',
    examples: [
      ['secrets set PROXY_LOGIN', 'asks for it; then proxies add … --secret keychain:PROXY_LOGIN'],
      ['secrets set PROXY_LOGIN < login.txt', 'reads it from a file'],
    ],
    async run({ output, ask, streams }, [name = '']) {
      requireSecretName(name);
      const value = await readSecretInput(`Value of ${name} (not shown): `, streams.stdin, streams.stderr);
      const secret = await ask('secrets.set', { name, value });
      if (!/^[^:]+:/.test(value)) output.note('It is not user:password, which a proxy needs.');
      output.result(secret, () => `Stored. A proxy names it ${secret.reference}.`);
    },
  },
  {
    usage: 'list',
    summary: 'list the secrets by name',
    description: 'Lists the names of the secrets that Spider Studio has in the keychain, never the secrets.',
    examples: [['secrets list', 'their names, as proxies take them']],
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
    summary: 'take a secret out of the keychain',
    examples: [['secrets remove PROXY_LOGIN', 'proxies that name it cannot be used any more']],
    async run({ output, ask }, [name = '']) {
      const secret = await ask('secrets.remove', { name });
      output.result(secret, () => `Removed ${secret.name}.`);
    },
  },
];
