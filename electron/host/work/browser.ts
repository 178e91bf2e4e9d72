import type { Advice } from '../../../shared/contract/advice.ts';
import { join } from 'node:path';
import { checkBrowser } from '../../browser/check.ts';
import {
  canDownload,
  DownloadError,
  downloadBrowser,
  type DownloadProgress,
} from '../../browser/download.ts';
import { findBrowser, here, type BrowserSearch } from '../../browser/find-browser.ts';
import { LaunchError } from '../../browser/launch.ts';
import { HostError } from '../errors.ts';

export type { DownloadProgress };

/** The browser that pages are rendered in, as far as it is known. */
export interface BrowserStatus {
  /** null: there is none. */
  name: string | null;
  executable: string | null;
  source: 'environment' | 'downloaded' | 'installed' | null;
  /** null: it does not start. */
  version: string | null;
  /** null: not known, because it does not start. */
  sandbox: boolean | null;
  /** Why there is none, or why it does not start; null when all is well. */
  problem: string | null;
  /** What to do where there is none. */
  hint: string | null;
}

const installHint = 'Install Chrome, Edge or Chromium: it is found by itself.';

/** What to do where there is no browser. Offers a download only where this program can carry it out. */
export function browserAdvice(): Advice {
  return { hint: installHint, action: canDownload() ? { action: 'install-browser' } : null };
}

/** Looks for a browser. @param dataDir the folder that browsers are downloaded below */
export function searchBrowser(dataDir: string): BrowserSearch {
  return findBrowser(here(downloadsOf(dataDir)));
}

/** Looks for a browser and starts it once. */
export async function browserStatus(dataDir: string): Promise<BrowserStatus> {
  const { found, problem } = searchBrowser(dataDir);
  if (found === null) {
    const nothing = { name: null, executable: null, source: null, version: null, sandbox: null };
    return { ...nothing, problem, hint: installHint };
  }
  try {
    return { ...found, ...(await checkBrowser(found.executable)), problem: null, hint: null };
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    return { ...found, version: null, sandbox: null, problem: error.message, hint: null };
  }
}

/**
 * Downloads Chromium into the data folder, unless a browser is there.
 * @param options.force even so
 * @throws HostError `download-failed`
 */
export async function installBrowser(
  dataDir: string,
  options: { force: boolean; onProgress: (progress: DownloadProgress) => void; signal?: AbortSignal },
): Promise<BrowserStatus & { downloaded: boolean }> {
  const { force, ...watch } = options;
  const before = await browserStatus(dataDir);
  if (before.version !== null && !force) return { ...before, downloaded: false };
  try {
    await downloadBrowser(downloadsOf(dataDir), watch);
  } catch (error) {
    if (error instanceof DownloadError) throw new HostError('download-failed', error.message);
    throw error;
  }
  return { ...(await browserStatus(dataDir)), downloaded: true };
}

function downloadsOf(dataDir: string): string {
  return join(dataDir, 'browsers');
}
