// What exports take, beside DuckDB's own of the same items: `node bench/exports.ts [--items N] [--only parquet,sqlite]`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exportFormats } from '../shared/export-formats.ts';
import { installDuckdb } from '../scripts/duckdb.mjs';

interface Usage {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

/** The most memory that an export may take, in MB, for any number of items. */
const goals: Readonly<Record<string, number>> = {
  csv: 150,
  json: 150,
  jsonl: 150,
  xlsx: 200,
  parquet: 350,
  sqlite: 200,
};

const { values } = parseArgs({
  options: { items: { type: 'string', default: '1000000' }, only: { type: 'string' } },
});
/** The formats to measure; null: all. */
const only = values.only?.split(',') ?? null;
const items = Number(values.items);
const child = fileURLToPath(new URL('exports-child.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
const lines = join(folder, 'items.jsonl');
let isWithin = true;

function readUsage(text: string): Usage {
  const value: unknown = JSON.parse(text);
  const numberOf = (name: string): number => {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
    return typeof found === 'number' ? found : Number.NaN;
  };
  return {
    seconds: numberOf('seconds'),
    cpuSeconds: numberOf('cpuSeconds'),
    peakMegabytes: numberOf('peakMegabytes'),
  };
}

function measure(kind: string, file: string, source: string): void {
  const { stdout, stderr, status } = spawnSync(process.execPath, [child, kind, file, source], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${kind} failed: ${stderr}`);
  const { seconds, cpuSeconds, peakMegabytes } = readUsage(stdout);
  const goal = goals[kind];
  const verdict = goal === undefined ? '' : peakMegabytes <= goal ? `at most ${goal}` : `MORE THAN ${goal}`;
  if (goal !== undefined && peakMegabytes > goal) isWithin = false;
  const size = statSync(file).size / 1_000_000;
  console.log(
    [
      kind.padEnd(15),
      `${cpuSeconds.toFixed(1)} s CPU`.padStart(12),
      `${seconds.toFixed(1)} s`.padStart(9),
      `${peakMegabytes.toFixed(0)} MB peak`.padStart(13),
      `${size.toFixed(1)} MB file`.padStart(15),
      verdict,
    ].join('  '),
  );
}

try {
  console.log(`${items} items, load ${loadavg()[0]?.toFixed(1)}`);
  measure('jsonl', lines, String(items));
  for (const format of exportFormats)
    if (format !== 'jsonl' && only?.includes(format) !== false)
      measure(format, join(folder, `items.${format}`), String(items));
  if (installDuckdb())
    for (const format of ['csv', 'json', 'parquet'])
      measure(`duckdb-${format}`, join(folder, `duck.${format}`), lines);
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  if (!isWithin) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
