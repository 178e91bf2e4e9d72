import { describe, expect, it } from 'vitest';
import { compileDomains } from '../../../electron/engine/domains.ts';
import { SettledLinks, type SettledHere } from '../../../electron/engine/settled-links.ts';

const domains = compileDomains(['example.org']);
const page = 'https://www.example.org/a/';

function on(links: SettledLinks, base: string, within = domains): SettledHere {
  const here = links.on(base, within);
  if (here === null) throw new Error(`${base} has no origin.`);
  return here;
}

describe('settled links', () => {
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
    ['https://other.example.org/a', '/a', false],
    // What means something else on the next page is never settled.
    ['a', 'a', false],
    ['//example.org/a', '//example.org/a', false],
    ['?page=2', '?page=2', false],
    ['#place', '#place', false],
    ['', '', false],
    [`/${'a'.repeat(1023)}`, `/${'a'.repeat(1023)}`, true],
    [`/${'a'.repeat(1024)}`, `/${'a'.repeat(1024)}`, false],
  ])('where %j is: %j %s', (added, asked, expected) => {
    const links = new SettledLinks();
    on(links, page).add(added);
    expect(on(links, page).has(asked)).toBe(expected);
  });

  it('hold for all pages of an origin, and for no other', () => {
    const links = new SettledLinks();
    on(links, page).add('/a');
    expect(on(links, 'https://www.example.org/elsewhere').has('/a')).toBe(true);
    expect(on(links, 'http://www.example.org/').has('/a')).toBe(false);
    expect(on(links, 'https://example.org/').has('/a')).toBe(false);
    expect(on(links, 'https://www.example.org:8443/').has('/a')).toBe(false);
  });

  it('hold for the domains of a crawl, and for no others', () => {
    const links = new SettledLinks();
    on(links, page).add('/a');
    expect(on(links, page, compileDomains(['example.org'])).has('/a')).toBe(false);
  });

  it('are none where a page has no origin', () => {
    expect(new SettledLinks().on('about:blank', domains)).toBeNull();
  });

  it('are told from each other, thousands of them', () => {
    const links = on(new SettledLinks(), page);
    const named = (n: number) => `/section-${n % 97}/article-${n}.html`;
    for (let n = 0; n < 20_000; n++) links.add(named(n));
    const wrong = Array.from({ length: 100_000 }, (_, n) => n).filter(
      (n) => links.has(named(n)) !== n < 20_000,
    );
    expect(wrong).toEqual([]);
  });

  it('are forgotten rather than kept without end', () => {
    const links = on(new SettledLinks(), page);
    for (let n = 0; n <= 20_000; n++) links.add(`/${n}`);
    expect([links.has('/0'), links.has('/20000')]).toEqual([false, true]);
  });
});
