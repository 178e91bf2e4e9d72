import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageData from '../../package.json' with { type: 'json' };
import { nodeProblem } from '../../bin/node-version.mjs';
import { studio } from './command-line.ts';

/** A Node on this machine that is too old, or null. */
function olderNode(): string | null {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const candidates = folders.map((folder) => join(folder, 'node')).filter((path) => existsSync(path));
  return (
    candidates.find(
      (path) => nodeProblem(execFileSync(path, ['--version'], { encoding: 'utf8' }).trim().slice(1)) !== null,
    ) ?? null
  );
}

type WriteFile = (name: string, content: string) => string;

/** Where every Node is new enough, one that calls itself old stands in: the entry only asks for the version. */
function oldNode(file: WriteFile): string {
  return olderNode() ?? pretender(file, `if (!process.env.SPIDER_STUDIO_LIFELINE) ${asVersion('20.0.0')}`);
}

const asVersion = (version: string): string =>
  `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;

/** A Node that evaluates a script before its own. */
function pretender(file: WriteFile, script: string): string {
  const preload = pathToFileURL(file('old.mjs', script)).href;
  const program = file('node', `#!/bin/sh\nexec "${process.execPath}" --import "${preload}" "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

// A program that stands in for another one is a shell script here.
describe.skipIf(process.platform === 'win32')('an older Node', () => {
  it('hands the call over: arguments, input, output and exit codes are the same', async () => {
    const { call, file } = studio();
    const node = oldNode(file);
    const good = await call(['validate', '-', '--json'], { node, input: '{' });
    expect(good.code).toBe(1);
    expect(good.json<{ file: string; valid: boolean }[]>()).toMatchObject([{ file: '-', valid: false }]);
    expect((await call(['nonsense'], { node })).code).toBe(2);
    const asked = await call(['--version'], { node });
    expect([asked.code, asked.stdout.trim()]).toEqual([0, packageData.version]);
  });

  it('hands Ctrl+C over: the run pauses, and the call waits for it', async () => {
    const { call, file } = studio();
    let letGo = (): void => undefined;
    const asked = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      if (request.url === '/robots.txt') {
        response.writeHead(404).end();
        return;
      }
      letGo = () => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>A</h1>');
      asked.resolve();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const spider = {
      name: 'site',
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${origin}/a`, `${origin}/b`],
      rules: [{ allow: ['/[ab]$'], callback: 'page', follow: false }],
      callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
      settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 1 },
    };
    await call(['import', file('site.json', JSON.stringify(spider))]);
    const paused = await call(['crawl', 'site', '--allow-private', '--json'], {
      node: oldNode(file),
      onStart: (child) =>
        void asked.promise.then(() => {
          child.stderr?.on('data', (chunk: Buffer) => chunk.toString().includes('Pausing') && letGo());
          child.kill('SIGINT');
        }),
    });
    expect(paused.json()).toMatchObject({ state: 'paused', counters: { done: 1, queued: 1, active: 0 } });
    expect(paused.code).toBe(0);
  });

  it.each([
    ['bin/spider-studio.mjs', ''],
    ['bin/spider-studio-web.mjs', ' Then run "npm start".'],
    ['scripts/start.mjs', ' Then run "npm start".'],
    ['scripts/build-engine.mjs', null],
  ])('is told by %s where to get a newer one where none is brought', (entry, then) => {
    const { file } = studio();
    const mac = `for (const [name, value] of [['platform', 'darwin'], ['arch', 'arm64']]) Object.defineProperty(process, name, { value });`;
    const node = pretender(file, `${mac} ${asVersion('20.0.0')}`);
    const program = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
    const { status, stdout, stderr } = spawnSync(node, [program], { encoding: 'utf8' });
    const problem = 'Spider Studio needs Node 24 or newer, and this is Node 20.0.0.';
    const advice =
      'Install Node 24 or newer from https://nodejs.org, or with "brew install node", and open a new terminal.';
    // An installation goes on without its bundle.
    expect({ status, told: stdout + stderr }).toEqual(
      then === null
        ? { status: 0, told: `${problem} The engine was not bundled. ${advice}\n` }
        : { status: 1, told: `${problem} ${advice}${then}\n` },
    );
  });
});
