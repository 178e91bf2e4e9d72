import { expect, it } from 'vitest';
import { bodyValue, withBodyValue } from '../../../shared/spider/next-body.ts';

it.each<[string, string, string, string | number, string | null, string | null]>([
  ['a form', 'q=a&page=1', 'page', 2, '1', 'q=a&page=2'],
  ['a form without it', 'q=a', 'cursor', 'x y', null, 'q=a&cursor=x%20y'],
  ['a number of JSON', '{"page":1,"q":"a"}', 'page', '2', '1', '{"page":2,"q":"a"}'],
  ['a text of JSON', '{"page":"1"}', 'page', 2, '1', '{"page":"2"}'],
  [
    'a member inside',
    '{"variables":{"first":2,"after":null}}',
    'variables.after',
    'Yw',
    null,
    '{"variables":{"first":2,"after":"Yw"}}',
  ],
  [
    'a member that is not there',
    '{"query":"q"}',
    '$.variables.after',
    'Yw',
    null,
    '{"query":"q","variables":{"after":"Yw"}}',
  ],
  ['a list on the way', '{"variables":[1]}', 'variables.after', 'Yw', null, null],
  ['a list', '[{"page":1}]', 'page', 2, null, null],
])('finds and changes a parameter in %s', (_, body, name, value, before, after) => {
  expect(bodyValue(body, name)).toBe(before);
  expect(withBodyValue(body, name, value)).toBe(after);
});
