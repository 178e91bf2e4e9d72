import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Usage } from './usage.ts';

/** What a crawler is to do. */
export interface CrawlTask {
  url: string;
  /** A folder for its data. */
  dataDir: string;
  /** Requests in flight at once. */
  concurrency: number;
}

/** What a crawler found, and what it used to find it. */
export interface Crawl {
  pages: number;
  items: number;
  /** See `checksum.ts`. */
  checksum: number;
  usage: Usage;
}

/** Runs a program under this Node and gives what it printed. Rejects with its error output when it fails. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  return collect(child, `node ${args.join(' ')}`);
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

async function collect(child: Child, call: string): Promise<string> {
  let out = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`"${call}" ended with ${code}:\n${errors}${out.slice(-2000)}`);
  return out;
}

/** As `run`, and measures the process. `scratch` is a folder for the figures. */
export async function runMeasured(
  args: readonly string[],
  scratch: string,
): Promise<{ out: string; usage: Usage }> {
  const file = join(scratch, 'usage.json');
  const measure = new URL('./measure.mjs', import.meta.url).href;
  const out = await run(['--import', measure, ...args], { BENCH_USAGE: file });
  const usage: Usage = JSON.parse(readFileSync(file, 'utf8'));
  return { out, usage };
}

/** Runs a program of another language and gives what it printed. */
export function runOther(command: string, args: readonly string[]): Promise<string> {
  return collect(
    spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
    [command, ...args].join(' '),
  );
}

/** The path of a file beside this one, for example "../bin/spider-studio.mjs". */
export function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
