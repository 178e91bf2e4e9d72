import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuildFresh } from '../bin/engine-build.mjs';

const script = fileURLToPath(new URL('../scripts/build-engine.mjs', import.meta.url));

/** Bundles the engine where it is older than its sources: the threads and programs that tests start are run from the bundle. */
export default function bundleEngine(): void {
  if (isBuildFresh()) return;
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  if (!isBuildFresh()) throw new Error(said.trim());
}
