import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalizeUrl } from '../../../electron/engine/canonical.ts';

interface Row {
  url: string;
  canonical: string;
  withFragment?: string;
}
const table = JSON.parse(
  readFileSync(new URL('../../fixtures/engine/canonical-urls.json', import.meta.url), 'utf8'),
) as { rows: Row[] };

describe('canonicalizeUrl', () => {
  it.each(table.rows)('gives what w3lib gives for $url', ({ url, canonical, withFragment }) => {
    expect(canonicalizeUrl(url)).toBe(canonical);
    expect(canonicalizeUrl(url, { keepFragment: true })).toBe(withFragment ?? canonical);
  });

  it('has a table worth the name', () => {
    expect(table.rows.length).toBeGreaterThan(400);
  });

  it.each([
    ['http://example.com/a b?q=1', 'http://example.com/a%20b?q=1'],
    ['http://example.com/?b=2&a=1', 'http://example.com/?a=1&b=2'],
    ['http://example.com/?a=2&a=10', 'http://example.com/?a=10&a=2'],
    ['http://example.com/?a-=1&a=2', 'http://example.com/?a=2&a-=1'],
    ['http://example.com/?b&a', 'http://example.com/?a=&b='],
    ['http://example.com/a#b', 'http://example.com/a'],
    ['HTTP://EXAMPLE.com/A', 'http://example.com/A'],
  ])('reads %s as %s', (url, canonical) => {
    expect(canonicalizeUrl(url)).toBe(canonical);
  });

  it('encodes a host by the rules that browsers follow, where w3lib follows older ones', () => {
    expect(canonicalizeUrl('http://straße.example/')).toBe('http://xn--strae-oqa.example/');
  });

  it('leaves the user name out of the encoding of the host', () => {
    expect(canonicalizeUrl('http://me@bücher.example/')).toBe('http://me@xn--bcher-kva.example/');
  });

  it.each([
    ['http://Me:PassWord@EXAMPLE.com/', 'http://Me:PassWord@example.com/'],
    ['HTTPS://Ada@Example.com:8080/?b&a', 'https://Ada@example.com:8080/?a=&b='],
    ['http://Me:A:B@Bücher.example:/', 'http://Me:A:B@xn--bcher-kva.example/'],
    ['http://a@B@EXAMPLE.com/', 'http://a@B@example.com/'],
  ])('keeps the case of user name and password: %s', (url, canonical) => {
    expect(canonicalizeUrl(url)).toBe(canonical);
  });

  it('never throws', () => {
    for (const odd of [
      '',
      '#',
      '?',
      'http://[',
      'http://[::1',
      'http://a]b/',
      '\ud800',
      'http://e.com/\udfff',
    ]) {
      expect(typeof canonicalizeUrl(odd)).toBe('string');
    }
  });

  it('takes a query of 100,000 arguments', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `a${(i * 7919) % 100_000}=%41`);
    const canonical = canonicalizeUrl(`http://example.com/?${names.join('&')}`);
    expect(canonical.startsWith('http://example.com/?a0=A&a1=A&a10=A&a100=A')).toBe(true);
  });
});
