import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { interruptions } from '../../../electron/cli/interruptions.ts';

/** The wishes of a person and of the system during a run, and what came of them. */
function running() {
  const notes: string[] = [];
  const exits: number[] = [];
  let send: (signal: NodeJS.Signals) => void = () => undefined;
  const control = interruptions((line) => notes.push(line), {
    listen: (hear) => (send = hear),
    exit: (code) => void exits.push(code),
  });
  const stands = () => ({ pause: control.pause.aborted, stop: control.stop.aborted, exits });
  return { control, notes, stands, send: (signal: NodeJS.Signals) => send(signal) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an interrupt of the keyboard', () => {
  it.each(['SIGINT', 'SIGBREAK'] as const)('(%s) pauses, and drops nothing by itself', (signal) => {
    const { stands, send, notes } = running();
    send(signal);
    vi.advanceTimersByTime(3_600_000);
    expect(stands()).toEqual({ pause: true, stop: false, exits: [] });
    expect(notes).toEqual([expect.stringContaining('Press Ctrl+C again')]);
    send(signal);
    expect(stands()).toEqual({ pause: true, stop: true, exits: [] });
  });

  it('that comes twice at once is one', () => {
    const { stands, send } = running();
    send('SIGINT');
    send('SIGINT');
    expect(stands()).toEqual({ pause: true, stop: false, exits: [] });
  });
});

describe('a signal that leaves little time', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    '(%s) pauses, drops what takes long, and ends before five seconds are over',
    (signal) => {
      const { stands, send } = running();
      send(signal);
      expect(stands()).toEqual({ pause: true, stop: false, exits: [] });
      vi.advanceTimersByTime(2000);
      expect(stands()).toEqual({ pause: true, stop: true, exits: [] });
      vi.advanceTimersByTime(2999);
      expect(stands().exits).toEqual([130]);
    },
  );

  it('is not taken for the echo of an interrupt', () => {
    const { stands, send } = running();
    send('SIGINT');
    send('SIGHUP');
    vi.advanceTimersByTime(2000);
    expect(stands().stop).toBe(true);
  });

  it('that comes again stops at once', () => {
    const { stands, send } = running();
    send('SIGTERM');
    vi.advanceTimersByTime(500);
    send('SIGTERM');
    expect(stands()).toEqual({ pause: true, stop: true, exits: [] });
  });

  it('ends nothing when the run was paused in time', () => {
    const { control, stands, send } = running();
    send('SIGHUP');
    control.end();
    vi.advanceTimersByTime(60_000);
    expect(stands()).toEqual({ pause: true, stop: false, exits: [] });
    send('SIGHUP');
    expect(stands().exits).toEqual([130]);
  });
});
