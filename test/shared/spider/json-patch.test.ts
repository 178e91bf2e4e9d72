import { describe, expect, it } from 'vitest';
import { patchText, type PatchOperation } from '../../../shared/spider/json-patch.ts';
import { maxTextLength } from '../../../shared/spider/limits.ts';

type Case = [name: string, document: unknown, patch: PatchOperation[], result: unknown];

/** The examples of appendix A of RFC 6902. `result` undefined: the patch is refused. */
const appendix: Case[] = [
  [
    'A.1 adding an object member',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux' }],
    { foo: 'bar', baz: 'qux' },
  ],
  [
    'A.2 adding an array element',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  [
    'A.3 removing an object member',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'remove', path: '/baz' }],
    { foo: 'bar' },
  ],
  [
    'A.4 removing an array element',
    { foo: ['bar', 'qux', 'baz'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['bar', 'baz'] },
  ],
  [
    'A.5 replacing a value',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6 moving a value',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7 moving an array element',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8 testing a value: success',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  ['A.9 testing a value: error', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], undefined],
  [
    'A.10 adding a nested member object',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  [
    'A.12 adding to a nonexistent target',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz/bat', value: 'qux' }],
    undefined,
  ],
  [
    'A.14 ~ escape ordering',
    { '/': 9, '~1': 10 },
    [{ op: 'test', path: '/~01', value: 10 }],
    { '/': 9, '~1': 10 },
  ],
  [
    'A.15 comparing strings and numbers',
    { '/': 9, '~1': 10 },
    [{ op: 'test', path: '/~01', value: '10' }],
    undefined,
  ],
  [
    'A.16 adding an array value',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
];

const others: Case[] = [
  ['adding over a member', { a: 1 }, [{ op: 'add', path: '/a', value: null }], { a: null }],
  ['the whole document', { a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
  ['adding at the root', { a: 1 }, [{ op: 'add', path: '', value: { b: 2 } }], { b: 2 }],
  ['removing the root', { a: 1 }, [{ op: 'remove', path: '' }], undefined],
  ['adding past the end', { a: [1] }, [{ op: 'add', path: '/a/2', value: 2 }], undefined],
  ['adding at the end by index', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
  ['an index with a zero before it', { a: [1, 2] }, [{ op: 'remove', path: '/a/01' }], undefined],
  ['- where nothing is', { a: [1] }, [{ op: 'remove', path: '/a/-' }], undefined],
  ['a key that looks like an index', { 0: 'a' }, [{ op: 'replace', path: '/0', value: 'b' }], { 0: 'b' }],
  ['an empty key', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
  ['into a text', { a: 'b' }, [{ op: 'add', path: '/a/0', value: 'c' }], undefined],
  ['into itself', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }], undefined],
  ['to where it is', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
  [
    'to a name that begins alike',
    { a: 1, ab: {} },
    [{ op: 'move', from: '/a', path: '/ab/c' }],
    { ab: { c: 1 } },
  ],
  ['a copy', { a: [{ b: 1 }] }, [{ op: 'copy', from: '/a/0', path: '/a/-' }], { a: [{ b: 1 }, { b: 1 }] }],
  [
    'objects in another order',
    { a: { b: 1, c: 2 } },
    [{ op: 'test', path: '/a', value: { c: 2, b: 1 } }],
    { a: { b: 1, c: 2 } },
  ],
  ['no pointer', { a: 1 }, [{ op: 'remove', path: 'a' }], undefined],
  ['a wrong escape', { '~': 1 }, [{ op: 'remove', path: '/~' }], undefined],
  ['no value', { a: 1 }, [{ op: 'add', path: '/b' }], undefined],
  ['no source', { a: 1 }, [{ op: 'copy', path: '/b' }], undefined],
  [
    'all or nothing',
    { a: 1 },
    [
      { op: 'remove', path: '/a' },
      { op: 'remove', path: '/a' },
    ],
    undefined,
  ],
];

describe('a JSON Patch', () => {
  it.each([...appendix, ...others])('%s', (_, document, patch, result) => {
    const patched = patchText(JSON.stringify(document, null, 2), patch);
    const made: unknown = 'text' in patched ? JSON.parse(patched.text) : undefined;
    expect(made).toEqual(result);
  });

  it('adds a plain key __proto__', () => {
    const value: PatchOperation['value'] = JSON.parse('{"x": 1}');
    const patched = patchText('{"a": 1}', [{ op: 'add', path: '/__proto__', value: value ?? null }]);
    expect(patched).toEqual({ text: '{"a": 1, "__proto__": { "x": 1 }}' });
  });

  it('leaves the rest byte for byte as it is', () => {
    const text = '\uFEFF{\n    "name": "shop",\n    "rules":   [ ],\n    "tags": ["a", "b"]\n}\n';
    const patched = patchText(text, [
      { op: 'add', path: '/tags/1', value: 'x' },
      { op: 'replace', path: '/name', value: 'news' },
    ]);
    expect(patched).toEqual({
      text: '\uFEFF{\n    "name": "news",\n    "rules":   [ ],\n    "tags": ["a", "x", "b"]\n}\n',
    });
  });

  it('removes a key that is given twice', () => {
    expect(patchText('{"a": 1, "b": 2, "a": 3}', [{ op: 'remove', path: '/a' }])).toEqual({
      text: '{"b": 2}',
    });
  });

  it('names the operation that cannot be made', () => {
    const patch: PatchOperation[] = [
      { op: 'test', path: '/a', value: 1 },
      { op: 'remove', path: '/b' },
    ];
    expect(patchText('{"a": 1}', patch)).toEqual({ operation: 1, problem: 'there is nothing at "/b"' });
    expect(patchText('{"a": 1', patch)).toEqual({ operation: 0, problem: 'the text is no JSON' });
  });

  it('has bounds', () => {
    const doubling = Array.from({ length: 40 }, (_, index): PatchOperation => ({
      op: 'copy',
      from: '',
      path: `/k${index}`,
    }));
    expect(patchText(JSON.stringify({ a: 'x'.repeat(1000) }), doubling)).toHaveProperty('problem');
    const huge = { op: 'add', path: '/b', value: 'x'.repeat(maxTextLength) } as const;
    expect(patchText('{"a": 1}', [huge])).toEqual({ operation: 0, problem: 'the text would be too long' });
    let deep: PatchOperation['value'] = 1;
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(patchText('{"a": 1}', [{ op: 'add', path: '/b', value: deep }])).toHaveProperty('problem');
  });
});
