import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/**
 * Size of a memory page in bytes. 4 KiB wherever Chromium runs on Linux; on some ARM servers more, where the result is too low.
 */
const pageBytes = 4096;

/**
 * Returns the private memory of processes in bytes, in total: from /proc on Linux, and from `ps` on macOS, which includes shared
 * memory. null on platforms where it is expensive to find out.
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
    // The process has ended.
    return 0;
  }
}
