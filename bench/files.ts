// What a crawl and an export of a large file take, beside those of a small one: `npm run bench:files -- [--bytes N] [--rounds N]`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { here, run, runMeasured } from './process.ts';
import { readOptions } from './read-options.ts';
import type { Usage } from './usage.ts';

/** What a large file may add to the largest resident set of a crawl or an export, in MB. A backup copies the whole database. */
const goal = 80;
const small = 1_000_000;

const values = readOptions(
  { bytes: { type: 'string', default: '200000000' }, rounds: { type: 'string', default: '3' } },
  'npm run bench:files -- [--bytes N] [--rounds N]',
);
const large = Number(values.bytes);
const rounds = Number(values.rounds);
const program = here('../bin/spider-studio.mjs');
const folder = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));

const steps = ['crawl', 'export --files FOLDER', 'export --files ZIP', 'backup create'] as const;

/** What each step of one round has used. */
type Measured = Record<(typeof steps)[number], Usage>;

async function serve(bytes: number): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [here('file-server.ts'), String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const url of createInterface(child.stdout)) return { url, stop: () => void child.kill() };
  throw new Error('The site of the bench did not start.');
}

const spider = (url: string) => ({
  name: 'files',
  allowed_domains: ['127.0.0.1'],
  start_urls: [url],
  rules: [{ allow: ['/p/'], callback: 'page', follow: false }],
  callbacks: {
    page: { extract: { title: { css: 'h1::text' }, file: { css: 'a.file::attr(href)', download: true } } },
  },
  settings: { DOWNLOAD_MAXSIZE: large, FILES_MAXSIZE: large, DOWNLOAD_DELAY: 0 },
});

/** Crawls a page with one file in a data folder of its own, and exports it. */
async function measure(bytes: number): Promise<Measured> {
  const data = join(folder, String(bytes));
  mkdirSync(data);
  const site = await serve(bytes);
  const common = ['--data-dir', data];
  try {
    const file = join(data, 'spider.json');
    writeFileSync(file, JSON.stringify(spider(site.url)));
    await run([program, 'import', file, ...common]);
    const step = async (...args: string[]) => (await runMeasured([program, ...args, ...common], data)).usage;
    const crawl = await step('crawl', 'files', '--allow-private', '--json');
    const [to, zip] = [join(data, 'out'), join(data, 'out.zip')];
    const write = ['export', 'files', '--format', 'jsonl', '--output'];
    const measured = {
      crawl,
      'export --files FOLDER': await step(...write, join(data, 'a.jsonl'), '--files', to),
      'export --files ZIP': await step(...write, join(data, 'b.jsonl'), '--files', zip),
      'backup create': await step('backup', 'create', join(folder, `${bytes}.backup`)),
    };
    const written = readdirSync(to).map((name) => statSync(join(to, name)).size);
    if (written.join() !== String(bytes)) throw new Error(`Files of ${written.join()} bytes were written.`);
    return measured;
  } finally {
    site.stop();
    rmSync(data, { recursive: true });
    rmSync(join(folder, `${bytes}.backup`), { force: true });
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

let isWithin = true;
try {
  const pairs: [Measured, Measured][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await measure(small), await measure(large)]);
  for (const step of steps) {
    const without = median(pairs.map(([usage]) => usage[step].peakRssMb));
    const peak = median(pairs.map(([, usage]) => usage[step].peakRssMb));
    const seconds = median(pairs.map(([, usage]) => usage[step].wallMs)) / 1000;
    const isGood = step === 'backup create' || peak - without < goal;
    isWithin &&= isGood;
    const told = isGood ? `less than ${goal}` : `NOT LESS THAN ${goal}`;
    console.log(
      `${step.padEnd(24)}${peak.toFixed(0).padStart(5)} MB peak, ${(peak - without).toFixed(0).padStart(4)} MB more than with ${small / 1e6} MB (${told}), ${seconds.toFixed(1)} s`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;
