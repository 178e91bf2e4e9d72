import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The process that carries a run out. A process number alone can be given to another process later. */
export interface RunOwner {
  pid: number;
  /** When the process started, in the words of the operating system; null where it does not say. */
  started: string | null;
}

let self: RunOwner | null = null;

/** This process. */
export function currentOwner(): RunOwner {
  self ??= { pid: process.pid, started: processStart(process.pid) };
  return self;
}

/** Whether the process that owned a run is still there. Where the start cannot be told, the number decides. */
export function ownerAlive(owner: RunOwner): boolean {
  if (owner.pid === process.pid) return owner.started === currentOwner().started;
  if (!processExists(owner.pid)) return false;
  const started = processStart(owner.pid);
  return started === null
    ? process.platform !== 'linux'
    : owner.started === null || started === owner.started;
}

function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @returns what tells a process from an earlier or later one of the same number; null when it is gone or unknown. */
function processStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') return linuxStart(pid);
    if (process.platform === 'win32') return null;
    const start = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return start === '' ? null : start;
  } catch {
    return null;
  }
}

/** Boot and clock ticks since boot (proc(5), field 22). A zombie has ended: only its parent does not know yet. */
function linuxStart(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may hold spaces and parentheses of its own.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const ticks = fields[19];
  if (state === 'Z' || state === 'X' || ticks === undefined) return null;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${ticks}`;
}
