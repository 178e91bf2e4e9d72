import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { handSignalsOn } from '../bin/ending-signals.mjs';

/** The time before a failed download is tried again, in milliseconds: a day. */
const patienceMs = 24 * 60 * 60 * 1000;

/**
 * The path of Electron, which its package records in path.txt.
 * @param {string} folder of the package
 * @returns {string | null} null: it was not downloaded, or not completely
 */
export function electronProgram(folder) {
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(program) && readdirSync(join(folder, 'dist')).length > 1 ? program : null;
  } catch {
    return null;
  }
}

/**
 * Downloads Electron, unless that has failed within a day.
 * @param {object} options
 * @param {string} options.folder of the package
 * @param {string} options.note file in which a failure is remembered
 * @param {boolean} options.isWished whether it is to be tried in any case
 * @param {number} [options.now] milliseconds since 1970
 * @param {Record<string, string | undefined>} [options.env]
 * @param {(text: string) => void} [options.print]
 * @returns {Promise<{ program: string | null, reason: string, signal: string | null }>} reason: why there is none;
 *   signal: by which somebody ended all of it
 */
export async function fetchElectron({
  folder,
  note,
  isWished,
  now = Date.now(),
  env = process.env,
  print = (text) => void process.stdout.write(text),
}) {
  const version = versionOf(folder);
  if (version === null) return failed('Electron is not installed.');
  const known = isWished ? null : failureOf(note, version, now);
  if (known !== null)
    return failed(
      `Electron could not be fetched on ${dayOf(known.at)}: ${known.problem}. "npm run start:fetch" tries again.`,
    );
  print(`Fetching Electron ${version} …${process.stdin.isTTY ? ' Ctrl+C opens the browser instead.' : ''}\n`);
  const { code, signal, problem } = await fetching(folder, env, print);
  if (signal !== null) return { program: null, reason: '', signal };
  const program = electronProgram(folder);
  if (code === 0 && program !== null) {
    rmSync(note, { force: true });
    return { program, reason: '', signal: null };
  }
  if (code === 130) return failed('Electron was not fetched.');
  const why = problem ?? 'it could not be unpacked';
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, `${JSON.stringify({ version, at: now, problem: why })}\n`);
  return failed(`Electron could not be fetched: ${why}.`);
}

const failed = (reason) => ({ program: null, reason, signal: null });

async function fetching(folder, env, print) {
  const child = fork(join(import.meta.dirname, 'fetch-electron.mjs'), [folder], {
    // Follows the proxy and the certificate authorities of the system.
    env: { NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1', ...env },
    execArgv: [],
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit', 'ipc'],
  });
  let problem = null;
  child.on('message', (message) => (problem = message.problem));
  child.stdout?.setEncoding('utf8').on('data', print);
  const ended = handSignalsOn(child);
  const end = await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: 1, signal: null, problem: message }));
    child.on('close', (code, signal) => resolve({ code, signal, problem }));
  });
  ended();
  return end;
}

function versionOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return null;
  }
}

/** The recorded failure; null if there is none, or it is too old or of another version. */
function failureOf(note, version, now) {
  try {
    const known = JSON.parse(readFileSync(note, 'utf8'));
    const age = now - known.at;
    return known.version === version && age >= 0 && age < patienceMs ? known : null;
  } catch {
    return null;
  }
}

const dayOf = (at) => new Date(at).toISOString().slice(0, 16).replace('T', ' at ') + ' UTC';
