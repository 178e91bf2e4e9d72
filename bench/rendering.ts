/**
 * Pages that scripts make, crawled by Spider Studio and by Crawlee's PlaywrightCrawler with the same browser, in turn, each in a
 * process of its own. Counts the whole tree of processes: crawler and browser. Linux only: the figures are read from /proc.
 *
 *     node bench/rendering.ts [--pages 500] [--rounds 1] [--concurrency 4] [--only own,crawlee]
 */
import { fork, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, here as thisMachine } from '../electron/browser/find-browser.ts';
import { here, run } from './process.ts';

interface Task {
  url: string;
  pages: number;
  concurrency: number;
  executable: string;
  dataDir: string;
}

interface Found {
  pages: number;
  /** Of the texts of all pages, whatever their order. */
  checksum: string;
}

interface Row extends Found {
  crawler: string;
  pagesPerSecond: number;
  /** Of crawler and browser together, in milliseconds. */
  cpuMsPerPage: number;
  /** Largest sum of memory that is theirs alone, in MB (10^6 bytes). */
  peakMb: number;
}

/** Clock ticks in a second, and bytes in a page of memory, as Linux has them on the machines this is run on. */
const ticks = 100;
const pageBytes = 4096;
const sampleMs = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '4' },
    only: { type: 'string', default: 'own,crawlee' },
  },
});
if (positionals[0] === 'serve') serve(Number(values.pages));
else await bench();

async function bench(): Promise<void> {
  const [pages, rounds, concurrency] = [
    Number(values.pages),
    Number(values.rounds),
    Number(values.concurrency),
  ];
  const { found } = findBrowser(thisMachine(null));
  if (found === null || !existsSync('/proc/self/stat')) {
    console.error('This needs Linux and a Chrome or Chromium.');
    process.exitCode = 1;
    return;
  }
  if (values.only.includes('crawlee') && !existsSync(here('.rivals/node_modules/crawlee'))) {
    await run([here('install-rivals.mjs')]);
  }
  const site = fork(here('rendering.ts'), ['serve', '--pages', String(pages)]);
  const port = await new Promise<number>((resolve) => {
    site.once('message', (message) => resolve(Number(message)));
  });
  const rows: Row[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const names = values.only.split(',');
    for (const name of round % 2 === 0 ? names.reverse() : names) {
      const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
      const task = {
        url: `http://127.0.0.1:${port}/p/0`,
        pages,
        concurrency,
        executable: found.executable,
        dataDir,
      };
      const row = await (name === 'own' ? own(task) : crawlee(task));
      rmSync(dataDir, { recursive: true, force: true });
      rows.push(row);
      console.log(JSON.stringify(row));
    }
  }
  site.kill();
  const expected = foundIn(Array.from({ length: pages }, (_, n) => `Page ${n}${textsOf(n).join(' ')}`));
  for (const row of rows) {
    if (row.pages === expected.pages && row.checksum === expected.checksum) continue;
    console.error(`${row.crawler} did not find the texts of all pages. The figures do not compare.`);
    process.exitCode = 1;
  }
}

async function own({ url, concurrency, executable, dataDir }: Task): Promise<Row> {
  const program = here('../bin/spider-studio.mjs');
  const file = join(dataDir, 'spider.json');
  const spider = {
    name: 'bench',
    allowed_domains: ['127.0.0.1'],
    start_urls: [url],
    rules: [{ allow: ['/p/\\d+$'], callback: 'take', follow: true }],
    callbacks: {
      take: {
        extract: {
          title: { css: 'h1::text' },
          content: { css: '.text p::text', get_all: true, processors: [{ type: 'join' }] },
        },
      },
    },
    settings: {
      EXTRACTOR_ORDER: ['browser'],
      BROWSER_WAIT_SELECTOR: 'h1',
      CONCURRENT_REQUESTS: concurrency,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      ROBOTSTXT_OBEY: false,
    },
  };
  writeFileSync(file, JSON.stringify(spider));
  const common = ['--json', '--data-dir', dataDir];
  await run([program, 'import', file, ...common]);
  const env = { SPIDER_STUDIO_BROWSER: executable };
  const { usage } = await measured([program, 'crawl', 'bench', '--allow-private', ...common], env);
  const lines = await run([program, 'export', 'bench', '--format', 'jsonl', '--data-dir', dataDir]);
  const texts = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { title, content }: { title: string; content: string } = JSON.parse(line);
      return title + content;
    });
  return rowOf('own', foundIn(texts), usage);
}

