import { describe, expect, it } from 'vitest';
import {
  everything,
  filterArgs,
  filterFromQuery,
  filterParts,
  queryText,
} from '../../../../renderer/features/runs/request-filter.ts';
import { callbacksOf } from '../../../../renderer/features/runs/request-filters.tsx';

describe('the filter of the requests', () => {
  const query = (text: string) => filterFromQuery(new URLSearchParams(text));

  it.each([
    ['', everything],
    ['state=failed&state=skipped&state=odd', { ...everything, states: ['failed', 'skipped'] }],
    [
      'status=404&status=none&status=not-fetched&status=x',
      { ...everything, statuses: [404, null, 'not-fetched'] },
    ],
    ['host=https://a.org&callback=none', { ...everything, origin: 'https://a.org', callback: null }],
    [
      'callback=parse&url=/p/&reason=answered',
      { ...everything, callback: 'parse', url: '/p/', reason: 'answered' },
    ],
  ])('reads %j', (text, filter) => {
    expect(query(text)).toEqual(filter);
  });

  it('is written into addresses as it is read from them', () => {
    const written = queryText({ state: 'failed', reason: 'The server answered 403.', host: undefined });
    expect(query(new URLSearchParams(written).toString())).toEqual({
      ...everything,
      states: ['failed'],
      reason: 'The server answered 403.',
    });
  });

  it('asks the host for what it says and for nothing else', () => {
    expect(filterArgs(everything)).toEqual({});
    expect(filterArgs({ ...everything, states: ['failed'], callback: null, statuses: [null] })).toEqual({
      states: ['failed'],
      callback: null,
      files: false,
      statuses: [null],
    });
    expect(filterArgs({ ...everything, files: true })).toEqual({ files: true });
  });

  it('can be taken apart', () => {
    const filter = query('state=failed&status=404');
    const parts = filterParts(filter);
    expect(parts.map(({ label }) => label)).toEqual(['Failed', 'Status: 404']);
    expect(filterParts(query('status=none&status=not-fetched'))[0]?.label).toBe(
      'Status: No answer, Not fetched (skipped)',
    );
    expect(parts[0]?.without).toEqual({ ...filter, states: [] });
  });
});

describe('the callbacks of a spider', () => {
  it('are those that its rules name, and those that it has', () => {
    const text = JSON.stringify({
      rules: [{ callback: 'parse_article' }, { allow: ['x'] }, { callback: 'parse_item' }],
      callbacks: { parse_item: {}, other: {} },
    });
    expect(callbacksOf(text)).toEqual(['parse_article', 'parse_item', 'other']);
    expect(callbacksOf('{')).toEqual([]);
    expect(callbacksOf(null)).toEqual([]);
  });
});
