import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rm, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment } from '../system/environment.ts';
import { openingPage } from './pages.ts';

/** How long the file that redirects to the address is kept, in milliseconds: a browser needs time to start. */
const keptForMs = 60_000;

/** Browsers that may read the home folder but not the temporary folder. */
const confinedBrowsers = ['/snap/bin/firefox', '/snap/bin/chromium', '/snap/bin/brave'];

/** A browser that was opened. */
export interface OpenedBrowser {
  /** Removes the file that was made for the browser. */
  forget(): void;
}

/**
 * Opens an address in the user's browser. All users can read the arguments of a process, and with them the token, so the
 * browser gets a file that redirects to the address, which only the user can read.
 * @param failed called if the program that opens addresses cannot be started
 * @returns null if no browser can be opened here; otherwise a window may still not appear
 */
export function openInBrowser(address: string, failed: () => void): OpenedBrowser | null {
  const command = commandOfSystem();
  if (command === null) return null;
  const made = fileFor(address);
  if (made === null) return null;
  const { file, forget } = made;
  const timer = setTimeout(forget, keptForMs);
  timer.unref();
  const [program, ...args] = command;
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  child.on('error', () => {
    forget();
    failed();
  });
  child.unref();
  return {
    forget() {
      clearTimeout(timer);
      forget();
    },
  };
}

/** Writes the file; null if that fails. */
function fileFor(address: string): { file: string; forget: () => void } | null {
  try {
    const folder = mkdtempSync(join(readableFolder(), 'spider-studio-'));
    const file = join(folder, 'open.html');
    writeFileSync(file, openingPage(address), { mode: 0o600 });
    // On Windows a file that is being read cannot be removed. Its token is used by then.
    const forget = (): void => rm(folder, { recursive: true, force: true }, () => undefined);
    return { file, forget };
  } catch {
    return null;
  }
}

function readableFolder(): string {
  return confinedBrowsers.some((file) => existsSync(file)) ? homedir() : tmpdir();
}

function commandOfSystem(): [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const { DISPLAY, WAYLAND_DISPLAY } = environment;
  return (DISPLAY ?? WAYLAND_DISPLAY ?? '') === '' ? null : ['xdg-open'];
}
