// DuckDB, which reads exports in tests and is measured beside them. It is kept apart from the project and its lockfile, because it
// has 70 MB and a package for each system.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder whose `node_modules` has it. */
export const duckdbFolder = fileURLToPath(new URL('../test/.readers/', import.meta.url));

const manifest = { private: true, dependencies: { '@duckdb/node-api': '1.5.6-r.1' } };
const text = `${JSON.stringify(manifest, null, 2)}\n`;
const file = `${duckdbFolder}package.json`;

/**
 * Installs it unless it is there in the wanted version.
 * @returns {boolean} whether it is there now
 */
export function installDuckdb() {
  const isThere =
    existsSync(`${duckdbFolder}node_modules/@duckdb/node-api`) &&
    existsSync(file) &&
    readFileSync(file, 'utf8') === text;
  if (isThere) return true;
  mkdirSync(duckdbFolder, { recursive: true });
  writeFileSync(file, text);
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: duckdbFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}
