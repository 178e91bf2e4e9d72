import { describe, expect, it } from 'vitest';
import { isNarrowed, viewOf } from '../../../../renderer/features/results/results-view.ts';
import { valuesOf } from '../../../../renderer/features/results/item-links.ts';

const source = { project: 'default', spider: 'shop', run: '7' };

describe('the view of the items', () => {
  it('says only what was chosen', () => {
    expect(viewOf(source, { search: ' ', filters: [], sort: null })).toEqual({ source });
    const filter = { column: 'price', operator: 'less', value: 3 } as const;
    expect(
      viewOf(source, { search: ' rope ', filters: [filter], sort: { column: 'price', descending: true } }),
    ).toEqual({
      source,
      search: 'rope',
      filters: [filter],
      sort: [{ column: 'price', descending: true }],
    });
  });

  it.each([
    ['', [], false],
    ['  ', [], false],
    ['a', [], true],
    ['', [{ column: 'a', operator: 'empty' }], true],
  ] as const)('is narrowed by a search or a condition', (search, filters, narrowed) => {
    expect(isNarrowed({ search, filters })).toBe(narrowed);
  });
});

describe('the values of an item', () => {
  it('lose none where the metadata has a key like a column', () => {
    const values = valuesOf({
      id: '1',
      run: '7',
      spider: 'shop',
      project: 'default',
      version: 1,
      url: 'https://example.org/',
      key: 'https://example.org/',
      callback: 'parse',
      title: 'A',
      content: null,
      author: null,
      published_date: null,
      metadata: { title: 'B', price: 3 },
      scraped_at: '2026-11-21T10:00:00.000Z',
      problems: [],
      request: '1',
      hasPage: false,
    });
    expect(values).toEqual({ title: 'A', 'metadata.title': 'B', price: 3, url: 'https://example.org/' });
    expect(Object.keys(values)[0]).toBe('title');
  });
});
