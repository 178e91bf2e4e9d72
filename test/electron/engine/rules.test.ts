import { describe, expect, it } from 'vitest';
import { fingerprintUrl } from '../../../electron/engine/fingerprint.ts';
import { KnownLinks } from '../../../electron/engine/known-links.ts';
import {
  claimLinks,
  compileRules,
  judge,
  ruleForStartUrl,
  type ClaimOptions,
} from '../../../electron/engine/rules.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import { PatternCostError } from '../../../electron/patterns/compile.ts';
import type { Rule } from '../../../shared/spider/schema.ts';

const pageUrl = 'http://example.com/list';
const domains = ['example.com'];
const claim = (rules: Rule[], html: string, options?: ClaimOptions) =>
  claimLinks(compileRules({ rules }), parsePage(html), pageUrl, domains, options);
/** `path -> rule` for every link that was taken. */
const taken = (rules: Rule[], html: string, options?: ClaimOptions) =>
  Object.fromEntries(
    claim(rules, html, options).claimed.map(({ url, rule }) => [url.replace('http://example.com', ''), rule]),
  );
const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('\n');

/** Whether one rule's patterns accept http://example.com/books/1.html?x=a#top. */
const judgements: [string, Rule, boolean, string, string | null][] = [
  ['a deny that matches rejects', { deny: ['/books/'] }, false, 'deny', '/books/'],
  ['deny beats allow', { allow: ['/books/'], deny: ['\\.html'] }, false, 'deny', '\\.html'],
  [
    'deny beats allow when it is the same',
    { allow: ['/books/'], deny: ['/books/'] },
    false,
    'deny',
    '/books/',
  ],
  ['any deny will do', { allow: ['/books/'], deny: ['/x/', 'html'] }, false, 'deny', 'html'],
  ['an allow that matches accepts', { allow: ['/books/\\d+'] }, true, 'allow', '/books/\\d+'],
  ['any allow will do', { allow: ['/x/', '/books/'] }, true, 'allow', '/books/'],
  [
    'a deny that does not match leaves it to allow',
    { allow: ['/books/'], deny: ['/x/'] },
    true,
    'allow',
    '/books/',
  ],
  ['no allow accepts', {}, true, 'no-allow', null],
  ['null is no allow', { allow: null, deny: null }, true, 'no-allow', null],
  ['an empty list is no allow', { allow: [], deny: [] }, true, 'no-allow', null],
  ['no allow, and a deny that does not match', { deny: ['/x/'] }, true, 'no-allow', null],
  ['no allow that matches rejects', { allow: ['/x/', '/y/'] }, false, 'no-match', null],
  ['patterns are searched, not anchored', { allow: ['ooks'] }, true, 'allow', 'ooks'],
  ['patterns may anchor themselves', { allow: ['^/books'] }, false, 'no-match', null],
  [
    'patterns see scheme and host',
    { allow: ['^http://example\\.com/books'] },
    true,
    'allow',
    '^http://example\\.com/books',
  ],
  ['patterns see the query', { allow: ['\\?x=a'] }, true, 'allow', '\\?x=a'],
  ['patterns see the fragment', { deny: ['#top$'] }, false, 'deny', '#top$'],
  ['patterns mind the case', { allow: ['/BOOKS/'] }, false, 'no-match', null],
  [
    'patterns are written for Python',
    { allow: ['(?i)/BOOKS/(?P<id>\\d+)'] },
    true,
    'allow',
    '(?i)/BOOKS/(?P<id>\\d+)',
  ],
];

describe('the patterns of a rule', () => {
  it.each(judgements)('%s', (_, rule, accepted, kind, pattern) => {
    const [compiled] = compileRules({ rules: [rule] }).rules;
    expect(compiled && judge(compiled, 'http://example.com/books/1.html?x=a#top')).toEqual({
      accepted,
      kind,
      pattern,
    });
  });
});

