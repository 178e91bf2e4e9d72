import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rm, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment } from '../system/environment.ts';
import { openingPage } from './pages.ts';

/** How long the file that leads to the address stays, in milliseconds: a browser that is not running needs a while. */
const keptForMs = 60_000;

/** Browsers that may read what is in the home, and nothing in the temporary folder. */
const confinedBrowsers = ['/snap/bin/firefox', '/snap/bin/chromium', '/snap/bin/brave'];

/** What was made to open a browser. */
export interface OpenedBrowser {
  /** Removes what was made for the browser. */
  forget(): void;
}

/**
 * Opens an address in the person's browser. Its token would be seen by everybody among the arguments of the browser, so
 * the browser is given a file that leads there, which only the person can read.
 * @param failed is called where the system has no program to open it with
 * @returns null: there is no way to open a browser here; whether a window appears is up to the system
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

/** null: no file can be made. */
function fileFor(address: string): { file: string; forget: () => void } | null {
  try {
    const folder = mkdtempSync(join(readableFolder(), 'spider-studio-'));
    const file = join(folder, 'open.html');
    writeFileSync(file, openingPage(address), { mode: 0o600 });
    // On Windows a file that is being read cannot be removed; what it leads to was used then.
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
