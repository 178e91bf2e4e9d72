import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { environment } from './environment.ts';
import { files } from './files.ts';
import { createFolder } from './folders.ts';
import type { RunProgram } from './program.ts';
import { askStore, SecretStoreError, type SecretOwner, type SecretStore } from './secret-store.ts';

const ending = '.dpapi';

/**
 * Secrets in files that Windows (DPAPI) encrypts with a key of the user's account on this computer. Copies of the files are
 * useless elsewhere.
 */
export function windowsSecrets({ folder }: SecretOwner, run: RunProgram): SecretStore {
  // Names are written as hexadecimal digits: Windows reserves names and ignores case.
  const fileOf = (name: string): string =>
    join(folder, `${Buffer.from(name, 'utf8').toString('hex')}${ending}`);

  async function convert(method: 'Protect' | 'Unprotect', bytes: Buffer): Promise<Buffer> {
    const call = { program: powerShell(), args: argsFor(method), input: bytes.toString('base64') };
    const { code, output } = await askStore(run, call, 'It is a part of Windows.');
    const converted = Buffer.from(output.trim(), 'base64');
    if (code === 0 && converted.length > 0) return converted;
    throw method === 'Protect'
      ? new SecretStoreError('Windows did not encrypt the secret.')
      : new SecretStoreError(
          'Windows cannot decrypt the secret: it was stored by another account or computer.',
          'Store it again.',
        );
  }

  return {
    async read(name) {
      const kept = await readFile(fileOf(name)).catch(missing);
      return kept === null ? null : (await convert('Unprotect', kept)).toString('utf8');
    },
    async write(name, value) {
      const kept = await convert('Protect', Buffer.from(value, 'utf8'));
      createFolder(folder);
      const draft = `${fileOf(name)}.new`;
      await writeFile(draft, kept, { mode: 0o600 });
      files.replace(draft, fileOf(name));
    },
    async remove(name) {
      return (await rm(fileOf(name)).catch(missing)) !== null;
    },
    async names() {
      const kept = (await readdir(folder).catch(missing)) ?? [];
      return kept
        .filter((file) => file.endsWith(ending))
        .map((file) => Buffer.from(file.slice(0, -ending.length), 'hex').toString('utf8'));
    },
  };
}

/** Returns the full path of PowerShell, because Windows would search the current folder first. */
function powerShell(): string {
  const root = environment['SystemRoot'] ?? 'C:\\Windows';
  return win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/**
 * Returns the arguments of a call. The secret is passed by standard input and output in base64, which no code page changes. It is
 * not part of the command, because companies log PowerShell commands.
 */
function argsFor(method: 'Protect' | 'Unprotect'): string[] {
  const script = [
    "$ErrorActionPreference = 'Stop'",
    'Add-Type -AssemblyName System.Security',
    "$text = @($input) -join ''",
    // PowerShell versions differ in whether they have read the input already.
    'if ($text.Length -eq 0) { $text = [Console]::In.ReadToEnd() }',
    `$bytes = [Security.Cryptography.ProtectedData]::${method}([Convert]::FromBase64String($text.Trim()), $null, 'CurrentUser')`,
    '[Convert]::ToBase64String($bytes)',
  ].join('; ');
  return [
    '-NoLogo',
    '-NoProfile',
    '-NonInteractive',
    '-InputFormat',
    'Text',
    '-OutputFormat',
    'Text',
    '-Command',
    script,
  ];
}

/** Returns null if the file does not exist; else throws the error. */
function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
