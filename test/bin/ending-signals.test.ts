import { describe, expect, it } from 'vitest';
import { endingSignals, forwarding, handSignalsOn } from '../../bin/ending-signals.mjs';

/** What the child is told when each signal comes, by the handlers that were put up for it. */
function told(options: Parameters<typeof handSignalsOn>[1]): string[] {
  const kills: string[] = [];
  const before = endingSignals.map((signal) => process.listeners(signal));
  const end = handSignalsOn({ kill: (signal) => kills.push(String(signal)) > 0 }, options);
  for (const [index, signal] of endingSignals.entries()) {
    const added = process.listeners(signal).filter((listener) => before[index]?.includes(listener) !== true);
    // Without a handler the signal would end this process and leave the child behind.
    expect(added, signal).toHaveLength(1);
    for (const listener of added) listener(signal);
  }
  end();
  expect(endingSignals.map((signal) => process.listeners(signal))).toEqual(before);
  return kills;
}

describe('a signal to a process that has started another one in its place', () => {
  it.each([
    ['linux', 'SIGINT', 'hand-on'],
    ['linux', 'SIGTERM', 'hand-on'],
    ['linux', 'SIGHUP', 'hand-on'],
    ['darwin', 'SIGINT', 'hand-on'],
    ['win32', 'SIGINT', 'leave'],
    ['win32', 'SIGHUP', 'leave'],
    ['win32', 'SIGBREAK', 'leave'],
    ['win32', 'SIGTERM', 'leave'],
  ] as const)('on %s, %s: %s', (platform, signal, does) => {
    expect(forwarding(signal, platform)).toBe(does);
  });

  it('is handed on where it came to one of the two', () => {
    expect(told({ platform: 'linux' })).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP']);
    expect(told({ platform: 'darwin', left: ['SIGINT'] })).toEqual(['SIGTERM', 'SIGHUP']);
  });

  it('ends nothing on Windows, where the console tells both and a signal would kill', () => {
    expect(told({ platform: 'win32' })).toEqual([]);
  });
});
