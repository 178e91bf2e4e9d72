// Starts the application: in a desktop window where Electron starts, and is there or can be fetched within a short time; in
// the browser otherwise. `--web` goes to the browser at once.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeAdvice, nodeProblem } from '../bin/node-version.mjs';
import { runDesktopWindow } from './desktop-window.mjs';

const root = resolve(import.meta.dirname, '..');
/** Milliseconds that fetching Electron may take. */
const fetchMs = 25_000;
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

/** Whether the window has been built, and since the last change of what it is made from. */
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

/** Waits until the desktop window is closed. @returns why there was none; null: there was one */
async function openWindow() {
  const electron = electronBinary() ?? fetchElectron();
  if (electron === null) return 'Electron is not installed and could not be fetched.';
  // Always anew, in a second: an older bundle may not fit the window.
  const bundler = join(root, 'scripts/build-desktop.mjs');
  const { status } = spawnSync(process.execPath, [bundler], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) return 'The desktop window could not be built.';
  const { reason, code } = await runDesktopWindow(electron, [join(root, 'dist/desktop/main.js'), ...args]);
  if (reason === null) process.exitCode = code;
  return reason;
}

/** Where the package keeps the program, by its own note. */
function electronBinary() {
  try {
    const folder = join(root, 'node_modules/electron');
    const name = readFileSync(join(folder, 'path.txt'), 'utf8').trim();
    const file = join(folder, 'dist', name);
    return existsSync(file) && readdirSync(join(folder, 'dist')).length > 1 ? file : null;
  } catch {
    return null;
  }
}

function fetchElectron() {
  const install = join(root, 'node_modules/electron/install.js');
  if (!existsSync(install)) return null;
  console.log('Fetching Electron …');
  spawnSync(process.execPath, [install], { stdio: 'ignore', timeout: fetchMs, killSignal: 'SIGKILL' });
  return electronBinary();
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
