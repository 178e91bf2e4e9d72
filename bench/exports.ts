// What `spider-studio export` takes, and DuckDB's own export of the same items, in turn and in processes of their own:
// `npm run bench:exports -- [--items N] [--only csv,parquet] [--values flat,nested] [--cases format,where,sort,runs,sheets]`.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDuckdb } from '../scripts/duckdb.mjs';
import { exportFormats } from '../shared/export-formats.ts';
import { makeLargeStore } from './large-store.ts';
import { here, runMeasured } from './process.ts';

/** The most memory that an export may take, in MB, for any number of items. */
const goals: Readonly<Record<string, number>> = {
  csv: 150,
  json: 150,
  jsonl: 150,
  xlsx: 200,
  parquet: 350,
  sqlite: 200,
};
/** Formats that DuckDB writes by itself. */
const rivalFormats = ['csv', 'json', 'parquet'];
/** Runs of the case `runs`; each has changed a little since the one before. */
const manyRuns = 20;
/** More rows than a sheet of a workbook has. */
const overfull = 1_100_000;

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    only: { type: 'string', default: exportFormats.join(',') },
    values: { type: 'string', default: 'flat,nested' },
    cases: { type: 'string', default: 'format,where,sort,runs,sheets' },
  },
});
const items = Number(values.items);
const formats = exportFormats.filter((format) => values.only.split(',').includes(format));
const cases = values.cases.split(',');
const folder = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
const hasRival = installDuckdb();
let isWithin = true;

/** Runs a program, and prints a line with what it took. */
async function measured(
  name: string,
  args: readonly string[],
  file: string,
  goal: number | null,
): Promise<void> {
  rmSync(file, { force: true });
  const { usage } = await runMeasured(args, folder);
  if (goal !== null && usage.peakRssMb > goal) isWithin = false;
  const verdict = goal === null ? '' : usage.peakRssMb <= goal ? `at most ${goal}` : `MORE THAN ${goal}`;
  console.log(
    [
      name.padEnd(24),
      `${(usage.cpuMs / 1000).toFixed(1)} s CPU`.padStart(12),
      `${(usage.wallMs / 1000).toFixed(1)} s`.padStart(9),
      `${usage.peakRssMb.toFixed(0)} MB peak`.padStart(13),
      `${(statSync(file).size / 1_000_000).toFixed(1)} MB file`.padStart(15),
      `load ${loadavg()[0]?.toFixed(1)}`.padStart(9),
      verdict,
    ].join('  '),
  );
}

/** Exports as users do. */
async function own(
  name: string,
  store: string,
  format: string,
  more: readonly string[] = [],
): Promise<string> {
  const file = join(folder, `own.${format}`);
  const command = [here('../bin/spider-studio.mjs'), 'export', 'catalogue', '--data-dir', store];
  await measured(
    name,
    [...command, '--format', format, '--output', file, ...more],
    file,
    goals[format] ?? null,
  );
  return file;
}

/** Lets DuckDB write what it has read from a file of JSON lines. */
async function rival(name: string, format: string, lines: string): Promise<void> {
  const file = join(folder, `rival.${format}`);
  await measured(name, [here('exports-rival.ts'), format, file, lines], file, null);
}

/** Each format, and DuckDB after those that it has, too. */
async function measureFormats(kind: string, store: string): Promise<void> {
  const lines = join(folder, 'lines.jsonl');
  if (hasRival)
    await runMeasured(
      [
        here('../bin/spider-studio.mjs'),
        'export',
        'catalogue',
        '--data-dir',
        store,
        '--format',
        'jsonl',
      ].concat(['--output', lines, '--force']),
      folder,
    );
  for (const format of formats) {
    await own(`${kind} ${format}`, store, format);
    if (hasRival && (rivalFormats.includes(format) || format === 'jsonl'))
      await rival(`${kind} ${format}, DuckDB`, format === 'jsonl' ? 'json' : format, lines);
  }
}

async function measureStores(): Promise<void> {
  for (const kind of values.values.split(',')) {
    const store = join(folder, kind);
    await makeLargeStore(store, items, { values: kind === 'flat' ? 'flat' : 'nested' });
    if (cases.includes('format')) await measureFormats(kind, store);
    for (const format of kind === 'flat'
      ? formats.filter((name) => name === 'csv' || name === 'jsonl')
      : []) {
      if (cases.includes('where')) await own(`where, ${format}`, store, format, ['--where', 'price < 500']);
      if (cases.includes('sort')) await own(`sort, ${format}`, store, format, ['--sort', 'price desc']);
    }
    rmSync(store, { recursive: true });
  }
}

/** The newest item of each key over many runs, and all items of all of them. */
async function measureRuns(): Promise<void> {
  const store = join(folder, 'runs');
  const each = Math.ceil(items / manyRuns);
  const later = Array.from({ length: manyRuns - 1 }, (_, run) => ({ shifted: run * 50, dearer: 50 }));
  await makeLargeStore(store, each, { later, values: 'flat' });
  // The first look at a dataset makes its index.
  await own('first look at a dataset', store, 'csv', ['--run', 'dataset']);
  for (const format of formats.filter((name) => name === 'csv' || name === 'jsonl')) {
    await own(`dataset, ${format}`, store, format, ['--run', 'dataset']);
    await own(`all runs, ${format}`, store, format, ['--run', 'all']);
  }
  rmSync(store, { recursive: true });
}

try {
  console.log(`${items} items, load ${loadavg()[0]?.toFixed(1)}`);
  await measureStores();
  if (cases.includes('runs')) await measureRuns();
  if (cases.includes('sheets')) {
    const store = join(folder, 'sheets');
    await makeLargeStore(store, overfull, { values: 'flat' });
    await own(`xlsx, ${overfull} rows`, store, 'xlsx');
  }
  if (!isWithin) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
