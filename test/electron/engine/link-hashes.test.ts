import { describe, expect, it } from 'vitest';
import { LinkHashes } from '../../../electron/engine/link-hashes.ts';

const site = 'https://www.example.org';

describe('hashed links', () => {
  it.each([
    ['/a', '/a', true],
    ['/a', '/a#place', true],
    ['/a', '/a#', true],
    ['/a#place', '/a#place', true],
    ['/a#place', '/a#other', false],
    ['/a#place', '/a', false],
    ['/a', '/a/', false],
    ['/a', '/A', false],
    ['/a', '/', false],
    ['/a?b=1', '/a?b=2', false],
    ['https://other.example.org/a', 'https://other.example.org/a', true],
    ['https://other.example.org/a', 'http://other.example.org/a', false],
  ])('with %j: %j is in them: %s', (added, asked, expected) => {
    const links = new LinkHashes();
    const begun = links.begin(site);
    links.add(begun, added);
    expect(links.has(begun, asked)).toBe(expected);
  });

  it('are told apart by site', () => {
    const links = new LinkHashes();
    links.add(links.begin(site), '/a');
    expect(links.has(links.begin(site), '/a')).toBe(true);
    expect(links.has(links.begin('http://www.example.org'), '/a')).toBe(false);
    expect(links.has(links.begin('https://example.org'), '/a')).toBe(false);
  });

  it('are told from each other, thousands of them', () => {
    const links = new LinkHashes();
    const begun = links.begin(site);
    const named = (n: number) => `/section-${n % 97}/article-${n}.html`;
    for (let n = 0; n < 20_000; n++) links.add(begun, named(n));
    const wrong = Array.from({ length: 100_000 }, (_, n) => n).filter(
      (n) => links.has(begun, named(n)) !== n < 20_000,
    );
    expect(wrong).toEqual([]);
  });

  it('are forgotten rather than kept without end', () => {
    const links = new LinkHashes();
    const begun = links.begin(site);
    for (let n = 0; n <= 20_000; n++) links.add(begun, `/${n}`);
    expect([links.has(begun, '/0'), links.has(begun, '/20000')]).toEqual([false, true]);
  });
});
