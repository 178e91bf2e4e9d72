/**
 * Signals that ask a program to end. On Windows, SIGBREAK is Ctrl+Break, and SIGHUP says that the console window was closed,
 * after which the system ends the process within ten seconds; on other systems SIGBREAK does not exist.
 */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];

/**
 * Whether a signal leaves only seconds to end, as those of the system, a service manager or a closed terminal. The others come
 * from a keyboard and can be repeated.
 * @param {NodeJS.Signals} signal
 */
export function isHurried(signal) {
  return signal === 'SIGTERM' || signal === 'SIGHUP';
}

/**
 * What a process that has started another one in its place does with a signal: passes it on, or leaves it to the child, which
 * has received it already. A Windows console notifies each of its processes, and sending a signal there ends the process
 * immediately.
 * @param {NodeJS.Signals} signal
 * @param {NodeJS.Platform} platform
 * @returns {'hand-on' | 'leave'}
 */
export function forwarding(signal, platform) {
  return platform === 'win32' || signal === 'SIGBREAK' ? 'leave' : 'hand-on';
}

/**
 * Passes signals on to the process that was started in place of this one, and survives them.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ platform?: NodeJS.Platform, left?: readonly NodeJS.Signals[] }} [options] left: signals that the child receives anyway
 * @returns {() => void} stops passing them on
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
