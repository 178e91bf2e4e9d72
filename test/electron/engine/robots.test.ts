import { describe, expect, it } from 'vitest';
import { parseRobots, robotsFromStatus } from '../../../electron/engine/robots.ts';

const agent = 'SpiderStudio/0.1 (+https://example.org/about)';
const lines = (...text: string[]) => text.join('\n');
const allows = (robots: string, path: string, userAgent = agent) =>
  parseRobots(robots).allows(userAgent, `http://site.example${path}`);

/** One group for everyone; each row: lines of the group, path, expected answer. */
const matching: [string[], string, boolean][] = [
  // Nothing forbids.
  [[], '/', true],
  [['Disallow:'], '/', true],
  [['Disallow: '], '/x', true],
  [['Allow:'], '/x', true],
  // A pattern is the beginning of a path; case matters there.
  [['Disallow: /'], '/', false],
  [['Disallow: /'], '/anything?x=1', false],
  [['Disallow: /fish'], '/fish', false],
  [['Disallow: /fish'], '/fish.html', false],
  [['Disallow: /fish'], '/fish/salmon.html', false],
  [['Disallow: /fish'], '/fishheads', false],
  [['Disallow: /fish'], '/fish?id=1', false],
  [['Disallow: /fish'], '/Fish', true],
  [['Disallow: /fish'], '/catfish', true],
  [['Disallow: /fish'], '/?id=fish', true],
  [['Disallow: /fish/'], '/fish', true],
  [['Disallow: /fish/'], '/fish/', false],
  [['Disallow: /fish/'], '/fish/x?y', false],
  [['Disallow: fish'], '/fish', true],
  // "*" is any text, also none.
  [['Disallow: /fish*'], '/fish', false],
  [['Disallow: /fish*'], '/fish.html', false],
  [['Disallow: /*.php'], '/index.php', false],
  [['Disallow: /*.php'], '/a/b.php?x=1', false],
  [['Disallow: /*.php'], '/.php', false],
  [['Disallow: /*.php'], '/windows.PHP', true],
  [['Disallow: /*.php'], '/', true],
  [['Disallow: *'], '/x', false],
  [['Disallow: */private'], '/a/private', false],
  [['Disallow: *private'], '/private', false],
  [['Disallow: /a*b*c'], '/axxbyyc', false],
  [['Disallow: /a*b*c'], '/axxcyyb', true],
  [['Disallow: /a**c'], '/abc', false],
  [['Disallow: /*?'], '/a?', true],
  [['Disallow: /*?'], '/a?b', false],
  [['Disallow: /*?'], '/a', true],
  // "$" at the end is the end of the URL, elsewhere it is text.
  [['Disallow: /*.php$'], '/a.php', false],
  [['Disallow: /*.php$'], '/a.php?x', true],
  [['Disallow: /*.php$'], '/a.php/', true],
  [['Disallow: /*.php$'], '/a.php.php', false],
  [['Disallow: /fish$'], '/fish', false],
  [['Disallow: /fish$'], '/fish/', true],
  [['Disallow: /$'], '/', false],
  [['Disallow: /$'], '/a', true],
  [['Disallow: /a$b'], '/a$b', false],
  [['Disallow: /a$b'], '/a', true],
  [['Disallow: /a*$'], '/abc', false],
  [['Disallow: /aba*aba$'], '/aba', true],
  [['Disallow: /aba*aba$'], '/abaaba', false],
  [['Disallow: $'], '/', true],
  // The longest pattern decides, whatever the order; in a tie, allow.
  [['Disallow: /', 'Allow: /p'], '/page', true],
  [['Allow: /p', 'Disallow: /'], '/page', true],
  [['Allow: /p', 'Disallow: /'], '/x', false],
  [['Allow: /folder', 'Disallow: /folder'], '/folder/page', true],
  [['Disallow: /folder', 'Allow: /folder'], '/folder/page', true],
  [['Allow: /page', 'Disallow: /*.htm'], '/page.htm', false],
  [['Allow: /page', 'Disallow: /*.ph'], '/page.php5', true],
  [['Allow: /$', 'Disallow: /'], '/', true],
  [['Allow: /$', 'Disallow: /'], '/page.htm', false],
  [['Disallow: /x/', 'Allow: /x/page.html'], '/x/page.html', true],
  [['Disallow: /x/', 'Allow: /x/page.html'], '/x/page', false],
  // Percent-encoding: two spellings of one character are one.
  [
    ['Disallow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
    '/foo/bar?qux=taz&baz=http://foo.bar?tar&par',
    false,
  ],
  [['Disallow: /foo/ツ'], '/foo/%E3%83%84', false],
  [['Disallow: /foo/%E3%83%84'], '/foo/ツ', false],
  [['Disallow: /foo/%e3%83%84'], '/foo/%E3%83%84', false],
  [['Disallow: /foo/%62%61%7A'], '/foo/baz', false],
  [['Disallow: /foo/baz'], '/foo/%62%61%7a', false],
  [['Disallow: /a%3cd.html'], '/a%3Cd.html', false],
  [['Disallow: /a%2Fb'], '/a/b', true],
  [['Disallow: /a/b'], '/a%2fb', true],
  [['Disallow: /a%2fb'], '/a%2Fb', false],
  [['Disallow: /a b'], '/a%20b', false],
  [['Disallow: /a%2A'], '/a*', false],
  [['Disallow: /a%2A'], '/ab', true],
  [['Disallow: /a%24'], '/a$', false],
  [['Disallow: /a%24'], '/a', true],
  [['Disallow: /100%'], '/100%', false],
  [['Disallow: /[a]|b'], '/[a]|b', false],
  // The file itself may always be read.
  [['Disallow: /'], '/robots.txt', true],
  // Fragments are never sent.
  [['Disallow: /a#b'], '/a', false],
  [['Disallow: /x'], '/a#/x', true],
];

describe('patterns', () => {
  it.each(matching)('%o and %s: allowed %o', (group, path, allowed) => {
    expect(allows(lines('User-agent: *', ...group), path)).toBe(allowed);
  });
});

const groupOfTwo = lines(
  'User-agent: a',
  'User-agent: spiderstudio',
  'Disallow: /x',
  '',
  'User-agent: *',
  'Disallow: /',
);

/** File, path, user agent, expected answer. */
const grouping: [string, string, string, string, boolean][] = [
  ['no file', '', '/', agent, true],
  ['only a comment', '# hello', '/', agent, true],
  ['HTML instead', '<!doctype html><title>Not found</title>', '/', agent, true],
  ['rules before any agent', 'Disallow: /', '/', agent, true],
  ['another agent only', 'User-agent: other\nDisallow: /', '/', agent, true],
  ['its own group', 'User-agent: SpiderStudio\nDisallow: /', '/', agent, false],
  ['another case', 'user-AGENT: sPiDeRsTuDiO\ndisALLOW: /', '/', agent, false],
  ['with a version', 'User-agent: SpiderStudio/9.9\nDisallow: /', '/', agent, false],
  ['a longer name', 'User-agent: SpiderStudioPlus\nDisallow: /', '/', agent, true],
  ['a shorter name', 'User-agent: Spider\nDisallow: /', '/', agent, true],
  [
    'its group beats the general one',
    'User-agent: *\nDisallow: /\nUser-agent: SpiderStudio\nDisallow: /x',
    '/',
    agent,
    true,
  ],
  ['its group is empty', 'User-agent: SpiderStudio\n\nUser-agent: *\nAllow: /', '/', agent, true],
  [
    'its group allows all',
    'User-agent: *\nDisallow: /\n\nUser-agent: SpiderStudio\nDisallow:',
    '/',
    agent,
    true,
  ],
  ['agents in a row share', groupOfTwo, '/x', agent, false],
  ['agents in a row share, first', groupOfTwo, '/x', 'A', false],
  ['agents in a row share, elsewhere', groupOfTwo, '/y', agent, true],
  ['an empty line ends no group', 'User-agent: *\n\n\nDisallow: /', '/', agent, false],
  [
    'an agent after a rule begins a group',
    'User-agent: SpiderStudio\nAllow: /\nUser-agent: b\nDisallow: /',
    '/',
    agent,
    true,
  ],
  [
    'a sitemap is no rule',
    'User-agent: SpiderStudio\nSitemap: http://x/\nUser-agent: b\nDisallow: /',
    '/',
    agent,
    false,
  ],
  [
    'an unknown line is no rule',
    'User-agent: SpiderStudio\nFoo: bar\nUser-agent: b\nDisallow: /',
    '/',
    agent,
    false,
  ],
  [
    'a delay ends the list of agents (bitbucket.org, congress.gov)',
    'User-agent: *\nCrawl-delay: 2\n\nUser-agent: BadBot\nDisallow: /',
    '/',
    agent,
    true,
  ],
  [
    'a delay that is none ends it too',
    'User-agent: *\nCrawl-delay: soon\nUser-agent: BadBot\nDisallow: /',
    '/',
    agent,
    true,
  ],
  [
    'a delay ends the list for those after it',
    'User-agent: *\nCrawl-delay: 2\nUser-agent: BadBot\nDisallow: /',
    '/',
    'BadBot',
    false,
  ],
  [
    'rules behind a delay are of its group',
    'User-agent: *\nCrawl-delay: 2\nSitemap: http://x/\nDisallow: /a',
    '/a',
    agent,
    false,
  ],
  [
    'a rate that is not obeyed is no rule',
    'User-agent: *\nRequest-rate: 1/5\nUser-agent: b\nDisallow: /',
    '/',
    agent,
    false,
  ],
  [
    'two groups of one agent unite',
    'User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /c',
    '/c',
    agent,
    false,
  ],
  [
    'two groups of one agent unite, first',
    'User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /c',
    '/a',
    agent,
    false,
  ],
  [
    'the other group does not leak',
    'User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /c',
    '/d',
    agent,
    true,
  ],
  [
    'the more specific name',
    'User-agent: news\nDisallow: /\nUser-agent: news-images\nAllow: /',
    '/',
    'news-images/1.0',
    true,
  ],
  ['a name that only begins like it', 'User-agent: news\nDisallow: /', '/', 'news-images/1.0', true],
  [
    'the general group for a name that only begins like another',
    'User-agent: news\nAllow: /\nUser-agent: *\nDisallow: /',
    '/',
    'news-images/1.0',
    false,
  ],
  ['words without a version', 'User-agent: My\nDisallow: /', '/', 'My Crawler', true],
  ['words of which one has a version', 'User-agent: My\nDisallow: /', '/', 'My/1.0 Crawler', false],
  ['not the more specific one', 'User-agent: news-images\nDisallow: /', '/', 'news/1.0', true],
  [
    'a browser-like header',
    'User-agent: SpiderStudio\nDisallow: /',
    '/',
    'Mozilla/5.0 (compatible; SpiderStudio/0.1; +http://x)',
    false,
  ],
  ['a browser', 'User-agent: Mozilla\nDisallow: /', '/', 'Mozilla/5.0 (X11; Linux x86_64)', false],
  ['the star with text behind it', 'User-agent: * everyone\nDisallow: /', '/', agent, false],
  ['an empty agent header', 'User-agent: *\nDisallow: /', '/', '', false],
  ['an agent line without a name', 'User-agent:\nDisallow: /', '/', agent, true],
];

describe('groups', () => {
  it.each(grouping)('%s', (_, robots, path, userAgent, allowed) => {
    expect(allows(robots, path, userAgent)).toBe(allowed);
  });
});

/** Spellings of `User-agent: *` and `Disallow: /x` that are forgiven (false) or not. */
const spelling: [string, string, boolean][] = [
  ['a byte order mark inside', 'User-agent: *\n\uFEFFDisallow: /x', true],
  ['carriage returns', 'User-agent: *\rDisallow: /x', false],
  ['both line ends', 'User-agent: *\r\nDisallow: /x\r\n', false],
  ['white space around', '  User-agent :\t*  \n\tDisallow\t:  /x\t', false],
  ['comments behind', 'User-agent: * # all\nDisallow: /x # secret', false],
  ['no colon', 'User-agent *\nDisallow /x', false],
  ['no colon and more words', 'User-agent *\nDisallow /x please', true],
  ['useragent', 'useragent: *\nDisallow: /x', false],
  ['user agent', 'User Agent: *\nDisallow: /x', false],
  ['disalow', 'User-agent: *\nDisalow: /x', false],
  ['dissallow', 'User-agent: *\nDissallow: /x', false],
  ['diasllow', 'User-agent: *\nDiasllow: /x', false],
  ['disallaw', 'User-agent: *\nDisallaw: /x', false],
  ['something else', 'User-agent: *\nForbid: /x', true],
  ['all on one line', 'User-agent: * Disallow: /x', true],
];

describe('spelling', () => {
  it.each(spelling)('%s', (_, robots, allowed) => {
    expect(allows(robots, '/x')).toBe(allowed);
  });
});

describe('crawl-delay and sitemaps', () => {
  const delay = (robots: string, userAgent = agent) => parseRobots(robots).crawlDelay(userAgent);

  it.each([
    ['User-agent: *\nCrawl-delay: 10', 10],
    ['User-agent: *\nCrawl-delay: 0.5', 0.5],
    ['User-agent: *\ncrawldelay 3', 3],
    ['User-agent: *\nCrawl-delay: soon', null],
    ['User-agent: *\nCrawl-delay: -1', null],
    ['User-agent: *\nCrawl-delay: Infinity', null],
    ['User-agent: *\nCrawl-delay: 1e9', null],
    ['User-agent: *\nDisallow: /x', null],
    ['Crawl-delay: 10', null],
    ['User-agent: *\nCrawl-delay: 10\nUser-agent: SpiderStudio\nDisallow: /x', null],
    ['User-agent: other\nCrawl-delay: 60\n\nUser-agent: *\nDisallow: /x', null],
    ['User-agent: other\nUser-agent: *\nCrawl-delay: 60\nDisallow: /x', 60],
    ['User-agent: *\nUser-agent: other\nCrawl-delay: 60\nCrawl-delay: 5', 60],
    ['User-agent: *\nCrawl-delay: 2\nDisallow: /a\nUser-agent: *\nCrawl-delay: 5\nDisallow: /b', 5],
  ])('%o has a delay of %o', (robots, seconds) => {
    expect(delay(robots)).toBe(seconds);
  });

  it('lists sitemaps wherever they stand', () => {
    const robots = parseRobots(
      'Sitemap: http://a/1.xml\nUser-agent: x\nsite-map: http://a/2.xml#f\nDisallow: /\nSITEMAP:',
    );
    expect(robots.sitemaps).toEqual(['http://a/1.xml', 'http://a/2.xml']);
  });
});

describe('files meant to do harm', () => {
  it('takes no half line where the file goes on', () => {
    const robots = 'User-agent: *\nDisallow: /first\nDisallow: /sec';
    const allowed = (isCut: boolean, path: string) =>
      parseRobots(robots, isCut).allows(agent, `http://site.example${path}`);
    expect([allowed(true, '/first'), allowed(true, '/second')]).toEqual([false, true]);
    expect([allowed(false, '/first'), allowed(false, '/second')]).toEqual([false, false]);
  });

  it('takes lines of nothing but space', () => {
    const line = `Disallow: /a${' '.repeat(16_000)}b`;
    const robots = `User-agent: *\n${`${line}\n${' '.repeat(16_000)}\n`.repeat(15)}Disallow: /x`;
    expect(allows(robots, '/x')).toBe(false);
  });

  it('takes wildcards without end', () => {
    const robots = `User-agent: *\nDisallow: /${'a*'.repeat(8000)}b`;
    expect(allows(robots, `/${'a'.repeat(60_000)}`)).toBe(true);
    expect(allows(robots, `/${'a'.repeat(60_000)}b`)).toBe(false);
  });

  it('takes thousands of agents that share thousands of rules', () => {
    const agents = Array.from({ length: 12_000 }, (_, i) => `User-agent: a${i}`);
    const rules = Array.from({ length: 12_000 }, (_, i) => `Allow: /${i}\nCrawl-delay: ${i}`);
    const robots = parseRobots(lines(...agents, ...rules));
    expect(robots.allows('a11999', 'http://x/1')).toBe(true);
    expect(robots.crawlDelay('a0')).toBeGreaterThan(0);
  });
});

describe('robotsFromStatus', () => {
  it.each([
    [200, 'parse'],
    [204, 'parse'],
    [301, 'allow'],
    [400, 'allow'],
    [401, 'allow'],
    [403, 'allow'],
    [404, 'allow'],
    [410, 'allow'],
    [429, 'disallow'],
    [500, 'disallow'],
    [503, 'disallow'],
    [599, 'disallow'],
    [null, 'disallow'],
  ])('%o: %s', (status, meaning) => {
    expect(robotsFromStatus(status)).toBe(meaning);
  });
});
