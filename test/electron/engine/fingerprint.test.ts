import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprintResolved, fingerprintUrl } from '../../../electron/engine/fingerprint.ts';

const same = (url: string) => fingerprintUrl(url) === fingerprintUrl('http://example.com/b?x=1&y=2');

describe('fingerprintUrl', () => {
  it('is the first 64 bits of the SHA-1 of the canonical URL', () => {
    const sha1 = createHash('sha1').update('http://example.com/b?x=1&y=2').digest('hex');
    expect(fingerprintUrl('http://example.com/b?y=2&x=1#top')).toBe(sha1.slice(0, 16));
    expect(fingerprintUrl('http://example.com/')).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    'http://example.com/b?y=2&x=1',
    'http://example.com:80/b?x=1&y=2',
    'HTTP://EXAMPLE.COM/b?x=1&y=2#part',
    'http://example.com/a/../b?x=1&y=2',
    'http://example.com/./b?x=1&&y=2',
    ' http://example.com/b?x=%31&y=2 ',
  ])('takes %s for the same request', (url) => {
    expect(same(url)).toBe(true);
  });

  it.each([
    'https://example.com/b?x=1&y=2',
    'http://example.com:8080/b?x=1&y=2',
    'http://example.com/B?x=1&y=2',
    'http://example.com/b/?x=1&y=2',
    'http://example.com/b?x=1',
    'http://example.com/b?x=2&y=1',
  ])('takes %s for another one', (url) => {
    expect(same(url)).toBe(false);
  });

  it('is the same for a resolved URL without reading it again', () => {
    for (const url of ['http://example.com/', 'http://example.com/a%5Bb?x=%C3%A9#f', 'http://[::1]:8080/a']) {
      expect(fingerprintResolved(url)).toBe(fingerprintUrl(url));
    }
  });

  it('tells what is no URL apart too', () => {
    expect(fingerprintUrl('nonsense')).not.toBe(fingerprintUrl('other nonsense'));
  });
});
