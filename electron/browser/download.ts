import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { environment } from '../system/environment.ts';

/** Progress of a download. */
export interface DownloadProgress {
  /** Name of the file, as Playwright's registry prints it: "Chrome for Testing 159.0.8154.6". */
  what: string;
  /** From 0 to 100. */
  percent: number;
  /** Size as printed: "170.2 MiB". */
  size: string;
}

/** A download failed; `message` is for people. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/** Versions of the runtime, as in `process.versions`. */
interface RuntimeVersions {
  readonly electron?: string | undefined;
}

/** Whether this program can start Playwright's registry. In Electron the executable is the application, not Node. */
export function canDownload(versions: RuntimeVersions = process.versions): boolean {
  return versions.electron === undefined;
}

/**
 * Downloads the Chromium that matches this program's Playwright into a folder, with Playwright's registry. Completed downloads
 * are not repeated. Runs in a Node process of its own.
 * @throws DownloadError
 */
export async function downloadBrowser(
  folder: string,
  options: {
    onProgress?: (progress: DownloadProgress) => void;
    signal?: AbortSignal;
    versions?: RuntimeVersions;
  } = {},
): Promise<void> {
  if (!canDownload(options.versions)) {
    throw new DownloadError(
      'This program cannot download a browser. Install Chrome, Edge or Chromium: it is found by itself.',
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
      // Under an npm script with log level "error", the registry would not print its progress and source.
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

/** Returns a function that parses the registry's output: one line for each file, then lines with the progress. */
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

/** Returns the reason of a failed download, from all that was printed. */
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
    return 'Chromium could not be downloaded: there is no permission to write to the data folder.';
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
