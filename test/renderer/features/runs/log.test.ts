import { describe, expect, it } from 'vitest';
import { exportLog } from '../../../../renderer/features/runs/log-export.ts';
import { eventHas, eventText, kindWords } from '../../../../renderer/features/runs/log-kinds.ts';
import {
  maxLines,
  noLines,
  released,
  withNewer,
  withOlder,
} from '../../../../renderer/features/runs/log-lines.ts';
import { createFakeClient, failing } from '../../fake-client.ts';
import { event } from './samples.ts';

const events = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => event(String(from + index)));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('the lines of a log', () => {
  it('follow one another, each once', () => {
    const first = withNewer(noLines, events(0, 3), false);
    expect(ids(withNewer(first, events(2, 5), false).events)).toEqual(['0', '1', '2', '3', '4']);
    expect(withNewer(first, events(0, 3), false)).toBe(first);
  });

  it('are held back and follow later', () => {
    const held = withNewer(withNewer(noLines, events(0, 2), false), events(2, 4), true);
    expect([ids(held.events), ids(held.held)]).toEqual([
      ['0', '1'],
      ['2', '3'],
    ]);
    const after = released(held);
    expect([ids(after.events), after.held]).toEqual([['0', '1', '2', '3'], []]);
  });

  it('grow backwards', () => {
    const lines = withOlder({ ...noLines, events: events(5, 7), older: true }, events(3, 6), false);
    expect([ids(lines.events), lines.older]).toEqual([['3', '4', '5', '6'], false]);
  });

  it('never fill the memory: the oldest are let go, and it is known that there are some', () => {
    const lines = withNewer(
      { ...noLines, events: events(0, maxLines) },
      events(maxLines, maxLines + 5),
      false,
    );
    expect([lines.events.length, lines.events[0]?.id, lines.older]).toEqual([maxLines, '5', true]);
    const held = withNewer({ ...noLines, held: events(0, maxLines) }, events(maxLines, maxLines + 2), true);
    expect([held.held.length, held.lost]).toEqual([maxLines, 2]);
  });
});

describe('a line', () => {
  const page = { request: '4', status: 404, bytes: 13, durationMs: 20, contentType: null, items: 0 };

  it.each([
    ['ANSWERED', true],
    ['example.org/x', true],
    ['failed', true],
    ['404', true],
    ['40', false],
    ['nothing', false],
  ])('is found by %j: %s', (text, found) => {
    const line = event('1', { kind: 'failed', url: 'https://example.org/x', message: 'It answered.', page });
    expect(eventHas(line, text)).toBe(found);
  });

  it('is copied as text', () => {
    const line = event('1', { kind: 'failed', url: 'https://a.org/', message: 'Gone.', page });
    expect(eventText(line)).toBe('2026-11-21T07:00:01.000Z\tfailed 404\thttps://a.org/\tGone.');
  });

  it('of a kind that is not known is named as it is', () => {
    expect(kindWords('some-thing')).toEqual({ title: 'Some thing', tone: 'neutral' });
    expect(kindWords('constructor')).toEqual({ title: 'Constructor', tone: 'neutral' });
  });
});

describe('the export of a log', () => {
  const all = events(0, 2500);
  const client = createFakeClient({
    'runs.events': ({ before, limit = 0 }) => {
      const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before);
      const start = Math.max(0, end - limit);
      return { events: all.slice(start, end), more: start > 0 };
    },
  });

  it('holds every line once, oldest first, as JSON', async () => {
    const seen: number[] = [];
    const exported = await exportLog(
      client,
      { run: '7', kinds: [], has: () => true },
      { signal: new AbortController().signal, onLines: (lines) => seen.push(lines) },
    );
    const lines = exported.ok ? exported.parts.join('').trimEnd().split('\n') : [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(all);
    expect(seen).toEqual([1000, 2000, 2500]);
  });

  it('holds only the lines that fit', async () => {
    const exported = await exportLog(
      client,
      { run: '7', kinds: [], has: ({ id }) => id === '3' },
      { signal: new AbortController().signal, onLines: () => undefined },
    );
    expect(exported).toMatchObject({ ok: true, lines: 1 });
  });

  it('tells why it came to nothing', async () => {
    const broken = createFakeClient({ 'runs.events': () => failing('unknown-run', 'There is no run 7.') });
    const exported = await exportLog(
      broken,
      { run: '7', kinds: [], has: () => true },
      { signal: new AbortController().signal, onLines: () => undefined },
    );
    expect(exported).toMatchObject({ ok: false, error: { code: 'unknown-run' } });
  });
});
