import { spawn } from 'node:child_process';

/**
 * Opens an address in the person's browser.
 * @returns whether there is a way to do so; whether a window appears is up to the system
 */
export function openInBrowser(address: string): boolean {
  const command = commandFor(address);
  if (command === null) return false;
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => process.stdout.write('No browser could be opened; open this address yourself.\n'));
  child.unref();
  return true;
}

function commandFor(address: string): [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return (DISPLAY ?? WAYLAND_DISPLAY ?? '') === '' ? null : ['xdg-open', address];
}
