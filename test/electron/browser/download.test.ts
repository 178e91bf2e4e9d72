import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  canDownload,
  DownloadError,
  downloadBrowser,
  explainDownload,
  progressReader,
  type DownloadProgress,
} from '../../../electron/browser/download.ts';

describe('progress of a download', () => {
  it('is read from what Playwright prints, however it is cut', () => {
    const seen: DownloadProgress[] = [];
    const read = progressReader((progress) => seen.push(progress));
    const text =
      'Downloading Chrome for Testing 159.0.8154.6 (playwright chromium v1255)\u001b[2m from https://cdn.example/c.zip\u001b[22m\n' +
      '|          |   0% of 170.2 MiB\n|■■■       |  30% of 170.2 MiB\n|■■■       |  30% of 170.2 MiB\n|■■■■■■■■■■| 100% of 170.2 MiB\n' +
      'Chrome for Testing downloaded to /b/chromium-1255\nDownloading FFmpeg (playwright ffmpeg v1011) from https://cdn.example/f.zip\n|■■■■■■■■■■| 100% of 2.3 MiB\n';
    for (const letter of text) read(letter);
    expect(seen).toEqual([
      { what: 'Chrome for Testing 159.0.8154.6', percent: 0, size: '170.2 MiB' },
      { what: 'Chrome for Testing 159.0.8154.6', percent: 30, size: '170.2 MiB' },
      { what: 'Chrome for Testing 159.0.8154.6', percent: 100, size: '170.2 MiB' },
      { what: 'FFmpeg', percent: 100, size: '2.3 MiB' },
    ]);
  });
});

describe('a program that is not Node', () => {
  it('downloads nothing and says what to install', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'spider-studio-download-')), 'browsers');
    const versions = { electron: '44.0.0' };
    expect(canDownload(versions)).toBe(false);
    expect(canDownload()).toBe(true);
    const download = downloadBrowser(folder, { versions });
    await expect(download).rejects.toThrow(DownloadError);
    await expect(download).rejects.toThrow('Install Chrome, Edge or Chromium: it is found by itself.');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('why a download failed', () => {
  it.each([
    [
      'Error: getaddrinfo ENOTFOUND cdn.example\nfrom https://cdn.example/c.zip',
      'cdn.example cannot be reached from here',
    ],
    [
      'from https://cdn.example/c.zip\nError: Request timed out after 30000ms',
      'cdn.example cannot be reached from here',
    ],
    [
      'Error: Download failed: server returned code 503 body: from https://cdn.example/c.zip',
      'cdn.example answered 503',
    ],
    ['ENOSPC: no space left on device', 'the disk is full'],
    ['EACCES: permission denied, mkdir', 'no permission to write'],
    ['ERROR: Playwright does not support chromium on freebsd', 'no Chromium to download for this system'],
    ['something else\n    at stack (file.js:1:1)', 'Chromium could not be downloaded. Install'],
  ])('is one sentence: %j', (said, expected) => {
    const sentence = explainDownload(said);
    expect(sentence).toContain(expected);
    expect(sentence).not.toContain('\n');
  });
});
