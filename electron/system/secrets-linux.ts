import type { RunProgram } from './program.ts';
import { askStore, refused, type Answered, type SecretOwner, type SecretStore } from './secret-store.ts';

const install = 'Install libsecret-tools.';

/** The desktop's keyring (GNOME Keyring, KWallet), through libsecret's command-line program. */
export function linuxSecrets({ service, title }: SecretOwner, run: RunProgram): SecretStore {
  const ask = (args: readonly string[], input = ''): Promise<Answered> =>
    askStore(run, { program: 'secret-tool', args, input }, install);
  const of = (name: string): string[] => ['service', service, 'account', name];

  async function read(name: string): Promise<string | null> {
    const answer = await ask(['lookup', ...of(name)]);
    if (answer.code === 0) return answer.output.replace(/\r?\n$/, '');
    // For a missing secret the program prints nothing.
    if (answer.errors.trim() === '') return null;
    throw refused(answer);
  }

  return {
    read,
    async write(name, value) {
      const answer = await ask(['store', `--label=${title}: ${name}`, ...of(name)], value);
      if (answer.code !== 0) throw refused(answer);
    },
    async remove(name) {
      if ((await read(name)) === null) return false;
      const answer = await ask(['clear', ...of(name)]);
      if (answer.code !== 0) throw refused(answer);
      return true;
    },
    async names() {
      const answer = await ask(['search', '--all', 'service', service]);
      // Secrets go to standard output, which is not read; their attributes go to standard error.
      const names = [...answer.errors.matchAll(/^attribute\.account = (.+)$/gm)].flatMap(
        ([, name]) => name ?? [],
      );
      if (answer.code !== 0 && names.length === 0 && answer.errors.trim() !== '') throw refused(answer);
      return names;
    },
  };
}
