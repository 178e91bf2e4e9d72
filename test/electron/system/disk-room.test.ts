import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roomLeft } from '../../../electron/system/disk-room.ts';

describe('the room that a full disk has left', () => {
  it.each([
    ['none', 0, ' Its disk has 0.0 MB of free room.'],
    ['a little', 1_250_000, ' Its disk has 1.3 MB of free room.'],
    ['so much that something else is full', 65e6, ''],
  ])('%s', (_, bytes, said) => {
    expect(roomLeft(join('data', 'x.db'), () => bytes)).toBe(said);
  });

  it('is that of the folder of a file, and unknown where no disk tells it', () => {
    const asked: string[] = [];
    const fails = (folder: string): number => {
      asked.push(folder);
      throw new Error('not on a disk');
    };
    expect(roomLeft(join('data', 'x.db'), fails)).toBe('');
    expect(asked).toEqual(['data', '.']);
  });
});
