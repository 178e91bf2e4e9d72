import { expect, it } from 'vitest';
import { givenCallback } from '../../../../../electron/host/work/tester/given-callback.ts';
import { readRules } from '../../../../../electron/host/work/tester/parts.ts';

it.each([
  ['the request', 'q=boots', 'parse_boots', /^start_requests\[1\] \(POST\) asks for it/],
  ['another that is sent there', 'q=hats', null, /^No start request of the spider sends this POST/],
])('is that of %s whose answer was saved', (_what, body, callback, reason) => {
  const url = 'https://example.org/search';
  const ask = (q: string) => ({ url, form: { q }, callback: `parse_${q}` });
  const asking = JSON.stringify({
    name: 'shop',
    allowed_domains: ['example.org'],
    start_urls: [],
    start_requests: [ask('shoes'), ask('boots')],
  });
  const page = { url, request: { url, message: { method: 'POST', body } } };
  expect(givenCallback(readRules(asking), page)).toEqual({
    url,
    callback,
    reason: expect.stringMatching(reason),
  });
});
