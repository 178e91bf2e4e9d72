import { describe, expect, it } from 'vitest';
import { encodedPath, encodedQuery, hashOf, signed } from '../../../electron/object-storage/signature.ts';

/** The credentials and the time of the examples in Amazon's documentation of Signature Version 4. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const at = Date.UTC(2013, 4, 24);
const host = 'examplebucket.s3.amazonaws.com';

describe('signatures are those of the examples in the documentation', () => {
  it.each([
    {
      what: 'an object with a range',
      request: { method: 'GET', path: '/test.txt', query: [], headers: { host, range: 'bytes=0-9' } },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'a list',
      request: {
        method: 'GET',
        path: '/',
        query: [
          ['prefix', 'J'],
          ['max-keys', '2'],
        ] as const,
        headers: { host },
      },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
    {
      what: 'a query without a value',
      request: { method: 'GET', path: '/', query: [['lifecycle', '']] as const, headers: { host } },
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
  ])('$what', ({ request, signature }) => {
    const headers = signed({ ...request, bodyHash: hashOf('') }, credentials, 'us-east-1', at);
    expect(headers['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
  });
});

it('paths and queries are encoded as they are signed', () => {
  expect(encodedPath("a b/ü(1)*'.gz")).toBe('a%20b/%C3%BC%281%29%2A%27.gz');
  expect(
    encodedQuery([
      ['b', '1 2'],
      ['a', '/'],
    ]),
  ).toBe('a=%2F&b=1%202');
});
