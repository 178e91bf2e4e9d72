import { describe, expect, it } from 'vitest';
import { score } from '../../../renderer/workbench/palette.tsx';

const rank = (search: string, titles: string[]) =>
  titles
    .map((title) => [title, score(title, search, [title])] as const)
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([title]) => title);

describe('searching the palette', () => {
  it('prefers the beginning of the title, then of a word, then the middle', () => {
    expect(rank('run', ['Prune the cache', 'Pause the run', 'Run a test'])).toEqual([
      'Run a test',
      'Pause the run',
      'Prune the cache',
    ]);
  });

  it('needs every word, in any order', () => {
    expect(rank('run pause', ['Pause the run', 'Pause', 'Run a test'])).toEqual(['Pause the run']);
  });

  it('finds by keywords, after titles', () => {
    expect(score('x', 'dark', ['Change the theme', 'Appearance', 'dark', 'light'])).toBeGreaterThan(0);
    expect(score('x', 'theme', ['Change the theme'])).toBeGreaterThan(
      score('x', 'theme', ['Colours', 'theme']),
    );
  });

  it('takes ">" for what it is', () => {
    expect(score('x', '> pause', ['Pause the run'])).toBeGreaterThan(0);
    expect(score('x', '>', ['Anything'])).toBe(1);
  });
});
