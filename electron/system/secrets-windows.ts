import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { environment } from './environment.ts';
import { files } from './files.ts';
import { createFolder } from './folders.ts';
import type { RunProgram } from './program.ts';
import { askStore, SecretStoreError, type SecretOwner, type SecretStore } from './secret-store.ts';

const ending = '.dpapi';

/**
 * Files that only the person who wrote them can read, wherever they are copied to: encrypted by Windows (DPAPI) with a key
 * that belongs to their account on this computer.
 */
export function windowsSecrets({ folder }: SecretOwner, run: RunProgram): SecretStore {
  // Names as digits: Windows has names that no file may have, and takes upper and lower case for the same.
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

/** By its full path: Windows would look for it in the folder that one is in first. */
function powerShell(): string {
  const root = environment['SystemRoot'] ?? 'C:\\Windows';
  return win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/**
 * The secret comes by standard input and goes by standard output, in base64, which no code page changes: a command that
 * held it would be in the logs of companies that record what PowerShell is told.
 */
function argsFor(method: 'Protect' | 'Unprotect'): string[] {
  const script = [
    "$ErrorActionPreference = 'Stop'",
    'Add-Type -AssemblyName System.Security',
    "$text = @($input) -join ''",
    // Whether PowerShell has read its input itself differs between versions.
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

/** null where there is no such file. */
function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