describe('claimLinks', () => {
  it('gives a link to the first rule that takes it, whatever the priorities', () => {
    const rules: Rule[] = [
      { allow: ['/books/\\d'], callback: 'book', priority: 0 },
      { allow: ['/books/'], priority: 1000 },
      { deny: ['/private'], callback: 'parse_article' },
    ];
    const html = links('/books/1', '/books/', '/music', '/private', '/books/private');
    expect(taken(rules, html)).toEqual({ '/books/1': 0, '/books/': 1, '/music': 2, '/books/private': 1 });
  });

  it('goes on to the next rule when a deny of one rejects', () => {
    expect(taken([{ deny: ['/a'], callback: 'x' }, { allow: ['/a'] }], links('/a', '/b'))).toEqual({
      '/a': 1,
      '/b': 0,
    });
  });

  it.each<[string, Rule, Record<string, number>]>([
    ['callback and follow', { callback: 'parse_article', follow: true }, { '/a': 0 }],
    ['callback, follow left out', { callback: 'parse_article' }, { '/a': 0 }],
    ['a leaf', { callback: 'parse_article', follow: false }, { '/a': 0 }],
    ['navigation', { callback: null, follow: true }, { '/a': 0 }],
    ['navigation with everything left out', {}, { '/a': 0 }],
    ['neither', { callback: null, follow: false }, {}],
  ])('takes links for %s', (_, rule, expected) => {
    expect(taken([rule], links('/a'))).toEqual(expected);
  });

  it('lets a rule that neither extracts nor follows take links away from later rules', () => {
    const { claimed, dropped } = claim(
      [{ allow: ['/a'], follow: false }, { callback: 'x' }],
      links('/a', '/b'),
    );
    expect(claimed.map(({ url, rule }) => [url, rule])).toEqual([['http://example.com/b', 1]]);
    expect(dropped).toEqual([
      {
        url: 'http://example.com/a',
        code: 'unused',
        reason: 'matched by a rule that neither extracts nor follows',
        rule: 0,
        pattern: '/a',
      },
    ]);
  });

  it('has rules take links from their regions only', () => {
    const html = `<nav>${links('/a', '/b')}</nav><main>${links('/c', '/d')}</main><footer>${links('/e')}</footer>`;
    const rules: Rule[] = [
      { restrict_css: ['main'], allow: ['/c', '/a'], callback: 'x' },
      { restrict_xpaths: ['//nav'], restrict_css: ['main'] },
    ];
    expect(taken(rules, html)).toEqual({ '/a': 1, '/b': 1, '/c': 0, '/d': 1 });
    expect(claim(rules, html).dropped.map(({ url, code }) => [url, code])).toEqual([
      ['http://example.com/e', 'region'],
    ]);
  });

  it('takes empty lists of regions for the whole page', () => {
    expect(taken([{ restrict_css: [], restrict_xpaths: null }], links('/a'))).toEqual({ '/a': 0 });
  });

  it('counts every place where a link stands', () => {
    const html = `<nav>${links('/a')}</nav><main><a href="http://EXAMPLE.com/a#x">text in main</a></main>`;
    const result = claim([{ restrict_css: ['main'], callback: 'x' }, {}], html);
    expect(result.claimed).toEqual([
      {
        url: 'http://example.com/a',
        text: 'text in main',
        nofollow: false,
        rule: 0,
        fingerprint: fingerprintUrl('http://example.com/a'),
      },
    ]);
  });

  it('takes each request once, in the order of the page, without fragments', () => {
    const html = links('/b', '/a#one', '/a#two', '/c?y=1&x=2', '/c?x=2&y=1', '/b');
    const { claimed } = claim([{}], html);
    expect(claimed.map(({ url }) => url)).toEqual([
      'http://example.com/b',
      'http://example.com/a',
      'http://example.com/c?y=1&x=2',
    ]);
    expect(claimed.map(({ fingerprint }) => fingerprint)).toEqual(
      claimed.map(({ url }) => fingerprintUrl(url)),
    );
  });

  it('says why a link was dropped', () => {
    const html = links(
      '/books/1',
      'http://other.org/',
      'mailto:a@b.c',
      '/a.pdf',
      '/books/x',
      '/y',
      'http://[',
      `/${'l'.repeat(3000)}`,
    );
    const { dropped } = claim([{ allow: ['/books/'], deny: ['x$'] }], html);
    expect(dropped.map(({ code, reason, rule, pattern }) => [code, reason, rule, pattern])).toEqual([
      ['offsite', 'outside allowed_domains', null, null],
      ['scheme', 'with a scheme other than http and https', null, null],
      ['extension', 'with an ignored file extension', null, null],
      ['denied', 'denied by a rule', 0, 'x$'],
      ['no-rule', 'matched by no rule', null, null],
      ['invalid', 'with an invalid URL', null, null],
      ['too-long', 'with a URL that is too long', null, null],
    ]);
  });

  it('does not put known requests to the rules', () => {
    const compiled = compileRules({ rules: [{ allow: ['/'] }] });
    const asked: string[] = [];
    const rules = {
      ...compiled,
      rules: compiled.rules.map((rule) => ({
        ...rule,
        allow: rule.allow.map((pattern) => ({
          ...pattern,
          test: (url: string) => {
            asked.push(url);
            return pattern.test(url);
          },
        })),
      })),
    };
    const known = new KnownLinks();
    known.add(['/a', '/b'].map((path) => ({ fingerprint: fingerprintUrl(`http://example.com${path}`) })));
    const page = parsePage(links('/a', '/b#x', '/c'));
    const result = claimLinks(rules, page, pageUrl, domains, { known });
    expect(result.claimed.map(({ url }) => url)).toEqual(['http://example.com/c']);
    expect(asked).toEqual(['http://example.com/c']);
    // The second time, the verdict is remembered.
    claimLinks(rules, page, pageUrl, domains, { known });
    expect(asked).toEqual(['http://example.com/c']);
  });

  it('passes over places on pages that are requested, on whichever page they stand', () => {
    const rules = compileRules({ rules: [{ allow: ['/'] }] });
    const known = new KnownLinks();
    const claimedOn = (url: string, ...hrefs: string[]) =>
      claimLinks(rules, parsePage(links(...hrefs)), url, domains, { known }).claimed;
    known.add(claimedOn(pageUrl, '/old', '/new'));
    const other = 'http://example.com/elsewhere';
    for (let times = 0; times < 3; times += 1) {
      const found = claimedOn(other, '/old', '/old#one', 'new#two', 'https://example.com/old', '/newer#x');
      expect(found.map(({ url }) => url)).toEqual(['https://example.com/old', 'http://example.com/newer']);
    }
  });

  it('takes links with the same text for what they are on each site', () => {
    const rules = compileRules({ rules: [{ allow: ['/'] }] });
    const known = new KnownLinks();
    const claimedOn = (url: string) =>
      claimLinks(rules, parsePage(links('/a')), url, ['example.com'], { known }).claimed;
    const seen: string[] = [];
    for (const url of ['http://example.com/', 'https://example.com/', 'https://www.example.com/x']) {
      const found = claimedOn(url);
      known.add(found);
      seen.push(...found.map((link) => link.url), ...claimedOn(url).map((link) => link.url));
    }
    expect(seen).toEqual(['http://example.com/a', 'https://example.com/a', 'https://www.example.com/a']);
  });

  it('finds links again that were forgotten, and claims them again', () => {
    const rules = compileRules({ rules: [{ allow: ['/'] }] });
    const known = new KnownLinks();
    const page = parsePage(links('/a'));
    const claimed = () => claimLinks(rules, page, pageUrl, domains, { known }).claimed.length;
    expect(claimed()).toBe(1);
    expect(claimed()).toBe(1);
    known.add(claimLinks(rules, page, pageUrl, domains, { known }).claimed);
    expect(claimed()).toBe(0);
    known.add(Array.from({ length: 50_001 }, (_, n) => ({ fingerprint: `x${n}` })));
    const site = known.on(pageUrl, () => ({ url: null, problem: 'invalid', facts: null }));
    for (let n = 0; n <= 20_000; n += 1) {
      site.target(`/${n}`);
      site.markRequested(`/${n}`);
      known.factsOf(`http://example.com/${n}`);
    }
    known.add([]);
    expect(claimed()).toBe(1);
  });

  it('drops a link on which a pattern takes too long, and goes on', () => {
    const compiled = compileRules({ rules: [{ allow: ['/a'] }, {}] });
    const slow = {
      source: '(a+)+$',
      search: () => null,
      test: (url: string) => {
        if (url.endsWith('/a')) throw new PatternCostError('(a+)+$', url.length);
        return false;
      },
    };
    const [first, second] = compiled.rules;
    if (first === undefined || second === undefined) throw new Error('two rules are needed');
    const rules = { ...compiled, rules: [{ ...first, allow: [slow] }, second] };
    const { claimed, dropped } = claimLinks(rules, parsePage(links('/a', '/b')), pageUrl, domains);
    expect(claimed.map(({ url, rule }) => [url, rule])).toEqual([['http://example.com/b', 1]]);
    expect(dropped.map(({ url, code, rule, pattern }) => [url, code, rule, pattern])).toEqual([
      ['http://example.com/a', 'cost', 0, '(a+)+$'],
    ]);
  });

  it('gives a rule up for the rest of a page when it takes too long again and again', () => {
    const paths = Array.from({ length: 500 }, (_, i) => `/${'a'.repeat(1500)}${i}!`);
    const { claimed, dropped } = claim([{ allow: ['(a*)*\\1b'] }, {}], links(...paths));
    expect(claimed).toEqual([]);
    expect(dropped).toHaveLength(500);
    expect(new Set(dropped.map(({ code, rule }) => `${code} ${rule}`))).toEqual(new Set(['cost 0']));
    expect(dropped.filter(({ pattern }) => pattern !== null)).toHaveLength(20);
  });

  it('takes patterns made to blow up', () => {
    const evil = `/${'a'.repeat(1000)}!`;
    const { claimed, dropped } = claim(
      [{ allow: ['(a+)+$', '(a|aa)+$'], callback: 'x' }],
      links(evil, '/aaa'),
    );
    expect(claimed.map(({ url }) => url)).toEqual(['http://example.com/aaa']);
    expect(dropped).toHaveLength(1);
  });

  it('follows nothing without rules', () => {
    expect(claim([], links('/a'))).toEqual({ claimed: [], dropped: [], problems: [] });
  });

  it('compiles a selector that several rules name once', () => {
    const rules = compileRules({ rules: [{ restrict_css: ['main', 'nav'] }, { restrict_css: ['nav'] }] });
    expect(rules.regions.map(({ source }) => source)).toEqual(['main', 'nav']);
    expect(rules.rules.map(({ regions }) => regions)).toEqual([[0, 1], [1]]);
  });

  it.each<[string, Rule, RegExp]>([
    ['pattern', { allow: ['(a'] }, /^Rule 1: the pattern "\(a" cannot be used: /],
    ['CSS region', { restrict_css: ['a['] }, /^Rule 1: the region "a\[" is not a valid selector: /],
    [
      'XPath region',
      { restrict_xpaths: ['//a['] },
      /^Rule 1: the region "\/\/a\[" is not a valid selector: /,
    ],
  ])('names the rule whose %s cannot be read', (_, rule, message) => {
    expect(() => compileRules({ rules: [{}, rule] })).toThrow(message);
  });
});

