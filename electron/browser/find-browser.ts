import { existsSync, readdirSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { environment, type Environment } from '../system/environment.ts';

/** A browser that can be started. */
export interface FoundBrowser {
  /** Name shown to people: "Google Chrome". */
  name: string;
  executable: string;
  /** How it was found: named in the environment, downloaded by this program, or installed on the machine. */
  source: 'environment' | 'downloaded' | 'installed';
}

/** Result of the search for a browser. */
export type BrowserSearch =
  | { found: FoundBrowser; problem: null }
  /** `problem`: why no browser was found, one sentence; `named`: path in the environment that does not exist, else null. */
  | { found: null; problem: string; named: string | null };

/** The last part of the path of a browser that shows no windows. */
const headlessShell = /headless[-_]shell[^\\/]*$/i;

/** Path of the browser to use before all others; "none" for no browser. */
const browserVariable = 'SPIDER_STUDIO_BROWSER';

/** Where to search for a browser. */
export interface SearchPlace {
  /** Whether it has to show windows, which a headless shell does not. Left out: it does not have to. */
  isVisible?: boolean;
  platform: NodeJS.Platform;
  env: Environment;
  /** Folder of downloaded browsers, see `download.ts`; null if there is none. */
  downloads: string | null;
  exists: (path: string) => boolean;
  /** Lists the names in a folder; empty if it does not exist. */
  list: (folder: string) => string[];
}

/** Returns this machine as a place to search. */
export function here(downloads: string | null): SearchPlace {
  return {
    platform: process.platform,
    env: environment,
    downloads,
    exists: existsSync,
    list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  };
}

interface Candidate {
  name: string;
  executable: string;
}

/**
 * Searches for a Chromium-based browser: the one named in the environment, one that this program downloaded, then Chrome, Edge
 * and Chromium in their usual folders. Where windows are needed, a headless shell that the environment names is left out.
 */
export function findBrowser(place: SearchPlace): BrowserSearch {
  const named = place.env[browserVariable]?.trim() ?? '';
  if (named === 'none') {
    return { found: null, problem: `${browserVariable} is "none", so no browser is used.`, named };
  }
  const isShell = place.isVisible === true && headlessShell.test(named);
  if (named !== '' && !isShell) {
    if (place.exists(named)) return found({ name: nameOf(named), executable: named }, 'environment');
    const problem = `${browserVariable} names "${named}", and there is no such file.`;
    return { found: null, problem, named };
  }
  const downloaded = downloadedBrowsers(place).find(({ executable }) => place.exists(executable));
  if (downloaded !== undefined) return found(downloaded, 'downloaded');
  const installed = installedBrowsers(place).find(({ executable }) => place.exists(executable));
  if (installed !== undefined) return found(installed, 'installed');
  return { found: null, problem: 'No Chrome, Edge or Chromium is installed.', named: null };
}

function found(candidate: Candidate, source: FoundBrowser['source']): BrowserSearch {
  return { found: { ...candidate, source }, problem: null };
}

function nameOf(executable: string): string {
  const file = (executable.split(/[\\/]/).at(-1) ?? executable).toLowerCase();
  if (file.includes('edge')) return 'Microsoft Edge';
  if (file.includes('chromium')) return 'Chromium';
  return file.includes('chrome') ? 'Google Chrome' : 'The browser named in the environment';
}

/** Returns the paths where installers put browsers, best first. */
export function installedBrowsers({ platform, env }: Pick<SearchPlace, 'platform' | 'env'>): Candidate[] {
  if (platform === 'darwin') return onMac(env['HOME'] ?? '');
  return platform === 'win32' ? onWindows(env) : onLinux(env['PATH'] ?? '');
}

function onMac(home: string): Candidate[] {
  const names = ['Google Chrome', 'Microsoft Edge', 'Chromium'];
  const folders = ['/Applications', ...(home === '' ? [] : [posix.join(home, 'Applications')])];
  return names.flatMap((name) =>
    folders.map((folder) => ({
      name,
      executable: posix.join(folder, `${name}.app`, 'Contents', 'MacOS', name),
    })),
  );
}

function onWindows(env: SearchPlace['env']): Candidate[] {
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => env[name] ?? []);
  const programs = [
    { name: 'Google Chrome', path: ['Google', 'Chrome', 'Application', 'chrome.exe'] },
    { name: 'Microsoft Edge', path: ['Microsoft', 'Edge', 'Application', 'msedge.exe'] },
    { name: 'Chromium', path: ['Chromium', 'Application', 'chrome.exe'] },
  ];
  return programs.flatMap(({ name, path }) =>
    folders.map((folder) => ({ name, executable: win32.join(folder, ...path) })),
  );
}

function onLinux(path: string): Candidate[] {
  const folders = path.split(':').filter((folder) => folder.startsWith('/'));
  const inPath = (name: string, ...files: string[]): Candidate[] =>
    files.flatMap((file) => folders.map((folder) => ({ name, executable: posix.join(folder, file) })));
  return [
    { name: 'Google Chrome', executable: '/opt/google/chrome/chrome' },
    ...inPath('Google Chrome', 'google-chrome-stable', 'google-chrome'),
    { name: 'Microsoft Edge', executable: '/opt/microsoft/msedge/msedge' },
    ...inPath('Microsoft Edge', 'microsoft-edge-stable', 'microsoft-edge'),
    // The binaries before the wrapper scripts in PATH: Debian's print to the terminal.
    { name: 'Chromium', executable: '/usr/lib/chromium/chromium' },
    { name: 'Chromium', executable: '/usr/lib64/chromium-browser/chromium-browser' },
    { name: 'Chromium', executable: '/usr/lib/chromium-browser/chromium-browser' },
    ...inPath('Chromium', 'chromium', 'chromium-browser'),
    { name: 'Chromium', executable: '/snap/bin/chromium' },
  ];
}

/** Path of the executable inside a revision's folder of Playwright's registry. */
const insideDownload: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['chrome-linux64/chrome', 'chrome-linux/chrome'],
  win32: ['chrome-win64\\chrome.exe', 'chrome-win\\chrome.exe'],
  darwin: ['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac'].flatMap((folder) => [
    `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
    `${folder}/Chromium.app/Contents/MacOS/Chromium`,
  ]),
};

/** Returns the downloaded browsers, newest first. Incomplete downloads lack the completion marker. */
function downloadedBrowsers({ platform, downloads, list, exists }: SearchPlace): Candidate[] {
  if (downloads === null) return [];
  const paths = platform === 'win32' ? win32 : posix;
  const revision = (name: string): number => Number(/^chromium-(\d+)$/.exec(name)?.[1] ?? -1);
  return list(downloads)
    .filter((name) => revision(name) >= 0 && exists(paths.join(downloads, name, 'INSTALLATION_COMPLETE')))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) =>
      (insideDownload[platform] ?? []).map((path) => ({
        name: 'Chromium',
        executable: paths.join(downloads, name, path),
      })),
    );
}
