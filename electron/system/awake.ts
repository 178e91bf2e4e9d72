/**
 * Command line of a program that keeps the machine awake while its standard input is open or, on Windows, while its parent
 * process runs. It therefore never outlives its parent.
 */
export interface Keeper {
  file: string;
  args: readonly string[];
}

/** Delay before the machine is kept awake, in milliseconds. No machine falls asleep sooner. */
const startsAfterMs = 60_000;

/** ES_CONTINUOUS | ES_SYSTEM_REQUIRED: the state holds while the thread that set it lives. */
const keepWindowsAwake = (pid: number): string =>
  [
    '$kernel = Add-Type -PassThru -Namespace Power -Name Kernel -MemberDefinition',
    `'[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint state);';`,
    '[void]$kernel::SetThreadExecutionState([uint32]2147483649);',
    `[Diagnostics.Process]::GetProcessById(${pid}).WaitForExit()`,
  ].join(' ');

/**
 * Returns the program that prevents idle sleep on a platform, or null if there is none. The display may still turn off, and the
 * user can still suspend the machine or close its lid.
 * @param reason shown by the system's list of programs that prevent sleep
 * @param pid the process that the keeper must not outlive
 */
export function keeperOf(platform: NodeJS.Platform, reason: string, pid = process.pid): Keeper | null {
  if (platform === 'darwin') return { file: '/usr/bin/caffeinate', args: ['-i', '/bin/cat'] };
  if (platform === 'linux') {
    const lock = ['--what=idle:sleep', '--mode=block', '--who=Spider Studio', `--why=${reason}`];
    return { file: 'systemd-inhibit', args: [...lock, 'cat'] };
  }
  if (platform !== 'win32') return null;
  const options = ['-NoLogo', '-NoProfile', '-NonInteractive'];
  return { file: 'powershell.exe', args: [...options, '-Command', keepWindowsAwake(pid)] };
}

/**
 * Starts a keeper. If the program is missing or fails, the machine sleeps as usual; no error is reported.
 * @returns a function that ends it
 */
export async function startKeeper({ file, args }: Keeper): Promise<() => void> {
  const { spawn } = await import('node:child_process');
  // In a session of its own, so that Ctrl+C in the terminal does not reach it and it cannot ask for a password there.
  const child = spawn(file, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return () => {
    child.stdin.end();
    // Node may not have reported a failed start yet; `kill` would then send the signal to process 0, our own group.
    if (child.pid !== undefined) child.kill();
  };
}

/**
 * Keeps this machine awake, starting after a minute, until the returned function is called or this process ends.
 * @param start starts a keeper
 */
export function stayAwake(
  reason: string,
  platform: NodeJS.Platform = process.platform,
  start: (keeper: Keeper) => Promise<() => void> = startKeeper,
): () => void {
  const keeper = keeperOf(platform, reason);
  if (keeper === null) return () => undefined;
  let isOver = false;
  let end = (): void => undefined;
  const begin = async (): Promise<void> => {
    const started = await start(keeper);
    if (isOver) started();
    else end = started;
  };
  const timer = setTimeout(() => void begin().catch(() => undefined), startsAfterMs);
  timer.unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}

/** Like `stayAwake`, but only while there is work. */
export function awakeWhile(
  reason: string,
  stay: (reason: string) => () => void = stayAwake,
): (hasWork: boolean) => void {
  let end: (() => void) | null = null;
  return (hasWork) => {
    if (hasWork) end ??= stay(reason);
    else {
      end?.();
      end = null;
    }
  };
}
