import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };
import { nodeProblem } from '../../bin/node-version.mjs';
import { studio } from './command-line.ts';

/** A Node on this machine that is too old, or null. */
function olderNode(): string | null {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const candidates = folders.map((folder) => join(folder, 'node')).filter((path) => existsSync(path));
  return (
    candidates.find(
      (path) => nodeProblem(execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1)) !== null,
    ) ?? null
  );
}

describe('an older Node', () => {
  it.each(['20.20.2', '22.19.0', '23.11.0'])('%s is told in one sentence', (version) => {
    expect(nodeProblem(version)).toBe(`Spider Studio needs Node 24 or newer, and this is Node ${version}.`);
  });

  it.each(['24.0.0', '24.21.0', '26.1.0'])('%s will do', (version) => {
    expect(nodeProblem(version)).toBeNull();
  });

  it('hands the call over: arguments, input, output and exit codes are the same', async () => {
    const { call, file, folder } = studio();
    // Where every Node is new enough, one that calls itself old stands in: the entry only asks for the version.
    const node = olderNode() ?? pretender(file, folder);
    const good = await call(['validate', '-', '--json'], { node, input: '{' });
    expect(good.code).toBe(1);
    expect(good.json<{ file: string; valid: boolean }[]>()).toMatchObject([{ file: '-', valid: false }]);
    expect((await call(['nonsense'], { node })).code).toBe(2);
    const asked = await call(['--version'], { node });
    expect([asked.code, asked.stdout.trim()]).toEqual([0, packageData.version]);
  });
});

function pretender(file: (name: string, content: string) => string, folder: string): string {
  const preload = file(
    'old.mjs',
    `if (!process.env.SPIDER_STUDIO_LIFELINE) Object.defineProperty(process.versions, 'node', { value: '20.0.0' });`,
  );
  const script = file('node', `#!/bin/sh\nexec "${process.execPath}" --import "file://${preload}" "$@"\n`);
  chmodSync(script, 0o755);
  expect(existsSync(folder)).toBe(true);
  return script;
}
