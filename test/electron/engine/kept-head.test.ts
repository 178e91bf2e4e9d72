import { expect, it } from 'vitest';
import { keptHead } from '../../../electron/engine/kept-head.ts';

const removed = '[removed]';

it.each([
  ['Set-Cookie', 'session=1; HttpOnly', removed],
  ['set-cookie2', 'a=1', removed],
  ['Authorization', 'Basic YTpi', removed],
  ['Authentication-Info', 'nextnonce="1"', removed],
  ['Proxy-Authenticate', 'Basic', removed],
  ['PROXY-Anything', 'x', removed],
  ['X-CSRF-Token', 'x', removed],
  ['WWW-Authenticate', 'Basic realm="a"', 'Basic realm="a"'],
  ['Cookie-Policy', 'x', 'x'],
])('%s: %s is kept as %s', (name, value, kept) => {
  const head = {
    statusLine: 'HTTP/1.1 200 OK',
    fields: ['Date', 'Mon', name, value, 'Vary', 'a', 'Vary', 'b'],
  };
  const headers = { date: 'Mon' };
  expect(keptHead({ head, headers })).toEqual({
    statusLine: 'HTTP/1.1 200 OK',
    fields: ['Date', 'Mon', name, kept, 'Vary', 'a', 'Vary', 'b'],
  });
});

it('takes the joined headers where the head is not known, without those of our own', () => {
  const headers = { date: 'Mon', 'x-spider-studio-shown': '1', 'set-cookie': 'a=1' };
  expect(keptHead({ headers })).toEqual({
    statusLine: null,
    fields: ['date', 'Mon', 'set-cookie', removed],
  });
});