async function crawlee({ url, concurrency, executable }: Task): Promise<Row> {
  const { out, usage } = await measured(
    [here('crawlee/render.mjs'), url, String(concurrency), executable],
    {},
  );
  const texts: string[] = JSON.parse(out);
  return rowOf('crawlee', foundIn(texts), usage);
}

function foundIn(texts: readonly string[]): Found {
  let sum = 0n;
  for (const text of texts) {
    let hash = 14695981039346656037n;
    for (const byte of Buffer.from(text.replaceAll(/\s+/g, ' ')))
      hash = ((hash ^ BigInt(byte)) * 1099511628211n) % 2n ** 64n;
    sum = (sum + hash) % 2n ** 64n;
  }
  return { pages: texts.length, checksum: sum.toString(16) };
}

interface TreeUsage {
  wallMs: number;
  cpuMs: number;
  peakMb: number;
}

function rowOf(crawler: string, { pages, checksum }: Found, { wallMs, cpuMs, peakMb }: TreeUsage): Row {
  const round = (value: number): number => Math.round(value * 10) / 10;
  return {
    crawler,
    pages,
    checksum,
    pagesPerSecond: round((pages / wallMs) * 1000),
    cpuMsPerPage: round(cpuMs / pages),
    peakMb: Math.round(peakMb),
  };
}

/** Runs a crawler and measures it with everything that it starts. */
async function measured(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ out: string; usage: TreeUsage }> {
  const before = childrenCpuMs();
  const began = performance.now();
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, memoryBelow(child.pid ?? 0));
  }, sampleMs);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(sampler);
  if (code !== 0) throw new Error(`"${args.join(' ')}" ended with ${String(code)}: ${out.slice(0, 2000)}`);
  const wallMs = performance.now() - began;
  return { out, usage: { wallMs, cpuMs: childrenCpuMs() - before, peakMb: peak / 1e6 } };
}

/** Processor time of all processes that were started from here and have ended, with those that they have started. */
function childrenCpuMs(): number {
  const fields = statOf('self');
  return ((Number(fields[13]) + Number(fields[14])) / ticks) * 1000;
}

/** What /proc says of a process, after its name. */
function statOf(pid: string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function memoryBelow(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(statOf(name)[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  let bytes = 0;
  for (const pid of parents.keys()) {
    let at = pid;
    while (at !== root && at > 1) at = parents.get(at) ?? 0;
    if (at !== root) continue;
    try {
      const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
      bytes += (Number(resident) - Number(shared)) * pageBytes;
    } catch {
      // It has ended meanwhile.
    }
  }
  return bytes;
}

/** The paragraphs of a page. */
function textsOf(n: number): string[] {
  const words =
    'the ships came in before dawn and the town went down to the quay to see what they had brought home'.split(
      ' ',
    );
  return Array.from(
    { length: 40 },
    (_, part) =>
      `${part}: ${words.map((_word, at) => words[(at * (n + part + 1)) % words.length]).join(' ')}.`,
  );
}

/** A shell, a script of 200 KB that every page shares, and data: the page is made in the browser. Each links to the next five. */
function serve(pages: number): void {
  const script = `/*${'x'.repeat(200_000)}*/
const path = location.pathname;
fetch('/data' + path).then((answer) => answer.json()).then(({ title, text, links }) => {
  const list = links.map((url) => '<li><a href="' + url + '">' + url + '</a></li>').join('');
  document.getElementById('root').innerHTML = '<h1>' + title + '</h1><div class="text">' + text.map((one) => '<p>' + one + '</p>').join('') + '</div><ul>' + list + '</ul><img src="/picture.png?' + path + '">';
});`;
  const server = createServer(({ url = '/' }, response) => {
    const send = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(body);
    };
    if (url === '/app.js') return send('text/javascript', script);
    if (url.startsWith('/picture.png')) return send('image/png', Buffer.alloc(20_000));
    const n = Number(/\/p\/(\d+)/.exec(url)?.[1] ?? 0);
    if (!url.startsWith('/data/')) {
      return send(
        'text/html',
        '<!doctype html><title>Page</title><div id="root"></div><script src="/app.js"></script>',
      );
    }
    const text = textsOf(n);
    const links = [1, 2, 3, 4, 5].map((step) => `/p/${(n + step) % pages}`);
    return send('application/json', JSON.stringify({ title: `Page ${n}`, text, links }));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
  process.on('disconnect', () => process.exit(0));
}
