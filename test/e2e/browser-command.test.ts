import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { call } from './call.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'spider-studio-browser-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const own = { SPIDER_STUDIO_BROWSER: testBrowser() };

it('tells which browser there is and that it starts', async () => {
  const status = await call(['browser', 'status', '--json', '--data-dir', folder()], { env: own });
  expect(status.code).toBe(0);
  expect(status.json()).toMatchObject({ executable: testBrowser(), source: 'environment', problem: null });
  expect(status.json<{ version: string }>().version).toMatch(/^\d+\.\d+/);
  expect(status.json<{ sandbox: boolean }>().sandbox).toBe(
    process.platform !== 'linux' || process.getuid?.() !== 0,
  );
});

it('tells that there is none, and what to do', async () => {
  const env = { SPIDER_STUDIO_BROWSER: '/no/browser' };
  const status = await call(['browser', 'status', '--data-dir', folder()], { env });
  expect(status.code).toBe(1);
  expect(status.stdout).toContain('SPIDER_STUDIO_BROWSER names "/no/browser", and there is no such file.');
  expect(status.stdout).toContain('spider-studio browser install');
});

it('tells why a browser does not start', async () => {
  const status = await call(['browser', 'status', '--json', '--data-dir', folder()], {
    env: { SPIDER_STUDIO_BROWSER: process.execPath },
  });
  expect(status.code).toBe(1);
  expect(status.json<{ problem: string }>().problem).toContain(
    `The browser ${process.execPath} did not start`,
  );
});

it('downloads nothing where a browser is', async () => {
  const done = await call(['browser', 'install', '--json', '--data-dir', folder()], { env: own });
  expect(done.code).toBe(0);
  expect(done.json()).toMatchObject({ downloaded: false, executable: testBrowser() });
});

it('says plainly that a download failed', async () => {
  const env = { SPIDER_STUDIO_BROWSER: '', PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9' };
  const failed = await call(['browser', 'install', '--force', '--json', '--data-dir', folder()], { env });
  expect(failed.code).toBe(1);
  expect(failed.json()).toEqual({
    error: {
      code: 'download-failed',
      message:
        'Chromium could not be downloaded: 127.0.0.1:9 cannot be reached from here. Install Chrome, Edge or Chromium instead, or try again later.',
      hint: null,
    },
  });
});
