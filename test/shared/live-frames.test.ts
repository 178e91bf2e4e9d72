import { describe, expect, it } from 'vitest';
import { FrameReader, writeFrame } from '../../shared/live-frames.ts';

const frame = (number: number, length: number) => ({
  number,
  width: 800,
  height: 600,
  picture: Uint8Array.from({ length }, (_, at) => (at + number) % 256),
});
const frames = [frame(1, 10), frame(2, 0), frame(3, 5000)];
const stream = Uint8Array.from(frames.flatMap((each) => [...writeFrame(each)]));

describe('frames of a live page', () => {
  it.each([1, 7, 16, 1000, stream.length])('are read from parts of %i bytes', (size) => {
    const reader = new FrameReader();
    const read = [];
    for (let at = 0; at < stream.length; at += size)
      read.push(...reader.read(stream.subarray(at, at + size)));
    expect(read).toEqual(frames);
  });

  it('are not read from another stream', () => {
    expect(() => new FrameReader().read(new Uint8Array(16).fill(255))).toThrow('no stream of pictures');
  });
});
