import { describe, expect, test } from 'vitest';
import { jsonTextOf } from '../../shared/json-text.ts';
import { AnswerCollection, type NetworkAnswer, redacted } from '../../shared/network-answer.ts';

const answer = (changes: Partial<NetworkAnswer> = {}): NetworkAnswer => ({
  url: 'https://example.org/api/items?page=1',
  method: 'GET',
  requestHeaders: {},
  requestBody: null,
  status: 200,
  contentType: 'application/json',
  body: '{"items":[]}',
  ...changes,
});

function kept(...answers: NetworkAnswer[]): NetworkAnswer[] {
  const collection = new AnswerCollection();
  for (const each of answers) collection.add(each);
  return collection.answers;
}

describe('the answers that are kept', () => {
  test.each([
    ['JSON', {}, true],
    ['JSON:API', { contentType: 'application/vnd.api+json; charset=utf-8' }, true],
    ['JSON as text', { contentType: 'text/plain' }, true],
    ['JSON as HTML', { contentType: 'text/html' }, true],
    ['JSON as a script', { contentType: 'application/javascript' }, true],
    ['the call of a function', { contentType: 'text/javascript', body: 'cb1.f({"a":[1]});' }, true],
    ['a guarded answer', { body: ')]}\',\n{"a":1}' }, true],
    ['without a type', { contentType: null }, true],
    ['a created thing', { status: 201 }, true],
    ['an error', { status: 404 }, false],
    ['a script', { contentType: 'text/javascript', body: 'f({a: 1})' }, false],
    ['a page', { contentType: 'text/html', body: '<p>{}</p>' }, false],
    ['a picture', { contentType: 'image/png' }, false],
    ['a single number', { body: '12' }, false],
    ['what does not parse', { body: '{"a":' }, false],
    ['too much', { body: JSON.stringify('x'.repeat(4_000_001)) }, false],
  ])('%s: %j', (_, changes: Partial<NetworkAnswer>, isKept) => {
    expect(kept(answer(changes))).toHaveLength(isKept ? 1 : 0);
  });

  test('of the same request the last answer is kept, and POSTs differ by what they send', () => {
    const sent = (requestBody: string, body: string) => answer({ method: 'POST', requestBody, body });
    const all = kept(sent('a', '{"n":1}'), sent('b', '{"n":2}'), sent('a', '{"n":3}'));
    expect(all.map(({ requestBody, body }) => [requestBody, body])).toEqual([
      ['a', '{"n":3}'],
      ['b', '{"n":2}'],
    ]);
  });

  test('60 at most', () => {
    const many = Array.from({ length: 70 }, (_, index) => answer({ url: `https://example.org/${index}` }));
    expect(kept(...many)).toHaveLength(60);
  });

  test('of secret headers only the names', () => {
    const requestHeaders = {
      Cookie: 'a=b',
      Authorization: 'Bearer x',
      'X-CSRF-Token': 'x',
      'X-Auth-Token': 'x',
      'X-Api-Key': 'public',
      'X-Author': 'someone',
      Accept: 'application/json',
    };
    expect(kept(answer({ requestHeaders }))[0]?.requestHeaders).toEqual({
      cookie: redacted,
      authorization: redacted,
      'x-csrf-token': redacted,
      'x-auth-token': redacted,
      'x-api-key': 'public',
      'x-author': 'someone',
      accept: 'application/json',
    });
  });
});

test.each([
  ['{"a":1}', '{"a":1}', 0],
  [')]}\',\n{"a":1}', '\n{"a":1}', 5],
  ['for(;;);[1]', '[1]', 8],
  ['cb({"a":1})', '{"a":1}', 3],
  ['/**/ jQuery12_3([1]);\n', '[1]', 16],
  ["/**/ typeof app.cb === 'function' && app.cb({});", '{}', 44],
  ['cb({"a":1}', 'cb({"a":1}', 0],
  ['cb("text")', 'cb("text")', 0],
])('the JSON of %j', (written, text, offset) => {
  expect(jsonTextOf(written)).toEqual({ text, offset });
});
