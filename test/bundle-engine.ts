import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { isBuildFresh } from '../bin/engine-build.mjs';

const script = fileURLToPath(new URL('../scripts/build-engine.mjs', import.meta.url));

function bundle(): void {
  if (isBuildFresh()) return;
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  if (!isBuildFresh()) throw new Error(said.trim());
}

/**
 * Bundles the engine where it is older than its sources, before the tests and, when Vitest watches, before they run again: the
 * threads and programs that they start are run from the bundle.
 */
export default function bundleEngine(runner: Partial<Pick<TestProject, 'onTestsRerun'>>): void {
  bundle();
  runner.onTestsRerun?.(() => Promise.resolve(bundle()));
}
