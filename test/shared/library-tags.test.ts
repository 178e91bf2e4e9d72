import { describe, expect, it } from 'vitest';
import { readLibraryTags } from '../../shared/library-tags.ts';

const many = Array.from({ length: 21 }, (_, index) => `tag-${index}`);

describe('tags as people write them', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' , ', []],
    ['shop', ['shop']],
    ['Shop, prices,shop', ['shop', 'prices']],
    ['second-hand  4x4', ['second-hand', '4x4']],
    [many.slice(1).join(','), many.slice(1)],
    ['x'.repeat(40), ['x'.repeat(40)]],
  ])('are read: %j', (text, tags) => {
    expect(readLibraryTags(text)).toEqual(tags);
  });

  it.each([
    ['shop, für alle', '“für” is no tag.'],
    ['a_b', '“a_b” is no tag.'],
    ['x'.repeat(41), 'Use up to 40 letters'],
    [many.join(' '), 'Use at most 20 tags.'],
  ])('are refused with the reason: %j', (text, why) => {
    expect(readLibraryTags(text)).toContain(why);
  });
});
