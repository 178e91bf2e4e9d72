import { describe, expect, it } from 'vitest';
import { argumentsOf } from '../../../electron/api/arguments.ts';
import { isTooDeep } from '../../../electron/api/json-body.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the nesting of JSON', () => {
  it.each<[string, string, boolean]>([
    ['as deep as is read', nested(200), false],
    ['one deeper', nested(201), true],
    ['much deeper, and never closed', '{"a":'.repeat(100_000), true],
    ['one after the other', `[${Array(1000).fill('[{}]').join(',')}]`, false],
    ['within a text', JSON.stringify({ a: nested(1000) }), false],
    ['within a text with quotes', JSON.stringify({ a: `\\"${nested(1000)}\\` }), false],
    ['after a text that ends with a backslash', `["\\\\",${nested(201)}]`, true],
  ])('is seen: %s', (_, text, expected) => {
    expect(isTooDeep(text)).toBe(expected);
  });

  it('in a query leaves the text as it is', () => {
    const schema = { type: 'object', properties: { view: { type: 'object' } } };
    const view = '{"a":'.repeat(300);
    expect(argumentsOf(schema, { path: {}, query: { view }, body: undefined })).toEqual({ view });
  });
});
