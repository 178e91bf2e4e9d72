import { describe, expect, it } from 'vitest';
import { createEventReader, type StreamEvent } from '../../clients/typescript/src/event-stream.ts';

/** Reads a text in parts of one size. */
function read(text: string, size: number): { events: StreamEvent[]; retries: number[] } {
  const retries: number[] = [];
  const take = createEventReader((ms) => retries.push(ms));
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
  return { events: parts.flatMap((part) => take(part)), retries };
}

const stream = [
  'retry: 2000\n\n',
  ': alive\n\n',
  'id: 1\nevent: log\ndata: {"a":1}\n\n',
  'data:first\ndata: second\nother: x\n\n',
  'id\nevent: empty\ndata\n\n',
  'id: 3\nevent: nothing\n\n',
  'id: 4\nevent: half\ndata: {"a"',
].join('');

const events: StreamEvent[] = [
  { id: '1', event: 'log', data: '{"a":1}' },
  { id: null, event: 'message', data: 'first\nsecond' },
  { id: '', event: 'empty', data: '' },
];

describe('the reader of event streams', () => {
  const cases = ['\n', '\r\n', '\r'].flatMap((end) => [1, 2, 3, 7, 1000].map((size) => [end, size] as const));
  it.each(cases)('finds whole events: lines end with %j, parts of %i characters', (end, size) => {
    expect(read(stream.replaceAll('\n', end), size)).toEqual({ events, retries: [2000] });
  });
});
