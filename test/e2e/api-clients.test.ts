import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sampleOrigin, sampleSpider } from '../../electron/sample-site/spiders.ts';
import { startSampleSite, type SampleSite } from '../../electron/sample-site/server.ts';
import { startApi } from './api-server.ts';
import { startServer } from '../servers/server.ts';
import { installClient, typeProblems, type Packed } from './client-package.ts';
import { studio } from './command-line.ts';
import { chromiumPath } from './window/chromium.ts';
import { noPython, startPython } from './python.ts';

// Every program of docs/api-clients.md is carried out as it stands, with the package that users get, and prints what is shown. The
// server, the sample site and the receiver of webhooks have other ports here.

interface Section {
  title: string;
  /** The program in each language. */
  programs: Map<string, string>;
  /** What the programs in TypeScript and Python print, among other lines. */
  printed: string[];
}

const paper = readFileSync(new URL('../../docs/api-clients.md', import.meta.url), 'utf8').replaceAll(
  '\r\n',
  '\n',
);

const sections: Section[] = paper
  .split(/^## /m)
  .slice(1)
  .map((part) => {
    const blocks = [...part.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
    const programs = new Map(blocks.map(([, language = '', program = '']) => [language, program]));
    const printed = (programs.get('text') ?? '').split('\n').filter((line) => line !== '');
    return { title: part.slice(0, part.indexOf('\n')), programs, printed };
  });

const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;

let site: SampleSite;
let folder: string;
let packed: Packed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spider-studio-client-'));
  packed = installClient(folder);
  site = await startSampleSite();
}, 300_000);
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The server with the sample shop, and how a program of the document stands here. */
async function served(options: readonly string[] = []) {
  const { call, data, file } = studio();
  await call(['import', file('shop.json', sampleSpider('sample-shop', site.url))]);
  const { secret: key } = (await call(['keys', 'create', 'examples', '--json'])).json<{ secret: string }>();
  const { origin } = await startApi(data, key, ['--allow-private', ...options]);
  const port = await freePort();
  const here = (program: string): string =>
    program
      .replaceAll('http://127.0.0.1:8321', origin)
      .replaceAll(sampleOrigin, site.url.replace(/\/$/, ''))
      .replaceAll('8400', String(port));
  return { call, here, origin, port, env: { KEY: key, SECRET: secret, NO_PROXY: '127.0.0.1' } };
}

/** Sends a webhook, signed or not, to a program as soon as it listens. @returns the status of its answer */
async function deliver(port: number, signed: boolean): Promise<number> {
  const body = '{"type": "run.completed", "data": {"run": "7"}}';
  const seconds = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', Buffer.from('0123456789abcdef01234567'));
  const signature = digest.update(`msg_example.${seconds}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'msg_example',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signed ? signature : 'AAAA'}`,
  };
  const send = async (): Promise<number> => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
    } catch {
      return 0;
    }
  };
  let status = 0;
  await expect.poll(async () => (status = await send())).not.toBe(0);
  return status;
}

/** Runs the program of each section in one language, and tells what is not as the document says. */
async function problemsOf(
  language: string,
  start: (program: string, env: Record<string, string>) => ChildProcess,
) {
  const { call, here, port, env } = await served();
  const wrong: string[] = [];
  for (const { title, programs, printed } of sections) {
    const program = programs.get(language);
    if (program === undefined) continue;
    const child = start(here(program), env);
    onTestFinished(() => void child.kill());
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const outputs = Promise.all(
      [child.stdout, child.stderr].map((stream) => (stream === null ? Promise.resolve('') : text(stream))),
    );
    const receives = program.includes('8400');
    if (receives) {
      const statuses = [await deliver(port, true), await deliver(port, false)];
      if (statuses.join() !== '204,401') wrong.push(`${title}: the receiver answered ${statuses.join()}`);
      child.kill();
    }
    const [code, [output = '', errors = '']] = await Promise.all([ended, outputs]);
    if (code !== 0 && !receives) wrong.push(`${title}: exit code ${code}\n${output}${errors}`);
    const lines = output.split(/\r?\n/);
    const missing = language === 'sh' ? [] : printed.filter((line) => !lines.includes(line));
    wrong.push(...missing.map((line) => `${title}: "${line}" is not in\n${output}${errors}`));
    if (program.includes('shop.csv')) {
      const whole = await call(['export', 'sample-shop', '--format', 'csv', '--columns', 'title,price']);
      const saved = join(folder, 'shop.csv');
      if (readFileSync(saved, 'utf8') !== whole.stdout) wrong.push(`${title}: another file`);
      rmSync(saved);
    }
  }
  return wrong;
}

