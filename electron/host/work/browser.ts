import type { Advice } from '../../../shared/contract/advice.ts';
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
import { dataPath } from '../data-folder-entries.ts';

export type { DownloadProgress };

/** State of the browser that renders pages. */
export interface BrowserStatus {
  /** null: no browser was found. */
  name: string | null;
  executable: string | null;
  source: 'environment' | 'downloaded' | 'installed' | null;
  /** null: it does not start. */
  version: string | null;
  /** Whether pages run in the browser's sandbox; null: unknown, because it does not start. */
  sandbox: boolean | null;
  /** Why there is no browser, or why it does not start; null: it works. */
  problem: string | null;
  /** What to do without a browser. */
  hint: string | null;
}

const installHint = 'Install Chrome, Edge or Chromium: it is found by itself.';

/** What to do without a browser. Offers a download only where this program can perform it. */
export function browserAdvice(): Advice {
  return { hint: installHint, action: canDownload() ? { action: 'install-browser' } : null };
}

/** Finds a browser. @param dataDir data folder, which contains downloaded browsers */
export function searchBrowser(dataDir: string): BrowserSearch {
  return findBrowser(here(downloadsOf(dataDir)));
}

/** Finds a browser that can show windows. @param dataDir data folder, which contains downloaded browsers */
export function searchVisibleBrowser(dataDir: string): BrowserSearch {
  return findBrowser({ ...here(downloadsOf(dataDir)), isVisible: true });
}

/** Finds a browser and starts it once. */
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
 * Downloads Chromium into the data folder, unless a browser was found.
 * @param options.force download it anyway
 * @throws HostError `download-failed`
 */
export async function installBrowser(
  dataDir: string,
  options: { force: boolean; onProgress: (progress: DownloadProgress) => void; signal?: AbortSignal },
): Promise<BrowserStatus & { downloaded: boolean }> {
  const { force, ...observer } = options;
  const before = await browserStatus(dataDir);
  if (before.version !== null && !force) return { ...before, downloaded: false };
  try {
    await downloadBrowser(downloadsOf(dataDir), observer);
  } catch (error) {
    if (error instanceof DownloadError) throw new HostError('download-failed', error.message);
    throw error;
  }
  return { ...(await browserStatus(dataDir)), downloaded: true };
}

function downloadsOf(dataDir: string): string {
  return dataPath(dataDir, 'browsers');
}
