import { describe, expect, it } from 'vitest';
import { nearest } from '../../../shared/spider/nearest.ts';

const names = ['allow', 'deny', 'callback', 'follow', 'start_urls', 'CONCURRENT_REQUESTS', 'DOWNLOAD_DELAY'];

describe('nearest', () => {
  it.each([
    ['alow', 'allow'],
    ['allwo', 'allow'],
    ['callbacks', 'callback'],
    ['start-urls', 'start_urls'],
    ['startUrls', 'start_urls'],
    ['START_URL', 'start_urls'],
    ['concurent_request', 'CONCURRENT_REQUESTS'],
    ['DOWNLOAD DELAY', 'DOWNLOAD_DELAY'],
    ['allow', 'allow'],
    ['deny_all', null],
    ['xyz', null],
    ['', null],
    ['a'.repeat(100_000), null],
  ])('of %j is %j', (name, expected) => {
    expect(nearest(name, names)).toBe(expected);
  });

  it('takes the first among equals, and the closer one before it', () => {
    expect(nearest('cat', ['bat', 'hat'])).toBe('bat');
    expect(nearest('abcdefg', ['abxdefy', 'abcdefy'])).toBe('abcdefy');
    expect(nearest('name', [])).toBe(null);
  });
});
