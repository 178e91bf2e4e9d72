import { describe, expect, it } from 'vitest';
import { compileDomains, domainAllows } from '../../../electron/engine/domains.ts';

describe('domainAllows', () => {
  it.each([
    ['example.org', 'http://example.org/', true],
    ['example.org', 'https://example.org', true],
    ['example.org', 'http://www.example.org/a', true],
    ['example.org', 'http://a.b.example.org/a', true],
    ['example.org', 'http://badexample.org/', false],
    ['example.org', 'http://example.org.evil.com/', false],
    ['example.org', 'http://evil.com/example.org', false],
    ['example.org', 'http://evil.com/?example.org', false],
    ['example.org', 'http://evil.com#example.org', false],
    ['example.org', 'http://example.org@evil.com/', false],
    ['example.org', 'http://evil.com\\@example.org/', false],
    ['example.org', 'http://example.org:80@evil.com/', false],
    ['example.org', 'http://example.org:x/@evil.com/', false],
    ['example.org', 'http://user:pw@example.org/', true],
    ['www.example.org', 'http://example.org/', false],
    ['Example.ORG', 'http://EXAMPLE.org/', true],
    ['example.org.', 'http://example.org/', true],
    ['example.org', 'http://example.org./', true],
    ['example.org', 'http://example.org:8080/', true],
    ['bücher.example', 'http://xn--bcher-kva.example/', true],
    ['xn--bcher-kva.example', 'http://www.bücher.example/', true],
    ['BÜCHER.example', 'http://bücher.example/', true],
    ['127.0.0.1', 'http://127.0.0.1:8000/a', true],
    ['127.0.0.1', 'http://127.1/a', true],
    ['0.0.1', 'http://127.0.0.1/', false],
    ['1', 'http://127.0.0.1/', false],
    ['::1', 'http://[::1]:80/', true],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]/', true],
    ['::1', 'http://[::2]/', false],
    ['localhost', 'http://localhost:3000/', true],
    ['localhost', 'http://app.localhost/', true],
    [' example.org ', 'http://example.org/', true],
    ['example.org/path', 'http://example.org/path', false],
    ['http://example.org', 'http://example.org/', false],
    ['', 'http://example.org/', false],
    ['example.org', 'not a url', false],
    ['example.org', '', false],
    ['org', 'http://example.org/', true],
    ['sub_domain.example.org', 'http://sub_domain.example.org/', true],
  ])('domain %o and URL %o: %o', (domain, url, allowed) => {
    expect(domainAllows([domain], url)).toBe(allowed);
  });

  it('allows what any of several domains covers, and nothing without domains', () => {
    expect(domainAllows(['a.org', 'b.org'], 'http://x.b.org/')).toBe(true);
    expect(domainAllows([], 'http://a.org/')).toBe(false);
  });

  it('gives the same answers when it is asked again', () => {
    const matcher = compileDomains(['example.org']);
    for (let i = 0; i < 3; i++) {
      expect(matcher.allows('http://www.example.org/a')).toBe(true);
      expect(matcher.allows('http://example.com/a')).toBe(false);
    }
  });
});
