/**
 * How quick the window is, in Chromium, on a real host behind the real door: medians over the rounds, one JSON object. Ends
 * with 1 when a target was missed.
 *
 *     npm run bench:window -- [--rounds 5] [--items 1000000] [--only usable,problems,rows,outline,tasks]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { createHost } from '../electron/host/serving/host.ts';
import { openWebDoor } from '../electron/web/door.ts';
import { installedChromium } from '../scripts/chromium.mjs';
import { makeLargeStore } from './large-store.ts';
import { measures, type Bench } from './window-measures.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    items: { type: 'string', default: '1000000' },
    only: { type: 'string', default: Object.keys(measures).join(',') },
  },
});

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? NaN;
const rounded = (number: number): number => Math.round(number * 10) / 10;

function chromiumPath(): string {
  const found = installedChromium();
  if (found === null) throw new Error('There is no Chromium; CHROMIUM_PATH says where one is.');
  return found;
}

async function main(): Promise<number> {
  const rounds = Number(values.rounds);
  const items = Number(values.items);
  const names = values.only.split(',');
  if (!(rounds >= 1) || !(items >= 1000) || names.some((name) => !Object.hasOwn(measures, name))) {
    console.error(
      `Usage: npm run bench:window -- [--rounds N] [--items N] [--only ${Object.keys(measures).join(',')}]`,
    );
    return 2;
  }
  const folder = fileURLToPath(new URL('../dist/renderer', import.meta.url));
  if (!existsSync(join(folder, 'index.html'))) {
    console.error('The window is not built: npm run build.');
    return 2;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-bench-window-'));
  await makeLargeStore(dataDir, items);
  const host = await createHost({ dataDir });
  const door = await openWebDoor({ host, folder, port: 0 });
  const browser = await chromium.launch({ executablePath: chromiumPath() });
  const bench: Bench = { browser, door, host, rounds };
  const figures: Record<string, unknown> = {};
  let missed = 0;
  try {
    for (const [name, { what, targetMs, measure }] of Object.entries(measures)) {
      if (!names.includes(name)) continue;
      const { all, beside } = await measure(bench);
      const medianMs = rounded(median(all));
      const met = medianMs <= targetMs;
      missed += met ? 0 : 1;
      figures[name] = { what, targetMs, medianMs, met, all: all.map(rounded), ...beside };
      console.error(`${met ? 'met   ' : 'MISSED'} ${String(medianMs).padStart(8)} ms (${targetMs}): ${what}`);
    }
  } finally {
    await browser.close();
    await door.close();
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ rounds, items, ...figures }, null, 2));
  return missed === 0 ? 0 : 1;
}

process.exitCode = await main();
