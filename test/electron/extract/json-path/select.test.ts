import { describe, expect, it } from 'vitest';
import { jsonPathFor } from '../../../../electron/extract/json-path/select.ts';
import { SelectorCostError } from '../../../../electron/extract/select.ts';
import type { JsonValue } from '../../../../electron/extract/types.ts';

function select(source: string, value: JsonValue) {
  const reading = jsonPathFor(source);
  if (!reading.ok) throw new Error(`${source}: ${reading.problem.message}`);
  return reading.selector.select(value);
}

const valuesOf = (source: string, value: JsonValue): JsonValue[] =>
  select(source, value).map((match) => match.value);

describe('matches', () => {
  const page = {
    count: 2,
    results: [
      { name: 'Boot', price: { amount: 49.9 }, tags: ['new'] },
      { name: 'Sandal', price: { amount: 20 }, tags: [] },
    ],
  };

  it('know their values, paths and keys', () => {
    const [, second] = select('results[*].price.amount', page);
    expect(second?.value).toBe(20);
    expect(second?.path).toBe("$['results'][1]['price']['amount']");
    expect(second?.keys).toEqual(['results', 1, 'price', 'amount']);
  });

  it.each([
    ['$', [page]],
    ['$.results[?@.price.amount < 30].name', ['Sandal']],
    ['$.results[?length(@.tags) > 0].name', ['Boot']],
    ["$..[?match(@.name, 'B.*')].name", ['Boot']],
    ['$.results[-1].name', ['Sandal']],
    ['$.results[?@.price == $.results[1].price].name', ['Sandal']],
    ['$.results[0, 0].name', ['Boot', 'Boot']],
  ])('%s', (source, values) => {
    expect(valuesOf(source, page)).toEqual(values);
  });

  it('keep the order of members', () => {
    expect(valuesOf('$.*', { b: 1, a: 2, c: 3 })).toEqual([1, 2, 3]);
    expect(valuesOf('$..x', { b: { x: 1, c: { x: 2 } }, x: 3 })).toEqual([3, 1, 2]);
  });

  it('see only the members of the document', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as JsonValue;
    expect(valuesOf('$.__proto__.a', value)).toEqual([1]);
    expect(valuesOf('$.constructor', value)).toEqual([2]);
    expect(valuesOf('$.toString', value)).toEqual([]);
    expect(valuesOf('$[?@.length == 0]', [[], ''])).toEqual([]);
  });

  it('compare texts by code point', () => {
    expect(valuesOf('$[?@ < "\uff01"]', ['\u{10000}', 'a', '\uff00'])).toEqual(['a', '\uff00']);
    expect(valuesOf('$[?length(@) == 2]', ['\u{1f600}\u{1f600}', 'ab', 'abc'])).toEqual([
      '\u{1f600}\u{1f600}',
      'ab',
    ]);
  });

  it('has no match for a pattern from the page that is no I-Regexp', () => {
    expect(valuesOf('$.names[?search(@, $.pattern)]', { names: ['a(', 'b'], pattern: 'a(' })).toEqual([]);
  });
});

/** An array in an array in an array …, as JSON.parse makes it from a page. */
const deep = (levels: number): JsonValue =>
  JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`) as JsonValue;

describe('values of any depth and size', () => {
  it('finds what lies deep', () => {
    const found = select('$..a', deep(50_000));
    expect(found).toHaveLength(50_000);
    expect(found.at(-1)?.keys).toHaveLength(100_000);
  });

  it('compares what lies deep', () => {
    expect(valuesOf('$[?@ == $[1]]', [deep(50_000), deep(50_000), deep(49_999)])).toHaveLength(2);
  });

  it('counts a wide array', () => {
    expect(
      valuesOf(
        '$[?@ > 899999]',
        Array.from({ length: 900_000 }, (_, index) => index),
      ),
    ).toEqual([]);
  });

  it('takes a path with thousands of steps', () => {
    expect(valuesOf(`$${'[0]'.repeat(6000)}`, deep(10_000))).toEqual([]);
    expect(valuesOf(`$${"[0]['a']".repeat(2000)}`, deep(2000))).toEqual([1]);
  });

  const wide = Array.from({ length: 5000 }, (_, index) => ({ a: index, b: [index] }));
  it.each([
    ['filters in filters', '$[?$[?@.a == $[0].a]]', wide],
    ['descendants of descendants', '$..*..*..*', deep(5000)],
    ['descendants in filters', '$..[?@..[?@..[?@..*]]]', deep(2000)],
    ['every selection many times', `$[${'*,'.repeat(2000)}*]`, wide],
    [
      'a pattern for each of many',
      "$[?$[?search(@.c, '(a|aa)*b')]]",
      wide.map((_, i) => ({ c: 'a'.repeat(i % 200) })),
    ],
  ])('gives up on what would take minutes: %s', (_, source, value) => {
    expect(() => select(source, value)).toThrow(SelectorCostError);
  });
});
