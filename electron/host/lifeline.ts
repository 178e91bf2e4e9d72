import { Socket } from 'node:net';
import { takeVariable } from '../system/environment.ts';

/**
 * Ends this process when its parent is killed. An older Node that starts this one (`bin/spider-studio.mjs`) keeps a pipe
 * open as long as it lives.
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
