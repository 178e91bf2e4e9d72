import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const secretTool = '/usr/bin/secret-tool';

/** Unlocks a keyring in a session bus of its own, tells the address of the bus, and ends with its standard input. */
const session = `printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
cat`;

/** The variables of a session with an empty, unlocked GNOME Keyring. The arguments of each call of secret-tool go to a file. */
export async function keyring(folder: string): Promise<{ env: Record<string, string>; calls: () => string }> {
  const [home, runtime, bin] = ['home', 'runtime', 'bin'].map((name) => join(folder, name));
  for (const path of [home, runtime, bin]) mkdirSync(String(path), { mode: 0o700 });
  const log = join(folder, 'calls.txt');
  const wrapper = join(String(bin), 'secret-tool');
  writeFileSync(wrapper, `#!/bin/sh\necho "$@" >> '${log}'\nexec ${secretTool} "$@"\n`);
  chmodSync(wrapper, 0o700);
  const own = {
    HOME: String(home),
    XDG_RUNTIME_DIR: String(runtime),
    XDG_DATA_HOME: join(String(home), 'share'),
    PATH: `${bin}:${process.env['PATH']}`,
  };
  const bus = spawn('dbus-run-session', ['--', 'sh', '-c', session], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    const ended = once(bus, 'close');
    bus.stdin.end();
    await ended;
  });
  const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
  return { env: { ...own, DBUS_SESSION_BUS_ADDRESS: address }, calls: () => readFileSync(log, 'utf8') };
}

/** Whether a keyring can be had here. */
export const hasKeyring = process.platform === 'linux' && existsSync(secretTool);
