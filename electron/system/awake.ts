/**
 * A program that keeps the machine awake as long as its input is open, or on Windows as long as who started it is there: so it
 * never outlives them, however they end.
 */
export interface Keeper {
  file: string;
  args: readonly string[];
}

/** Shorter work is over before any machine falls asleep, in milliseconds. */
const startsAfterMs = 60_000;

/** ES_CONTINUOUS and ES_SYSTEM_REQUIRED: the state holds as long as the thread that has set it. */
const keepWindowsAwake = (pid: number): string =>
  [
    '$kernel = Add-Type -PassThru -Namespace Power -Name Kernel -MemberDefinition',
    `'[DllImport("kernel32.dll")] public static extern uint SetThreadExecutionState(uint state);';`,
    '[void]$kernel::SetThreadExecutionState([uint32]2147483649);',
    `[Diagnostics.Process]::GetProcessById(${pid}).WaitForExit()`,
  ].join(' ');

/**
 * What keeps a machine from falling asleep for want of use. The display may go dark, and a person may still send the machine to
 * sleep, or close its lid.
 * @param reason for those who ask the system why it does not sleep
 * @param pid the process that the keeper must not outlive
 * @returns null where nothing does
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
 * Starts a keeper. Where there is no such program, or it fails, the machine sleeps as it would without one: nobody is told.
 * @returns ends it
 */
export async function startKeeper({ file, args }: Keeper): Promise<() => void> {
  const { spawn } = await import('node:child_process');
  // In a session of its own: a terminal's interrupt does not reach it, and it cannot ask for a password there.
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
    // Of a program that could not be started, Node may not have heard yet: it would send the signal to process 0, its own group.
    if (child.pid !== undefined) child.kill();
  };
}

/**
 * Keeps this machine awake from a minute on until what it returns is called, or this process is gone in whatever way.
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

/** As `stayAwake`, while there is anything to do. */
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
