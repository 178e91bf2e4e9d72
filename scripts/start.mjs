// Starts the application: in a desktop window if Electron is installed or can be downloaded, and starts; else in the browser.
// `--web` opens the browser directly; `--fetch` retries the download of Electron, which is otherwise tried once a day.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeAdvice, nodeProblem } from '../bin/node-version.mjs';
import { electronProgram, fetchElectron } from './electron.mjs';
import { runDesktopWindow } from './desktop-window.mjs';

const root = resolve(import.meta.dirname, '..');
const electronFolder = join(root, 'node_modules/electron');
const fetchNote = join(root, 'dist/electron-fetch.json');
const isWished = process.argv.includes('--fetch');
// The other arguments are for the application.
process.argv = process.argv.filter((arg) => arg !== '--fetch');
const args = process.argv.slice(2);

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  console.error(`${problem} ${nodeAdvice()} Then run "npm start".`);
  process.exitCode = 1;
} else {
  await start();
}

async function start() {
  if (!isWindowBuilt() && !build('window', ['vite', 'build', '-c', 'renderer/vite.config.ts'])) return;
  if (!args.includes('--web') && !args.includes('--help')) {
    const reason = await openWindow();
    if (reason === null) return;
    console.log(`${reason} Spider Studio opens in the browser instead.`);
  }
  await import('../bin/spider-studio-web.mjs');
}

/** Whether the window has been built since its sources changed. */
function isWindowBuilt() {
  const page = join(root, 'dist/renderer/index.html');
  if (!existsSync(page)) return false;
  const { mtimeMs } = statSync(page);
  return ['renderer', 'shared'].every((folder) =>
    readdirSync(join(root, folder), { recursive: true }).every(
      (name) => statSync(join(root, folder, name)).mtimeMs <= mtimeMs,
    ),
  );
}

/** Opens the desktop window and waits until it is closed. @returns why it did not open; null if it did */
async function openWindow() {
  let electron = electronProgram(electronFolder);
  if (electron === null) {
    if (isScreenless()) return 'There is no screen for a desktop window.';
    const fetched = await fetchElectron({ folder: electronFolder, note: fetchNote, isWished });
    if (fetched.signal !== null) {
      process.kill(process.pid, fetched.signal);
      return null;
    }
    if (fetched.program === null) return fetched.reason;
    electron = fetched.program;
  }
  // Always built, which takes a second, because an older bundle may not match the window.
  const bundler = join(root, 'scripts/build-desktop.mjs');
  const { status } = spawnSync(process.execPath, [bundler], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) return 'The desktop window could not be built.';
  const { reason, code } = await runDesktopWindow(electron, [join(root, 'dist/desktop/main.js'), ...args]);
  if (reason === null) process.exitCode = code;
  return reason;
}

/** Whether there is no screen, so that downloading Electron is of no use; known on Linux only. */
function isScreenless() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY;
}

/** Builds what is missing. @returns whether it could be built */
function build(what, [name, ...rest]) {
  console.log(`Building the ${what} …`);
  if (existsSync(join(root, 'node_modules', name))) {
    const tool = join(root, 'scripts/tool.mjs');
    const { status } = spawnSync(process.execPath, [tool, name, ...rest], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status === 0) return true;
  }
  console.error(`The ${what} could not be built. Run "npm ci", then "npm run build".`);
  process.exitCode = 1;
  return false;
}