describe('ruleForStartUrl', () => {
  const url = 'http://example.com/books/';
  it.each<[string, Rule[], number | null, string | null]>([
    ['no rules: parse_article', [], null, 'parse_article'],
    ['a rule that accepts it', [{ allow: ['/books/'], callback: 'list' }], 0, 'list'],
    ['a rule without allow', [{ callback: 'list' }], 0, 'list'],
    ['no rule accepts it', [{ allow: ['/books/\\d'], callback: 'book' }], null, null],
    ['deny counts', [{ allow: ['/books/'], deny: ['/$'], callback: 'list' }], null, null],
    ['rules without a callback are passed over', [{ allow: ['/books/'] }, { callback: 'list' }], 1, 'list'],
    ['only navigation', [{ allow: ['/books/'] }], null, null],
    [
      'rules with regions are passed over',
      [{ restrict_css: ['main'], callback: 'a' }, { callback: 'b' }],
      1,
      'b',
    ],
    ['the same for XPath', [{ restrict_xpaths: ['//main'], callback: 'a' }], null, null],
    ['a leaf counts', [{ callback: 'leaf', follow: false }], 0, 'leaf'],
    ['the first of several', [{ callback: 'a' }, { callback: 'b', priority: 9 }], 0, 'a'],
  ])('%s', (_, rules, rule, callback) => {
    expect(ruleForStartUrl(compileRules({ rules }), url)).toEqual({ rule, callback });
  });

  it('judges the URL in the form in which it is sent', () => {
    const rules = compileRules({ rules: [{ allow: ['example\\.com/$'], callback: 'home' }] });
    expect(ruleForStartUrl(rules, 'HTTP://EXAMPLE.com')).toEqual({ rule: 0, callback: 'home' });
  });
});
