import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('../../clients/typescript', import.meta.url));
const require = createRequire(import.meta.url);

/** Runs npm, as a shell finds it. @returns what it has printed */
function npm(args: readonly string[], cwd: string): string {
  // Windows has npm as a batch file, which only a shell can run; no argument has a space.
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** What npm says of a package that it has made. */
export interface Packed {
  filename: string;
  files: { path: string }[];
}

/** Packs the TypeScript client and installs it in a folder, as a user does. @returns what is in the package */
export function installClient(folder: string): Packed {
  const printed = npm(['pack', '--json', '--pack-destination', folder], client);
  const [packed] = JSON.parse(printed.slice(printed.indexOf('['))) as Packed[];
  if (packed === undefined) throw new Error('npm has packed nothing.');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  npm(['install', `./${packed.filename}`, '--offline', '--no-audit', '--no-fund'], folder);
  return packed;
}

/** Checks programs of that folder as strictly as TypeScript can. @returns what it says; empty: nothing is wrong */
export function typeProblems(folder: string, files: readonly string[]): string {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const types = dirname(dirname(require.resolve('@types/node/package.json')));
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const kind = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  const node = ['--typeRoots', types, '--types', 'node'];
  const args = [compiler, ...options, ...kind, ...node, ...files];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}
