import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import electronPackage from '../../node_modules/electron/package.json' with { type: 'json' };
import { endingSignals } from '../../bin/ending-signals.mjs';
import { electronProgram, fetchElectron } from '../../scripts/electron.mjs';
import { failureText, progressText } from '../../scripts/fetch-texts.mjs';
import { zip } from './zip.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const archive = zip({
  // As large as needed to be told in megabytes.
  electron: Buffer.alloc(4_000_000, '#'),
  'electron.exe': Buffer.from('MZ'),
  'Electron.app/Contents/MacOS/Electron': Buffer.from('#'),
  version: Buffer.from(electronPackage.version),
});

/** A place that Electron is fetched from. Every answer waits for the test. */
async function startMirror() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = request.url ?? '';
    asked.push(name);
    if (name.endsWith('SHASUMS256.txt')) {
      const sum = createHash('sha256').update(archive).digest('hex');
      response.end(`${sum} *${asked[0]?.split('/').at(-1) ?? ''}\n`);
      return;
    }
    server.emit('archive', response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${port}/`,
    /** Called with each answer that is to hold the archive. */
    onArchive: (answer: (response: ServerResponse) => void) => void server.on('archive', answer),
  };
}

/** The package of Electron as an installation leaves it, without the program, and a start that fetches it. */
function newcomer(mirror: string) {
  const scratch = mkdtempSync(join(tmpdir(), 'spider-studio-fetch-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const folder = join(scratch, 'electron');
  const temporary = join(scratch, 'temporary');
  for (const name of [folder, temporary]) mkdirSync(name);
  for (const name of ['package.json', 'install.js', 'checksums.json'])
    copyFileSync(join(modules, 'electron', name), join(folder, name));
  symlinkSync(modules, join(scratch, 'node_modules'), 'junction');
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_|proxy$|^electron|^VITEST|^NODE_OPTIONS/i.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    ELECTRON_MIRROR: mirror,
    electron_config_cache: join(scratch, 'cache'),
    electron_use_remote_checksums: '1',
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
  };
  let printed = '';
  const listeners: ((printed: string) => void)[] = [];
  return {
    folder,
    temporary,
    printed: () => printed,
    whenPrinted(text: string, then: () => void) {
      let isDone = false;
      listeners.push((all) => {
        if (isDone || !all.includes(text)) return;
        isDone = true;
        then();
      });
    },
    start: ({ isWished = false, now = Date.parse('2026-11-22T10:00Z') } = {}) =>
      fetchElectron({
        folder,
        note: join(scratch, 'dist', 'note.json'),
        isWished,
        now,
        env,
        print(text) {
          printed += text;
          for (const listener of listeners) listener(printed);
        },
      }),
  };
}

/** A little more than the half. */
const half = Math.ceil(archive.length * 0.51);

describe('fetching Electron', () => {
  it('shows how far it is, and takes as long as it takes', async () => {
    const mirror = await startMirror();
    const { folder, printed, start, whenPrinted } = newcomer(mirror.url);
    mirror.onArchive((response) => {
      response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, half));
      // The rest comes only when the half has been told.
      whenPrinted('50 %', () => response.end(archive.subarray(half)));
    });
    expect(electronProgram(folder)).toBeNull();
    const { program, reason } = await start();
    expect({ reason, program }).toEqual({ reason: '', program: electronProgram(folder) });
    expect(program).not.toBeNull();
    expect(printed()).toMatch(/^Fetching Electron [\d.]+ …\n/);
    expect(printed()).toContain('  2 of 4 MB, 50 %\n');
    expect(printed()).toMatch(/ {2}4 of 4 MB, 100 %\nUnpacking …\n$/);
  });

  it('remembers a refusal for a day, and tries again when it is told to', async () => {
    const mirror = await startMirror();
    mirror.onArchive((response) => void response.writeHead(403).end());
    const { printed, start } = newcomer(mirror.url);
    const morning = Date.parse('2026-11-22T08:30Z');
    expect((await start({ now: morning })).reason).toBe(
      'Electron could not be fetched: the server answered with status 403.',
    );
    const before = printed();
    expect((await start({ now: morning + 23 * 3600_000 })).reason).toBe(
      'Electron could not be fetched on 2026-11-22 at 08:30 UTC: the server answered with status 403. "npm run start:fetch" tries again.',
    );
    expect([mirror.asked.length, printed()]).toEqual([1, before]);
    await start({ now: morning + 3600_000, isWished: true });
    expect(mirror.asked).toHaveLength(2);
    await start({ now: morning + 26 * 3600_000 });
    expect(mirror.asked).toHaveLength(3);
  });

  it('is over at once where no network leads there', async () => {
    const { start } = newcomer('http://127.0.0.1:1/');
    expect((await start()).reason).toMatch(/^Electron could not be fetched: .*(ECONNREFUSED|bad port)/);
  });

  // The process is told with a signal, which ends it hard on Windows.
  it.skipIf(process.platform === 'win32')(
    'ends at Ctrl+C, leaves nothing behind, and is tried again at the next start',
    async () => {
      const mirror = await startMirror();
      let isOver = false;
      mirror.onArchive((response) => {
        if (isOver) response.writeHead(503).end();
        else response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, half));
      });
      const { start, temporary, whenPrinted } = newcomer(mirror.url);
      const before = process.listeners('SIGINT');
      whenPrinted('50 %', () => {
        // What a terminal does to the process that waits, without ending the test.
        for (const listener of process.listeners('SIGINT'))
          if (!before.includes(listener)) listener('SIGINT');
      });
      expect(await start()).toEqual({ program: null, reason: 'Electron was not fetched.', signal: null });
      expect(readdirSync(temporary)).toEqual([]);
      expect(endingSignals.map((signal) => process.listenerCount(signal))).toContain(before.length);
      isOver = true;
      expect((await start()).reason).toContain('status 503');
    },
  );

  it('says that the package is not there', async () => {
    const folder = join(tmpdir(), 'no-such-package');
    const { reason } = await fetchElectron({ folder, note: join(folder, 'note.json'), isWished: false });
    expect(reason).toBe('Electron is not installed.');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('what is told of a download', () => {
  it.each([
    [{ transferred: 0, total: 118_000_000 }, 1, '  0 of 118 MB, 0 %'],
    [{ transferred: 59_000_000, total: 118_000_000 }, 1, '  59 of 118 MB, 50 %'],
    [{ transferred: 64_000_000, total: 118_000_000 }, 10, '  59 of 118 MB, 50 %'],
    [{ transferred: 118_000_000, total: 118_000_000 }, 10, '  118 of 118 MB, 100 %'],
    [{ transferred: 64_000_000, total: null }, 10, '  60 MB'],
  ])('%j in steps of %i', (progress, step, text) => {
    expect(progressText(progress, step)).toBe(text);
  });

  it.each([
    [
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } }),
      'the network does not lead there (ENOTFOUND)',
    ],
    [
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      }),
      'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      Object.assign(new Error('Response code 404'), { response: { status: 404 } }),
      'the server answered with status 404',
    ],
    [new Error('The checksum does not match.'), 'The checksum does not match.'],
  ])('why it failed: %s', (error, text) => {
    expect(failureText(error)).toBe(text);
  });
});
