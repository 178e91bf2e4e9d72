import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStrangers } from '../../../electron/web/strangers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Connections that came one after the other. */
function come(count: number) {
  const strangers = createStrangers();
  const connections = Array.from({ length: count }, () => new PassThrough());
  for (const connection of connections) strangers.add(connection);
  return { strangers, connections, open: () => connections.filter(({ destroyed }) => !destroyed) };
}

describe('connections that have shown nothing', () => {
  it('are at most 64: a further one takes the place of the oldest', () => {
    const { connections, open } = come(100);
    expect(open()).toEqual(connections.slice(36));
  });

  it('are closed after ten seconds', () => {
    const { open } = come(3);
    vi.advanceTimersByTime(9_999);
    expect(open()).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(open()).toHaveLength(0);
  });

  it('are neither, once they have shown that they belong to a window', () => {
    const { strangers, connections } = come(1);
    const [first] = connections;
    if (first !== undefined) strangers.prove(first);
    for (let n = 0; n < 100; n += 1) strangers.add(new PassThrough());
    vi.advanceTimersByTime(60_000);
    expect(first?.destroyed).toBe(false);
  });

  it('leave their place when they end by themselves', async () => {
    const { strangers, connections, open } = come(64);
    connections[0]?.destroy();
    await vi.advanceTimersByTimeAsync(1);
    strangers.add(new PassThrough());
    expect(open()).toHaveLength(63);
  });
});
