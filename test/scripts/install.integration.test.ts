import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = <T>(path: string): T => JSON.parse(readFileSync(file(path), 'utf8')) as T;

type Versions = Record<string, string>;
interface Manifest {
  dependencies: Versions;
  devDependencies: Versions;
  optionalDependencies: Versions;
}
interface Lock {
  packages: Record<string, Partial<Manifest> & { version?: string }>;
}

/** Runs npm with the project's settings, offline, in a project of its own that asks for a Node that is not there. */
function install(scripts: Record<string, string>): { status: number | null; told: string } {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const manifest = { name: 'newcomer', version: '1.0.0', private: true, engines: { node: '>=99' }, scripts };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  copyFileSync(file('.npmrc'), join(folder, '.npmrc'));
  // What npm tells its scripts would override the settings of the project.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr } = spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return { status, told: stdout + stderr };
}

describe('an installation', () => {
  it('is not told of Node versions that do not matter', () => {
    const { status, told } = install({});
    expect(told).not.toMatch(/EBADENGINE|npm warn/i);
    expect(status).toBe(0);
  });

  it('shows real errors', () => {
    const { status, told } = install({ prepare: 'node -e "console.error(`no compiler`); process.exit(3)"' });
    expect(told).toMatch(/npm error code 3/);
    expect(told).toContain('no compiler');
    expect(status).not.toBe(0);
  });
});

describe('what is installed', () => {
  const manifest = read<Manifest>('package.json');
  const lock = read<Lock>('package-lock.json');

  it('is named by exact versions', () => {
    for (const part of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
      for (const [name, version] of Object.entries(manifest[part])) {
        expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
        expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
      }
      expect(lock.packages['']?.[part]).toEqual(manifest[part]);
    }
  });

  it('does not depend on the Node that npm runs under', () => {
    const settings = readFileSync(file('.npmrc'), 'utf8');
    expect(settings).toMatch(/^save-exact=true$/m);
    expect(settings).not.toMatch(/engine-strict/);
  });
});
