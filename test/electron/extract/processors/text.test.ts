import { describe, expect, it } from 'vitest';
import { runProcessor } from '../../../../electron/extract/processors/run.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';
import type { Processor } from '../../../../shared/spider/schema.ts';
import { contextOf } from '../page-facts.ts';

type Row = [processor: Processor, value: JsonValue, expected: JsonValue];

const split = (separator?: string): Processor =>
  separator === undefined ? { type: 'split' } : { type: 'split', separator };

describe('text', () => {
  it.each<Row>([
    [{ type: 'uppercase' }, 'straße éa', 'STRASSE ÉA'],
    [{ type: 'uppercase' }, ['a', 1, null], ['A', 1, null]],
    [{ type: 'collapse' }, '  a\n\t b\u00A0\u2003c ', 'a b c'],
    [{ type: 'collapse' }, ['a  b', '\n'], ['a b', '']],
    [{ type: 'collapse' }, null, null],
    [split(','), 'a, b,,c', ['a', ' b', '', 'c']],
    [split(' | '), 'a | b', ['a', 'b']],
    [split(), ' a  b\nc ', ['a', 'b', 'c']],
    [split(','), 'a', ['a']],
    [split(','), ' ', []],
    [split(','), ['a,b', 'c'], [['a', 'b'], ['c']]],
    [split('.'), 'a.b', ['a', 'b']],
    [split(','), 5, 5],
    [split(','), null, null],
  ])('%j on %j gives %j', (processor, value, expected) => {
    expect(runProcessor(processor, value, contextOf())).toEqual({
      value: expected,
      problem: null,
      cause: null,
    });
  });
});

describe('urljoin', () => {
  const page = contextOf(parsePage('<base href="/shop/">'), { url: 'https://example.org/list?page=2' });
  const join = (value: JsonValue, context = page) => runProcessor({ type: 'urljoin' }, value, context);

  it.each<[value: JsonValue, expected: JsonValue]>([
    ['item/1', 'https://example.org/shop/item/1'],
    ['/item/1', 'https://example.org/item/1'],
    ['../x?y=1#z', 'https://example.org/x?y=1#z'],
    ['//cdn.example.net/a.jpg', 'https://cdn.example.net/a.jpg'],
    [' https://example.net/ä ', 'https://example.net/%C3%A4'],
    ['?page=3', 'https://example.org/shop/?page=3'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['', null],
    [' ', null],
    [null, null],
    [
      ['a', null, ['b']],
      ['https://example.org/shop/a', null, ['https://example.org/shop/b']],
    ],
  ])('of %j gives %j', (value, expected) => {
    expect(join(value)).toEqual({ value: expected, problem: null, cause: null });
  });

  it.each<[value: JsonValue, problem: string]>([
    ['http://[', 'urljoin: "http://[" is not a URL.'],
    ['https://exa mple.org/', 'urljoin: "https://exa mple.org/" is not a URL.'],
    [5, 'urljoin: 5 is not text.'],
  ])('of %j is told: %s', (value, problem) => {
    expect(join(value)).toEqual({ value: null, problem, cause: 'unreadable' });
  });

  it('needs the URL of the page for a relative link', () => {
    expect(join('a', contextOf()).problem).toBe(
      'urljoin: "a" is relative, and the URL of the page is not known.',
    );
    expect(join('https://example.org', contextOf()).value).toBe('https://example.org/');
  });
});
