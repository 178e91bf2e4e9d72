import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { environment } from '../system/environment.ts';

/** How far a download is. */
export interface DownloadProgress {
  /** "Chrome for Testing 159.0.8154.6", as Playwright's registry calls it. */
  what: string;
  /** 0 to 100 */
  percent: number;
  /** "170.2 MiB" */
  size: string;
}

/** A download that failed; `message` is for people. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/**
 * Downloads the Chromium that the Playwright of this program was made for, by Playwright's own registry, into a folder. What is
 * complete there already is not fetched again. It starts Node once more, which a desktop application cannot.
 * @param options.versions of what this program runs on
 * @throws DownloadError
 */
export async function downloadBrowser(
  folder: string,
  options: {
    onProgress?: (progress: DownloadProgress) => void;
    signal?: AbortSignal;
    versions?: { readonly electron?: string | undefined };
  } = {},
): Promise<void> {
  const { versions = process.versions } = options;
  // There the executable is the application, without a way to run it as Node: it would only start once more.
  if (versions.electron !== undefined) {
    throw new DownloadError(
      'The desktop application does not download a browser. Install Chrome, Edge or Chromium: it is found by itself.',
    );
  }
  mkdirSync(folder, { recursive: true });
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  const child = spawn(process.execPath, [cli, 'install', 'chromium', '--no-shell'], {
    env: {
      ...environment,
      PLAYWRIGHT_BROWSERS_PATH: folder,
      PLAYWRIGHT_SKIP_BROWSER_GC: '1',
      NODE_USE_SYSTEM_CA: '1',
      // Below an npm script that shows errors only, the registry would not say how far it is, or where it downloads from.
      npm_config_loglevel: 'notice',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const stop = (): void => void child.kill();
  options.signal?.addEventListener('abort', stop, { once: true });
  const reader = progressReader((progress) => options.onProgress?.(progress));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-8000);
    reader(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-8000)));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      said += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  options.signal?.removeEventListener('abort', stop);
  if (options.signal?.aborted === true) throw new DownloadError('The download was stopped.');
  if (code !== 0) throw new DownloadError(explainDownload(said));
}

/** Reads what Playwright prints for people: one line for a file, then lines with how much of it has come. */
export function progressReader(onProgress: (progress: DownloadProgress) => void): (text: string) => void {
  let what = 'Chromium';
  let rest = '';
  let last = '';
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const plain = line.replaceAll(/\u001b\[[\d;]*m/g, '');
      what = /^Downloading (.+?)(?: \(playwright [^)]*\))? from /.exec(plain)?.[1] ?? what;
      const [, percent, size] = /(\d+)% of ([\d.]+ [KMG]i?B)/.exec(plain) ?? [];
      if (percent === undefined || size === undefined || `${what}${percent}` === last) continue;
      last = `${what}${percent}`;
      onProgress({ what, percent: Number(percent), size });
    }
  };
}

/** Why a download failed, out of all that was printed. */
export function explainDownload(said: string): string {
  const host = /https?:\/\/([^/\s]+)/.exec(said)?.[1] ?? 'the download server';
  const instead = 'Install Chrome, Edge or Chromium instead, or try again later.';
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|timed out/i.test(said)
  ) {
    return `Chromium could not be downloaded: ${host} cannot be reached from here. ${instead}`;
  }
  if (/ENOSPC/.test(said)) return 'Chromium could not be downloaded: the disk is full.';
  if (/EACCES|EROFS|EPERM/.test(said)) {
    return 'Chromium could not be downloaded: the data folder may not be written.';
  }
  if (/does not support (?:chromium|installing)/i.test(said)) {
    return `There is no Chromium to download for this system. ${instead}`;
  }
  const status = /server returned code (\d+)/.exec(said)?.[1];
  if (status !== undefined) {
    return `Chromium could not be downloaded: ${host} answered ${status}. ${instead}`;
  }
  return `Chromium could not be downloaded. ${instead}`;
}
