import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A checkout as Git for Windows makes one, which asks for the line ends of Windows unless it is told otherwise. It is made from
// the files as they are here, so it needs no history.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spider-studio-checkout-'));
const original = join(folder, 'original');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Neither the settings of the person nor those of a repository around this one. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GIT_|VITEST)/.test(name))),
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 170_000,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Commits a change of what the repository holds. @param change a command of Git, for example `add --all` */
function commit(...change: readonly string[]): void {
  const git = [`--git-dir=${join(original, '.git')}`, `--work-tree=${root}`];
  run('git', [...git, ...change], root);
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  run('git', [...git, ...author, 'commit', '-qm', 'All'], root);
}

/** @returns the folder, and the files in it */
function checkOut(name: string): { checkout: string; files: string[] } {
  const checkout = join(folder, name);
  run('git', ['clone', '-q', '-c', 'core.autocrlf=true', original, checkout], folder);
  return { checkout, files: run('git', ['ls-files', '-z'], checkout).split('\0').filter(Boolean) };
}

const hasGit = spawnSync('git', ['--version']).error === undefined;
if (!hasGit) process.stderr.write('There is no Git here, so nothing is known of a checkout on Windows.\n');

beforeAll(() => {
  if (!hasGit) return;
  run('git', ['init', '-q', original], folder);
  commit('add', '--all');
});

describe.skipIf(!hasGit)('a checkout of Git for Windows', () => {
  it('has the same bytes, so what is checked here holds there', () => {
    const { checkout, files } = checkOut('same');
    const changed = files.filter(
      (name) => !readFileSync(join(checkout, name)).equals(readFileSync(join(root, name))),
    );
    expect(changed).toEqual([]);
    expect(files).toContain('.gitattributes');
    expect(files.length).toBeGreaterThan(1000);
  });

  it('shows previews in a browser also where every line ends as on Windows', () => {
    commit('rm', '-q', '--cached', '.gitattributes');
    const { checkout } = checkOut('converted');
    expect(readFileSync(join(checkout, 'resources/preview/outliner.js'), 'utf8')).toContain('\r\n');
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const told = run(
      process.execPath,
      [vitest, 'run', '--project', 'e2e', '-t', 'outlines|finds', 'test/e2e/preview-frame.test.ts'],
      checkout,
    );
    expect(told).toMatch(/Tests\s+.*2 passed/);
  }, 300_000);
});
