import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { argumentsOf, type Said } from '../../../electron/api/arguments.ts';

const schema = Type.Object({
  run: Type.String(),
  limit: Type.Optional(Type.Integer()),
  ratio: Type.Optional(Type.Number()),
  dryRun: Type.Optional(Type.Boolean()),
  url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  version: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  after: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  kinds: Type.Optional(Type.Array(Type.String())),
  ids: Type.Optional(Type.Array(Type.Integer())),
  rule: Type.Optional(Type.Object({ days: Type.Integer() })),
});
const nothing: Said = { path: {}, query: {}, body: undefined };

describe('the arguments of a call in a request', () => {
  it.each<[string, Partial<Said>, unknown]>([
    ['of the path', { path: { run: '7' } }, { run: '7' }],
    ['a whole number', { query: { limit: '10' } }, { limit: 10 }],
    ['a number below zero', { query: { ratio: '-0.5' } }, { ratio: -0.5 }],
    ['what is no number stays text, for the check to name', { query: { limit: 'ten' } }, { limit: 'ten' }],
    ['yes', { query: { dryRun: 'true' } }, { dryRun: true }],
    ['no', { query: { dryRun: 'false' } }, { dryRun: false }],
    ['what is neither', { query: { dryRun: '1' } }, { dryRun: '1' }],
    ['text that looks like a number', { query: { run: '007' } }, { run: '007' }],
    ['text', { query: { url: 'null' } }, { url: 'null' }],
    ['no text', { query: { url: '' } }, { url: null }],
    ['an empty text, where there must be one', { query: { run: '' } }, { run: '' }],
    ['a number, where a name is taken too', { query: { version: '3' } }, { version: 3 }],
    ['a name, where a number is taken too', { query: { version: 'best' } }, { version: 'best' }],
    ['no number', { query: { after: '' } }, { after: null }],
    ['a list of one', { query: { kinds: 'failed' } }, { kinds: ['failed'] }],
    ['a list', { query: { kinds: ['failed', 'skipped'] } }, { kinds: ['failed', 'skipped'] }],
    ['a list of numbers', { query: { ids: ['1', '2'] } }, { ids: [1, 2] }],
    ['a list as JSON', { query: { ids: '[1,2]' } }, { ids: [1, 2] }],
    ['an object as JSON', { query: { rule: '{"days":3}' } }, { rule: { days: 3 } }],
    ['an object that is no JSON', { query: { rule: '{days}' } }, { rule: '{days}' }],
    ['an unknown one, for the check to name', { query: { color: 'red' } }, { color: 'red' }],
    ['of the body, as they are', { body: { limit: '10', ids: [1] } }, { limit: '10', ids: [1] }],
    ['the path before the body', { path: { run: '7' }, body: { run: '8' } }, { run: '7' }],
    ['no body', { body: null }, {}],
    ['a body that is a list, for the check to refuse', { body: [1] }, [1]],
    ['a body that is text', { body: 'x' }, 'x'],
  ])('%s', (_, said, args) => {
    expect(argumentsOf(schema, { ...nothing, ...said })).toEqual(args);
  });

  it('are data, also under the name of the prototype', () => {
    const body: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    const args = argumentsOf(schema, { ...nothing, body });
    expect(Object.keys(args as object)).toEqual(['__proto__']);
    expect((args as { admin?: unknown }).admin).toBeUndefined();
  });
});
