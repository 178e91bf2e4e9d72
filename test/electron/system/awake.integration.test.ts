import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awakeWhile, keeperOf, startKeeper, stayAwake, type Keeper } from '../../../electron/system/awake.ts';
import { given } from '../../given.ts';

describe('what keeps a machine awake', () => {
  it('is a program of the system, which lets the display go dark', () => {
    expect(keeperOf('darwin', 'Why.')).toEqual({ file: '/usr/bin/caffeinate', args: ['-i', '/bin/cat'] });
    expect(keeperOf('linux', 'Why.')).toEqual({
      file: 'systemd-inhibit',
      args: ['--what=idle:sleep', '--mode=block', '--who=Spider Studio', '--why=Why.', 'cat'],
    });
    const { file, args } = given(keeperOf('win32', 'Why.', 4711));
    expect(file).toBe('powershell.exe');
    // ES_CONTINUOUS | ES_SYSTEM_REQUIRED, and not ES_DISPLAY_REQUIRED.
    expect(args.at(-1)).toContain(`([uint32]${0x80000000 + 0x00000001})`);
    expect(args.at(-1)).toContain('GetProcessById(4711).WaitForExit()');
    expect(keeperOf('freebsd', 'Why.')).toBeNull();
  });
});

describe('staying awake', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function scene() {
    const started: Keeper[] = [];
    let ended = 0;
    const start = async (keeper: Keeper) => {
      started.push(keeper);
      return () => void (ended += 1);
    };
    return { started, ended: () => ended, start };
  }

  it('begins after a minute, and ends with the work', async () => {
    const { started, ended, start } = scene();
    const end = stayAwake('Why.', 'darwin', start);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual([keeperOf('darwin', 'Why.')]);
    expect(ended()).toBe(0);
    end();
    expect(ended()).toBe(1);
  });

  it('starts nothing for short work, nor on a system that has nothing', async () => {
    const { started, start } = scene();
    stayAwake('Why.', 'linux', start)();
    stayAwake('Why.', 'aix', start);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(started).toEqual([]);
  });

  it('ends what was on its way when the work ended', async () => {
    const { started, ended, start } = scene();
    const end = stayAwake('Why.', 'linux', start);
    vi.advanceTimersByTime(60_000);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect([started.length, ended()]).toEqual([1, 1]);
  });

  it('holds once for work that overlaps, and again for what comes later', () => {
    let held = 0;
    const begun: string[] = [];
    const tell = awakeWhile('Why.', (reason) => {
      begun.push(reason);
      held += 1;
      return () => void (held -= 1);
    });
    for (const hasWork of [false, true, true]) tell(hasWork);
    expect([begun.length, held]).toEqual([1, 1]);
    tell(false);
    expect(held).toBe(0);
    tell(true);
    expect([begun.length, held]).toEqual([2, 1]);
  });
});

/** Whether a process is there, which is asked until it is not. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a keeper', () => {
  it('that is not there is no failure', async () => {
    const end = await startKeeper({ file: 'no-such-program', args: [] });
    expect(end).not.toThrow();
  });

  it('is gone when who started it is killed', async () => {
    const module = new URL('../../../electron/system/awake.ts', import.meta.url).href;
    // It lives as long as its input is open, and tells its number by a file descriptor that is not its own.
    const keeper = `setInterval(() => {}, 1000); process.stdin.on('end', () => process.exit()).resume();`;
    const program = `
      const { startKeeper } = await import(${JSON.stringify(module)});
      const { default: processes } = await import('node:child_process');
      const { spawn } = processes;
      processes.spawn = (...args) => {
        const child = spawn(...args);
        process.stdout.write(child.pid + '\\n');
        return child;
      };
      (await import('node:module')).syncBuiltinESMExports();
      await startKeeper({ file: process.execPath, args: ['-e', ${JSON.stringify(keeper)}] });
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(owner.stdout), 'line');
    const pid = Number(line);
    expect(isThere(pid)).toBe(true);
    owner.kill('SIGKILL');
    await vi.waitUntil(() => !isThere(pid), { timeout: 20_000 });
  });
});
