import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handSignalsOn } from '../bin/ending-signals.mjs';

/** Signals by which users end a program. Any other one means that it has crashed. */
const wished = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'];

/**
 * Starts Electron, and waits until it ends. The application creates a file once its window opens, which shows whether it got
 * that far; without a screen or a required library it does not.
 * @param {string} electron the program
 * @param {readonly string[]} args
 * @returns {Promise<{ reason: string | null, code: number }>} reason: why there was no window; null: there was one, or
 *   somebody ended it before
 */
export async function runDesktopWindow(electron, args) {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-start-'));
  const sign = join(folder, 'opened');
  try {
    const env = { ...process.env, SPIDER_STUDIO_OPENED: sign };
    const end = await endOf(spawn(electron, args, { stdio: 'inherit', env }));
    const isOver = end.error === null && (end.code === 0 || wished.includes(end.signal));
    const reason = isOver || existsSync(sign) ? null : reasonOf(end);
    return { reason, code: end.code ?? 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function endOf(child) {
  // A terminal sends its interrupt to both processes.
  const ended = handSignalsOn(child, { left: ['SIGINT'] });
  const end = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error, code: null, signal: null }));
    child.on('exit', (code, signal) => resolve({ error: null, code, signal }));
  });
  ended();
  return end;
}

function reasonOf({ error, code, signal }) {
  if (error !== null) return `Electron could not be started (${error.code ?? error.message}).`;
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return `Electron ended ${how} before its window opened; its output is above.`;
}
