import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compareItems } from '../electron/compare/compare.ts';
import { runSide } from '../electron/compare/run-side.ts';
import { openStore } from '../electron/store/open.ts';
import { catalogue, makeLargeStore } from './large-store.ts';

/**
 * Compares two runs of many items by their place and by a field, each in a process of its own, and prints what it found, the time, and the
 * largest resident set. Run it with `npm run bench:compare -- [items]`.
 */
/** The young generation of the thread that compares runs (`host/threads/host-pool.ts`). */
const youngHeap = '--max-semi-space-size=8';

const [items = '1000000', dataDir, ...rest] = process.argv.slice(2);
if (dataDir === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-compare-'));
  try {
    const runs = await makeLargeStore(folder, Number(items), { shifted: 500, dearer: 50 });
    for (const key of [[], ['title']])
      spawnSync(
        process.execPath,
        [youngHeap, fileURLToPath(import.meta.url), items, folder, ...runs, ...key],
        { stdio: 'inherit' },
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await measure(dataDir, rest);
}

async function measure(folder: string, [before = '', after = '', ...key]: string[]): Promise<void> {
  const store = openStore(join(folder, 'spider-studio.db'), { readonly: true });
  const side = (id: string) =>
    runSide(store.queries.items, { project: 'default', spider: catalogue.name, id }, key);
  const started = performance.now();
  const { totals, added, removed, changed, unchanged, fields } = await compareItems(
    await side(before),
    await side(after),
  );
  store.close();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  console.log(
    JSON.stringify({
      by: key.length === 0 ? 'place' : key.join(', '),
      totals,
      added,
      removed,
      changed,
      unchanged,
      fields,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 100_000) / 10,
      peakMb: Math.round(maxRSS / 1024),
    }),
  );
}