describe('the programs of the document', () => {
  it('are there in every language', () => {
    const languages = sections.map(({ programs }) =>
      [...programs.keys()].filter((name) => name !== 'text').join(),
    );
    expect(languages.filter((list) => list === 'sh,ts,python').length).toBeGreaterThanOrEqual(5);
    expect(sections.flatMap(({ printed }) => printed).length).toBeGreaterThan(5);
  });

  it.skipIf(process.platform === 'win32')('do in a shell what is shown', async () => {
    const run = (program: string, env: Record<string, string>) =>
      spawn('sh', ['-ec', program], { cwd: folder, env: { ...process.env, ...env } });
    expect(await problemsOf('sh', run)).toEqual([]);
  });

  it('do in TypeScript what is shown', async () => {
    const run = (program: string, env: Record<string, string>) => {
      const file = join(folder, 'example.ts');
      writeFileSync(file, program);
      return spawn(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env } });
    };
    expect(await problemsOf('ts', run)).toEqual([]);
  });

  it.skipIf(noPython !== null)('do in Python what is shown', async () => {
    const run = (program: string, env: Record<string, string>) => startPython(program, { env, cwd: folder });
    expect(await problemsOf('python', run)).toEqual([]);
  });

  it('are right for the compiler of TypeScript', () => {
    const files = sections.flatMap(({ programs }, index) => {
      const program = programs.get('ts');
      if (program === undefined) return [];
      writeFileSync(join(folder, `section-${index}.ts`), program);
      return [`section-${index}.ts`];
    });
    expect(typeProblems(folder, files)).toBe('');
  });
});

describe('the package of the TypeScript client', () => {
  it('holds what users need, nothing of this machine, and needs no other package', () => {
    const paths = packed.files.map(({ path }) => path);
    const needed = ['README.md', 'dist/index.d.ts', 'dist/index.js', 'package.json'];
    expect(paths).toEqual(expect.arrayContaining(needed));
    const known = /^(dist\/(generated\/)?[\w-]+(\.d\.ts|\.js)|README\.md|package\.json)$/;
    expect(paths.filter((path) => !known.test(path))).toEqual([]);
    const installed = join(folder, 'node_modules/spider-studio-client');
    const texts = paths.map((path) => readFileSync(join(installed, path), 'utf8')).join('\n');
    expect(texts).not.toContain(process.cwd());
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
  });

  it('finds mistakes in the programs of its users', () => {
    const wrong = [
      `await studio.call('runs.no', {});`,
      `await studio.call('runs.get', {});`,
      `await studio.call('runs.get', { run: 7 });`,
      `(await studio.call('runs.get', { run: '7' })).stat;`,
      `await studio.export('shop', { format: 'items' });`,
      `for await (const event of studio.changes()) if (event.event === 'log') break;`,
    ];
    const head = [
      `import { SpiderStudio } from 'spider-studio-client';`,
      `const studio = new SpiderStudio({ url: 'http://127.0.0.1:8321', key: 'k' });`,
      `(await studio.call('runs.list')).runs.map(({ state }) => state.trim());`,
    ];
    writeFileSync(join(folder, 'wrong.ts'), [...head, ...wrong].join('\n'));
    const problems = typeProblems(folder, ['wrong.ts']);
    const lines = [...problems.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect([...new Set(lines)]).toEqual(wrong.map((_, index) => head.length + 1 + index));
  });

  it('runs in a page whose origin the server names, and in no other', async () => {
    const page = await startServer({
      '/': ({ response }) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Desk</title>'),
      '/favicon.ico': ({ response }) => void response.writeHead(204).end(),
      '*': ({ request, response }) => {
        const file = join(folder, 'node_modules/spider-studio-client/dist', request.url ?? '');
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
      },
    });
    onTestFinished(() => page.close());
    const { origin, env } = await served(['--origin', page.origin]);
    const browser = await chromium.launch({ executablePath: chromiumPath() });
    onTestFinished(() => browser.close());
    // As text: Vitest would rewrite the import.
    const program = `async (url, key) => {
      const { SpiderStudio } = await import('/index.js');
      const studio = new SpiderStudio({ url, key, retries: 0 });
      try {
        const crawl = await studio.crawl({ spider: 'sample-shop', limit: 2, allowPrivate: true });
        const events = [];
        for await (const { event } of crawl.events()) events.push(event);
        const unknown = await studio.call('runs.get', { run: '9' }).catch(({ code }) => code);
        return [(await crawl.wait()).state, events.at(-1), unknown];
      } catch (error) {
        return String(error);
      }
    }`;
    const asked = async (address: string) => {
      const tab = await browser.newPage();
      await tab.goto(address);
      return tab.evaluate(`(${program})(...${JSON.stringify([origin, env.KEY])})`);
    };
    expect(await asked(page.origin)).toEqual(['stopped', 'end', 'unknown-run']);
    expect(await asked(page.origin.replace('127.0.0.1', 'localhost'))).toContain('ConnectionError');
  });
});
