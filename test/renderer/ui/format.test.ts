import { describe, expect, it } from 'vitest';
import { ago, bytes, count, counted, duration, percent, shortCount } from '../../../renderer/ui/format.ts';

describe('numbers for people', () => {
  it.each([
    [count(1_234_567), '1,234,567'],
    [shortCount(1_284_310), '1.3M'],
    [percent(0.9731), '97.3 %'],
    [counted(1, 'run'), '1 run'],
    [counted(0, 'run'), '0 runs'],
    [counted(2, 'entry', 'entries'), '2 entries'],
    [bytes(0), '0 B'],
    [bytes(999), '999 B'],
    [bytes(1_250_000), '1.3 MB'],
    [bytes(999_600), '1 MB'],
    [duration(340), '340 ms'],
    [duration(12_340), '12.3 s'],
    [duration(59_960), '1 min'],
    [duration(245_000), '4 min 5 s'],
    [duration(7_380_000), '2 h 3 min'],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });

  it('tell how long ago something was', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(ago('2026-11-21T11:59:30Z', now)).toBe('now');
    expect(ago('2026-11-21T11:55:00Z', now)).toBe('5 min ago');
    expect(ago('2026-11-21T09:00:00Z', now)).toBe('3 h ago');
    expect(ago('2026-11-19T09:00:00Z', now)).toBe('2 d ago');
    expect(ago('2026-01-02T09:00:00Z', now)).toBe('2026-01-02');
    expect(ago('2026-11-21T12:00:05Z', now)).toBe('now');
  });
});
