/**
 * Signals by which a person or the system asks a program to end. On Windows SIGBREAK is Ctrl+Break and SIGHUP the window of the
 * console being closed, after which the system ends the process within ten seconds; elsewhere SIGBREAK never comes.
 */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];

/**
 * Whether a signal leaves little time: the system, a service manager or a terminal that was closed waits for seconds only.
 * Otherwise it comes from a keyboard, whose owner can ask again.
 * @param {NodeJS.Signals} signal
 */
export function isHurried(signal) {
  return signal === 'SIGTERM' || signal === 'SIGHUP';
}

/**
 * What a process that has started another one in its place does with a signal: hands it on, or leaves it to the other one,
 * which has it already. A Windows console tells every process in it, and a signal that is sent there ends the process
 * without asking it.
 * @param {NodeJS.Signals} signal
 * @param {NodeJS.Platform} platform
 * @returns {'hand-on' | 'leave'}
 */
export function forwarding(signal, platform) {
  return platform === 'win32' || signal === 'SIGBREAK' ? 'leave' : 'hand-on';
}

/**
 * Lives on for as long as the process that was started in place of this one, and hands signals on to it.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ platform?: NodeJS.Platform, left?: readonly NodeJS.Signals[] }} [options] left: signals that the child has already
 * @returns {() => void} ends it
 */
export function handSignalsOn(child, { platform = process.platform, left = [] } = {}) {
  const handlers = endingSignals.map((signal) => {
    const isLeft = left.includes(signal) || forwarding(signal, platform) === 'leave';
    return [signal, isLeft ? () => undefined : () => child.kill(signal)];
  });
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}
