import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Bytes of a page of memory; 4 KiB wherever Chromium runs on Linux but for some ARM servers, where this is too little. */
const pageBytes = 4096;

/**
 * Memory of some processes together that is theirs alone, in bytes: on Linux what /proc says, on macOS what `ps` says (shared
 * parts are counted there). null: this platform does not tell cheaply.
 */
export async function memoryOf(processes: readonly number[]): Promise<number | null> {
  if (process.platform === 'linux') {
    const sizes = await Promise.all(processes.map(ownMemory));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
  if (process.platform !== 'darwin') return null;
  try {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', processes.join(',')]);
    return stdout.split('\n').reduce((sum, line) => sum + (Number(line.trim()) || 0) * 1024, 0);
  } catch {
    return null;
  }
}

async function ownMemory(pid: number): Promise<number> {
  try {
    const [, resident = '0', shared = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Math.max(0, Number(resident) - Number(shared)) * pageBytes;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
