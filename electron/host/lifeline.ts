import { Socket } from 'node:net';
import { takeVariable } from '../system/environment.ts';

/**
 * When an older Node has handed over to this one (`bin/spider-studio.mjs`), a pipe from it stays open as long as it
 * lives. If it is killed, so is this process: nobody expects work to go on behind their back.
 */
export function followParent(): void {
  const descriptor = Number(takeVariable('SPIDER_STUDIO_LIFELINE'));
  if (!Number.isInteger(descriptor) || descriptor < 3) return;
  const lifeline = new Socket({ fd: descriptor, readable: true, writable: false });
  lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));
  lifeline.on('error', () => undefined);
  lifeline.resume();
  lifeline.unref();
}
