import { describe, expect, it } from 'vitest';
import { dropPlace } from '../../../../renderer/features/queue/queue-drop.ts';
import { entry } from './samples.ts';

const list = [
  entry({ id: 'r', state: 'running' }),
  entry({ id: 'a' }),
  entry({ id: 'b' }),
  entry({ id: 'c' }),
  entry({ id: 'd' }),
  entry({ id: 'x', state: 'dead' }),
];

describe('where in the queue entries go', () => {
  it.each([
    ['before another', ['d'], 2, { before: 'b' }],
    ['to the front', ['d'], 1, { before: 'a' }],
    ['to the end', ['a'], 5, 'last'],
    ['several, one of them at the place', ['a', 'c'], 3, { before: 'd' }],
    ['several that stand there, apart', ['a', 'c'], 1, { before: 'b' }],
    ['several that stand there, together', ['b', 'c'], 3, null],
    ['where it stands', ['b'], 2, null],
    ['behind itself', ['b'], 3, null],
    ['before one that runs', ['b'], 0, null],
    ['behind one that has ended', ['b'], 6, null],
    ['one that runs', ['r'], 3, null],
    ['above the list', ['b'], -1, null],
  ] as const)('%s', (_, ids, index, place) => {
    const moved = list.filter(({ id }) => ids.some((each) => each === id));
    expect(dropPlace(moved, index, (at) => list[at])).toEqual(place);
  });
});
