import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';

const program = '/usr/bin/Xvfb';

/** Whether a screen can be made on which nobody looks. */
export const hasScreen = process.platform === 'linux' && existsSync(program);

/** Starts a screen on which nobody looks. @returns the value of DISPLAY */
export async function screen(): Promise<string> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const told = child.stdio[3];
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    told?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
}
