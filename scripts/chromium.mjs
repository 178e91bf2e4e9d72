import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

const onLinux = [
  // Debian's program comes before its wrapper script, which prints messages.
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Finds the Chromium or Chrome for the tests and scripts of the project: the one that CHROMIUM_PATH names, else an installed one.
 * @param {object} [place]
 * @param {string} [place.platform]
 * @param {Record<string, string | undefined>} [place.env]
 * @param {(file: string) => boolean} [place.exists]
 * @returns {string | null} its executable; null: there is none
 */
export function installedChromium({
  platform = process.platform,
  env = process.env,
  exists = existsSync,
} = {}) {
  return [env.CHROMIUM_PATH, ...installed(platform, env)].find((file) => file && exists(file)) ?? null;
}

/**
 * Finds Debian's headless shell of Chromium, which opens a page at half the cost and renders it with the same engine.
 * @param {object} [place]
 * @param {Record<string, string | undefined>} [place.env]
 * @param {(file: string) => boolean} [place.exists]
 * @returns {string | null} its executable; null: it is not there, or CHROMIUM_PATH names another browser
 */
export function headlessShell({ env = process.env, exists = existsSync } = {}) {
  const file = '/usr/lib/chromium/chromium-headless-shell';
  return !env.CHROMIUM_PATH && exists(file) ? file : null;
}

function installed(platform, env) {
  if (platform === 'darwin')
    return ['Google Chrome', 'Chromium'].map((name) =>
      posix.join('/Applications', `${name}.app`, 'Contents/MacOS', name),
    );
  if (platform !== 'win32') return onLinux;
  const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(Boolean);
  return folders.map((folder) => win32.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
}
