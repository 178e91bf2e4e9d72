import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createComparisons } from '../electron/host/work/compare/comparisons.ts';
import { makeLargeStore } from './large-store.ts';

/**
 * Compares two runs of many items by their place and by a field, each in a process of its own with the thread that does it for users, and
 * prints what differs, the time, and the largest resident set of the process. Run it with `npm run bench:compare -- [items]`.
 */
const [items = '1000000', dataDir, ...rest] = process.argv.slice(2);
if (dataDir === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-compare-'));
  try {
    const runs = await makeLargeStore(folder, Number(items), { later: [{ shifted: 500, dearer: 50 }] });
    for (const key of [[], ['title']])
      spawnSync(process.execPath, [fileURLToPath(import.meta.url), items, folder, ...runs, ...key], {
        stdio: 'inherit',
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await measure(dataDir, rest);
}

async function measure(folder: string, [before = '', after = '', ...key]: string[]): Promise<void> {
  const comparisons = createComparisons({ dataDir: folder });
  const started = performance.now();
  const { signal } = new AbortController();
  const found = await comparisons.compare({ before, after, key }, { signal, onShare: () => undefined });
  await comparisons.close();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  console.log(
    JSON.stringify({
      by: key.length === 0 ? 'place' : key.join(', '),
      items: found.items,
      added: found.added,
      removed: found.removed,
      changed: found.changed,
      unchanged: found.unchanged,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 100_000) / 10,
      peakMb: Math.round(maxRSS / 1024),
    }),
  );
}
