import { describe, expect, it } from 'vitest';
import { releaseBuffer, transferable } from '../../../electron/engine/transfer.ts';

describe('the memory of some bytes', () => {
  it('is handed over where it is theirs alone', () => {
    const own = new Uint8Array(1000);
    const part = own.subarray(10, 20);
    expect(transferable(own, undefined)).toEqual([own.buffer]);
    expect(transferable(part)).toEqual([]);
  });

  it('is free at once when they are given back', () => {
    const bytes = new Uint8Array(1000);
    releaseBuffer(bytes);
    expect(bytes.byteLength).toBe(0);
    expect(bytes.buffer.detached).toBe(true);
  });

  it('stays where others have a part of it', () => {
    const all = new Uint8Array(1000).fill(7);
    releaseBuffer(all.subarray(10, 20));
    releaseBuffer(undefined);
    expect(all.byteLength).toBe(1000);
    expect(all[15]).toBe(7);
  });
});
