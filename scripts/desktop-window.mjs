import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handSignalsOn } from '../bin/ending-signals.mjs';

/** Signals by which somebody ends a program; after any other one it has ended by itself. */
const wished = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'];

/**
 * Starts Electron, and waits until it ends. The application makes a file once its window opens: so one that ends early is
 * told from one that never came so far, as on a machine without a screen or without a library that it needs.
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
  // A terminal sends its interrupt to both of us.
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
  return `Electron ended ${how} before its window opened; what it said stands above.`;
}
