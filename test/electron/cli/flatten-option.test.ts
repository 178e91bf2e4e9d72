import { describe, expect, it } from 'vitest';
import { readFlatten } from '../../../electron/cli/flatten-option.ts';

describe('--flatten', () => {
  it('reads paths and ways', () => {
    expect(
      readFlatten(['a.b=json', 'tags=join:|', 'x=join', 'reviews=table', 'y=join:: ', 'z=rows']),
    ).toEqual({
      flatten: [
        { path: 'a.b', as: 'json' },
        { path: 'tags', as: 'join', separator: '|' },
        { path: 'x', as: 'join' },
        { path: 'reviews', as: 'table' },
        { path: 'y', as: 'join', separator: ': ' },
      ],
      rows: 'z',
    });
    expect(readFlatten([])).toEqual({ flatten: [], rows: null });
  });

  it.each(['tags', 'tags=', '=json', 'tags=xml', 'tags=json:x', 'tags=join:'])('refuses %s', (text) => {
    expect(() => readFlatten([text])).toThrow(`--flatten "${text}" cannot be read.`);
  });

  it('refuses the rows of two lists', () => {
    expect(() => readFlatten(['a=rows', 'b=rows'])).toThrow(
      'Rows are the entries of a or of b, not of both.',
    );
  });
});
