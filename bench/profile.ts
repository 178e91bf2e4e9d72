import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeProblem } from '../bin/node-version.mjs';
import { renderTable } from '../electron/cli/table.ts';
import { benchSpider } from './own.ts';
import { here, run } from './process.ts';
import { siteKinds, startSite } from './site-process.ts';

/**
 * npm run bench:profile: where the time of a crawl goes. It runs the sources, not the bundle, under V8's sampling
 * profiler, and books every sample on the part of the product that asked for it. See README.md.
 */

/** What a profile of V8 holds, as far as it is read here. Times in microseconds. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** The first that fits a frame books it; a frame that fits none is booked on its caller. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['nothing to do', /^\((?:idle|program)\)/],
  ['collecting garbage', /^\(garbage collector\)/],
  ['handing pages from thread to thread', /^postMessage |messageport| node:internal\/worker/],
  ['unpacking what came', /electron\/fetch\/(?:body|codings|zstd-frames)\.ts/],
  ['telling challenges from pages', /electron\/fetch\/(?:challenge|challenge-signs|markup)\.ts/],
  ['bytes to text', /electron\/fetch\/decode\.ts/],
  ['building the tree', /electron\/extract\/(?:html\/|tree\.ts)/],
  ['selecting and extracting', /electron\/(?:extract|patterns)\//],
  ['keeping the page', /electron\/engine\/stored-page\.ts/],
  [
    'links: reading, rules, fingerprints',
    /electron\/engine\/(?:links?|link-|rules|resolve|canonical|fingerprint|domains|requests)[a-z-]*\.ts/,
  ],
  ['writing to the database', /electron\/store\/|better-sqlite3/],
  [
    'asking the sites',
    /electron\/fetch\/|\/undici\/|node:(?:net|http|tls|dns|_http)|node:internal\/(?:net|stream_base|dns)/,
  ],
  ['deciding what is next', /electron\/(?:engine|host)\//],
  [
    'starting up',
    /node:internal\/(?:modules|bootstrap|main|process\/pre|deps\/cjs)|electron\/cli\/|node_modules/,
  ],
];

async function profile(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '2000' },
      site: { type: 'string', default: 'large' },
    },
  });
  const kind = siteKinds.find((name) => name === values.site) ?? 'large';
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-profile-'));
  const site = await startSite(Number(values.pages), '1', kind);
  try {
    const threads = await crawlProfiled(site.url, folder);
    const names = [...parts.map(([name]) => name), other].filter((name) => name !== idle);
    const cell = (ms: number | undefined): string =>
      ms === undefined ? '' : (ms / Number(values.pages)).toFixed(3);
    const table = names.map((name) => [name, ...threads.map(({ times }) => cell(times.get(name)))]);
    table.push([
      'in all',
      ...threads.map(({ times }) =>
        cell(sum([...times].filter(([name]) => name !== idle).map(([, ms]) => ms))),
      ),
    ]);
    console.log(renderTable(['ms a page', ...threads.map(({ name }) => name)], table));
    console.log(
      'Samples of wall time: on a busy machine a thread that waits for a core is booked as at work.',
    );
  } finally {
    site.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const idle = 'nothing to do';
const other = 'other';

/** Crawls the site once, and gives what each thread spent on what, in milliseconds; the busiest thread comes last. */
async function crawlProfiled(
  url: string,
  folder: string,
): Promise<{ name: string; times: Map<string, number> }[]> {
  const [data, profiles] = [join(folder, 'data'), join(folder, 'profiles')];
  mkdirSync(data);
  const file = join(folder, 'spider.json');
  writeFileSync(file, JSON.stringify(benchSpider(url, 16)));
  await run([here('../bin/spider-studio.mjs'), 'import', file, '--data-dir', data]);
  const sampling = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=400'];
  const crawl = ['crawl', 'bench', '--allow-private', '--json', '--data-dir', data];
  await run([...sampling, here('from-sources.ts'), ...crawl]);
  const threads = readdirSync(profiles).sort();
  return threads.map((name, index) => {
    const read: Profile = JSON.parse(readFileSync(join(profiles, name), 'utf8'));
    return { name: index === 0 ? 'main thread' : `worker ${index}`, times: timesOf(read) };
  });
}

/** Milliseconds by part. */
function timesOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const own = new Map(
    nodes.map(({ id, callFrame }) => [id, partOf(`${callFrame.functionName} ${callFrame.url}`)]),
  );
  const booked = (id: number | undefined): string =>
    id === undefined ? other : (own.get(id) ?? booked(callers.get(id)));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = booked(id);
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  });
  return times;
}

const partOf = (frame: string): string | null =>
  parts.find(([, pattern]) => pattern.test(frame))?.[0] ?? null;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const wrongNode = nodeProblem(process.versions.node);
if (wrongNode === null) await profile();
else {
  console.error(`${wrongNode} Use "npm run bench:profile".`);
  process.exitCode = 1;
}
