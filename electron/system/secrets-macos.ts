import type { RunProgram } from './program.ts';
import {
  askStore,
  refused,
  SecretStoreError,
  type Answered,
  type SecretOwner,
  type SecretStore,
} from './secret-store.ts';

/** Exit code of `security` if there is no such item. */
const notFound = 44;

/** The macOS keychain, through its command-line program. */
export function macSecrets({ service, title }: SecretOwner, run: RunProgram): SecretStore {
  const ask = (args: readonly string[], input = ''): Promise<Answered> =>
    askStore(run, { program: '/usr/bin/security', args, input }, 'It is a part of macOS.');
  const of = (name: string): string[] => ['-s', service, '-a', name];

  return {
    async read(name) {
      const answer = await ask(['find-generic-password', ...of(name), '-g']);
      if (answer.code === notFound) return null;
      if (answer.code !== 0) throw refused(answer);
      return passwordIn(answer.errors);
    },
    async write(name, value) {
      // Uses the interactive mode, so that the secret is not an argument, and hexadecimal digits, so that nothing needs quoting.
      const digits = Buffer.from(value, 'utf8').toString('hex');
      const command = `add-generic-password -U -s ${service} -a ${name} -l "${title}: ${name}" -X ${digits}\n`;
      const answer = await ask(['-i'], command);
      if (answer.code !== 0) throw refused(answer);
    },
    async remove(name) {
      const answer = await ask(['delete-generic-password', ...of(name)]);
      if (answer.code === notFound) return false;
      if (answer.code !== 0) throw refused(answer);
      return true;
    },
    async names() {
      // Without -d, item names are printed but no secrets.
      const answer = await ask(['dump-keychain']);
      if (answer.code !== 0) throw refused(answer);
      return namesIn(answer.output, service);
    },
  };
}

/**
 * Reads a password from the output of `-g`. `-w` prints non-ASCII passwords as hexadecimal digits, and passwords that look like
 * hexadecimal digits as they are. `-g` distinguishes them: `password: 0x70C3A4 "p\303\244"` or `password: "plain"`, with nothing
 * escaped in the latter.
 */
function passwordIn(errors: string): string {
  const [, digits, plain] = /^password: (?:0x([0-9A-F]*).*|"(.*)")?$/m.exec(errors) ?? [];
  if (digits !== undefined) return Buffer.from(digits, 'hex').toString('utf8');
  if (plain !== undefined) return plain;
  if (/^password: *$/m.test(errors)) return '';
  throw new SecretStoreError('The keychain did not return the secret.');
}

function namesIn(dump: string, service: string): string[] {
  return dump.split(/^keychain: /m).flatMap((item) => {
    const attribute = (name: string): string | undefined =>
      new RegExp(`^ *"${name}"<blob>="(.*)"$`, 'm').exec(item)?.[1];
    return attribute('svce') === service ? (attribute('acct') ?? []) : [];
  });
}
