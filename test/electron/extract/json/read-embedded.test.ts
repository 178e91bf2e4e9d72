import { expect, test } from 'vitest';
import { readEmbedded } from '../../../../electron/extract/json/read-embedded.ts';

test.each([
  ['{"a":1}', { a: 1 }],
  ['window.__STATE__ = {"a":[1,"}"]};', { a: [1, '}'] }],
  ['window.__STATE__={"a":"\\"};"};(function(){ run({}); }());', { a: '"};' }],
  ['var data = [1, 2]', [1, 2]],
  ['window[\'__DATA__\'] = {"a": {}};', { a: {} }],
  ['self.app.data = JSON.parse("{\\"a\\":1}");', { a: 1 }],
])('the JSON in %j', (text, value) => {
  expect(readEmbedded(text)).toEqual({ ok: true, value });
});

test.each([
  ['run({"a":1}, 2)'],
  ['window.a = {b: 1}'],
  ['window.a = "text"'],
  ['window.a = {"b": 1'],
  ['if (a == {"b": 1}) c()'],
  ['window.a = JSON.parse("no")'],
])('none in %j', (text) => {
  expect(readEmbedded(text)).toMatchObject({ ok: false });
});
