import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maxRobotsBytes } from '../../../electron/engine/robots.ts';
import { crawlSite, page, type Site } from './crawl-support.ts';

const urlset = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>https://example.org${url}</loc></url>`).join('')}</urlset>`;
const index = (...urls: string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const settings = { USE_SITEMAP: true, RETRY_TIMES: 1 };

/** A site by path; what it does not have is 404. */
const siteOf =
  (paths: Record<string, ReturnType<Site>>): Site =>
  (url) =>
    paths[url.replace('https://example.org', '')] ?? 404;

const robots = (text: string) => ({ status: 200, body: new TextEncoder().encode(text) });

describe('USE_SITEMAP', () => {
  it('reads the sitemaps that robots.txt names, beside the links', async () => {
    const site = siteOf({
      '/robots.txt': robots(
        'Sitemap: https://example.org/one.xml\nSitemap: /two.xml.gz\nUser-agent: *\nDisallow:',
      ),
      '/one.xml': urlset('/a', '/b'),
      '/two.xml.gz': { status: 200, body: gzipSync(urlset('/c', '/linked')) },
      '/': page('/linked'),
      '/linked': page(),
      '/a': page(),
      '/b': page(),
      '/c': page('/below-c'),
      '/below-c': page(),
    });
    const { urls, events, requests, counters } = await crawlSite(site, { settings });
    expect(new Set(urls)).toEqual(
      new Set(['/robots.txt', '/', '/one.xml', '/two.xml.gz', '/a', '/b', '/c', '/linked', '/below-c']),
    );
    expect(urls).toHaveLength(9);
    expect(counters).toMatchObject({ seen: 6, done: 6, items: 6 });
    const told = events.filter(({ kind }) => kind.startsWith('sitemap'));
    expect(told.map(({ message }) => message)).toEqual([
      'The sitemap https://example.org/one.xml holds 2 URLs, of which the rules took 2 (2 new).',
      expect.stringMatching(/two\.xml\.gz holds 2 URLs, of which the rules took 2 \([12] new\)\.$/),
    ]);
    const depths = requests.map(({ url, depth }) => [url.replace('https://example.org', ''), depth]);
    expect(depths).toContainEqual(['/a', 1]);
    expect(depths).toContainEqual(['/below-c', 2]);
  });

  it('is off unless set', async () => {
    const site = siteOf({
      '/': page(),
      '/sitemap.xml': urlset('/a'),
      '/robots.txt': robots('Sitemap: /sitemap.xml'),
    });
    expect((await crawlSite(site, { settings: {} })).urls).toEqual(['/robots.txt', '/']);
  });

  it('looks at /sitemap.xml where robots.txt names none, follows indexes, and says when there is nothing', async () => {
    const site = siteOf({
      '/': page(),
      '/sitemap.xml': index('https://example.org/1.xml', '/2.xml', 'https://elsewhere.example/3.xml'),
      '/1.xml': urlset('/a'),
      '/a': page(),
    });
    const { counters, events } = await crawlSite(site, { settings });
    expect(counters).toMatchObject({ seen: 2, done: 2 });
    const told = events.filter(({ kind }) => kind.startsWith('sitemap')).map(({ message }) => message);
    expect(told).toContain('The sitemap https://example.org/2.xml does not exist.');
    expect(told.join('\n')).toMatch(/elsewhere\.example\/3\.xml was not read: it is outside allowed_domains/);
    const none = await crawlSite(siteOf({ '/': page() }), { settings });
    expect(none.events.map(({ message }) => message)).toContain(
      'The sitemap https://example.org/sitemap.xml does not exist, and robots.txt names none.',
    );
    expect(none.counters).toMatchObject({ seen: 1, done: 1, failed: 0 });
  });

  it('puts its URLs to the rules, as links are', async () => {
    const site = siteOf({
      '/': page(),
      '/sitemap.xml': urlset(
        '/article/1',
        '/article/2',
        '/draft/1',
        '/about',
        '/logo.png',
        '/only-in-region',
      ),
    });
    const { requests, events } = await crawlSite(site, {
      settings,
      rules: [
        { allow: ['/only'], restrict_css: ['nav'], callback: 'page' },
        { allow: ['/article/'], callback: 'page', follow: false, priority: 7 },
        { deny: ['/draft/'], allow: ['/draft/', '/nothing'] },
      ],
    });
    expect(
      requests
        .slice(1)
        .map(({ url, rule, callback, follow, priority }) => ({ url, rule, callback, follow, priority })),
    ).toEqual(
      [1, 2].map((n) => ({
        url: `https://example.org/article/${n}`,
        rule: 1,
        callback: 'page',
        follow: false,
        priority: 7,
      })),
    );
    const told = events.find(({ kind }) => kind === 'sitemap')?.message;
    expect(told).toMatch(/holds 6 URLs, of which the rules took 2 \(2 new\)\. Dropped: /);
    for (const reason of [
      '1 denied by a rule',
      '2 outside the regions',
      '1 with an ignored file extension',
    ]) {
      expect(told).toContain(reason);
    }
  });

  it('hands everything to parse_article where the spider has no rules', async () => {
    const site = siteOf({ '/': page(), '/sitemap.xml': urlset('/a') });
    const { requests } = await crawlSite(site, { settings, rules: [] });
    expect(requests.map(({ callback, follow }) => ({ callback, follow }))).toEqual([
      { callback: 'parse_article', follow: true },
      { callback: 'parse_article', follow: false },
    ]);
  });

  it('obeys robots.txt for the sitemaps themselves', async () => {
    const site = siteOf({
      '/': page(),
      '/robots.txt': robots('Sitemap: /private/map.xml\nUser-agent: *\nDisallow: /private/'),
      '/private/map.xml': urlset('/a'),
    });
    const { urls, events } = await crawlSite(site, { settings });
    expect(urls).toEqual(['/robots.txt', '/']);
    expect(events.map(({ message }) => message).join('\n')).toMatch(/map\.xml was not read: .*robots\.txt/);
  });

  it('reads robots.txt for its Sitemap lines alone where it is not obeyed', async () => {
    const site = siteOf({
      '/': page(),
      '/robots.txt': robots('Sitemap: /map.xml\nUser-agent: *\nDisallow: /'),
      '/map.xml': urlset('/a'),
      '/a': page(),
    });
    const { counters, urls } = await crawlSite(site, { settings: { ...settings, ROBOTSTXT_OBEY: false } });
    expect(urls).toContain('/robots.txt');
    expect(counters).toMatchObject({ seen: 2, done: 2 });
  });

  it('keeps the delay between sitemaps and pages, which take turns', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `/map${n}.xml`);
    const pages = Array.from({ length: 6 }, (_, n) => `/p${n}`);
    const site = siteOf({
      '/': page(...pages),
      '/sitemap.xml': index(...names.map((name) => `https://example.org${name}`)),
      ...Object.fromEntries(names.map((name) => [name, urlset('/')])),
      ...Object.fromEntries(pages.map((name) => [name, page()])),
    });
    const { asked, urls } = await crawlSite(site, {
      settings: {
        ...settings,
        DOWNLOAD_DELAY: 1,
        RANDOMIZE_DOWNLOAD_DELAY: false,
        AUTOTHROTTLE_ENABLED: false,
      },
    });
    expect(urls).toHaveLength(15);
    const gaps = asked.slice(1).map(({ at }, n) => at - (asked[n]?.at ?? 0));
    expect(Math.min(...gaps)).toBe(1000);
    expect(urls.slice(3, 9).filter((url) => url.startsWith('/p'))).toHaveLength(3);
  });

  it('tries a sitemap again, and gives up with a reason', async () => {
    const site: Site = (url, earlier) => {
      if (url.endsWith('/robots.txt'))
        return robots('Sitemap: /once.xml\nSitemap: /never.xml\nSitemap: /broken.xml');
      if (url.endsWith('/once.xml')) return earlier === 0 ? 503 : urlset('/a');
      if (url.endsWith('/never.xml')) return null;
      if (url.endsWith('/broken.xml')) return `<urlset><url><loc>https://example.org/b</loc></url>`;
      return page();
    };
    const { urls, events, counters } = await crawlSite(site, { settings });
    expect(urls.filter((url) => url === '/once.xml')).toHaveLength(2);
    expect(urls.filter((url) => url === '/never.xml')).toHaveLength(2);
    expect(counters).toMatchObject({ seen: 3, done: 3 });
    const problems = events.filter(({ kind }) => kind === 'sitemap-problem').map(({ message }) => message);
    expect(problems.sort()).toEqual([
      'The sitemap https://example.org/broken.xml is cut off in the middle.',
      'The sitemap https://example.org/never.xml could not be read: The connection failed.',
    ]);
  });

  it('reads as much as DOWNLOAD_MAXSIZE allows of a larger one, and says so', async () => {
    const packed = gzipSync(urlset(...Array.from({ length: 1000 }, (_, n) => `/packed/${n}/${n * 7919}`)));
    const cut = (body: Uint8Array) => ({ status: 200, body, wasCut: true });
    const site: Site = (url) => {
      if (url.endsWith('/robots.txt'))
        return robots('Sitemap: /long.xml\nSitemap: /long.xml.gz\nSitemap: /long.txt');
      if (url.endsWith('.txt'))
        return cut(Buffer.from('https://example.org/line\nhttps://example.org/cut-off-in-the-middle'));
      if (url.endsWith('.xml')) return cut(Buffer.from(urlset('/a', '/b', '/c').slice(0, -30)));
      return url.endsWith('.gz') ? cut(packed.subarray(0, packed.length / 2)) : page();
    };
    const { requests, events } = await crawlSite(site, { settings });
    const paths = requests.map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(expect.arrayContaining(['/', '/a', '/b', '/line']));
    expect(paths).not.toContain('/c');
    expect(paths.filter((path) => path.startsWith('/packed/')).length).toBeGreaterThan(300);
    expect(paths.every((path) => /^\/(?:[ab]|line|packed\/\d+\/\d+)?$/.test(path))).toBe(true);
    const problems = events.filter(({ kind }) => kind === 'sitemap-problem').map(({ message }) => message);
    expect(problems.sort()).toEqual([
      'The sitemap https://example.org/long.txt is larger than DOWNLOAD_MAXSIZE (66 bytes); the rest was not read.',
      'The sitemap https://example.org/long.xml is larger than DOWNLOAD_MAXSIZE (116 bytes); the rest was not read.',
      expect.stringMatching(
        /long\.xml\.gz is larger than DOWNLOAD_MAXSIZE \([\d.]+ KiB\); the rest was not read\.$/,
      ),
    ]);
  });

  it('reads robots.txt up to 500 KiB where it is not obeyed', async () => {
    const begin = 'Sitemap: /map.xml\n';
    const site = siteOf({
      '/': page(),
      '/robots.txt': robots(
        `${begin}${'#'.repeat(maxRobotsBytes - begin.length - 10)}\nSitemap: /too-late.xml\n`,
      ),
      '/map.xml': urlset('/a'),
      '/too-late.xml': urlset('/b'),
      '/a': page(),
    });
    const { urls } = await crawlSite(site, { settings: { ...settings, ROBOTSTXT_OBEY: false } });
    expect(urls).toEqual(expect.arrayContaining(['/', '/map.xml', '/a']));
    expect(urls).not.toContain('/too-late.xml');
  });

  it('follows redirects inside the allowed domains only', async () => {
    const site: Site = (url) => {
      if (url.endsWith('/robots.txt')) return robots('Sitemap: /moved.xml\nSitemap: /away.xml');
      if (url.endsWith('/moved.xml'))
        return { status: 301, headers: { location: 'https://example.org/here.xml' } };
      if (url.endsWith('/away.xml'))
        return { status: 301, headers: { location: 'https://elsewhere.example/' } };
      return url.endsWith('/here.xml') ? urlset('/a') : page();
    };
    const { counters, events } = await crawlSite(site, { settings });
    expect(counters).toMatchObject({ seen: 2, done: 2 });
    expect(events.map(({ message }) => message).join('\n')).toMatch(
      /away\.xml could not be read: .*allowed_domains/,
    );
  });

  it('follows indexes three deep and never in circles', async () => {
    const site: Site = (url) => {
      const level = /\/(\d+)\.xml$/.exec(url)?.[1];
      if (url.endsWith('/robots.txt')) return robots('Sitemap: /1.xml');
      if (level === undefined) return page();
      return index(`https://example.org/${Number(level) + 1}.xml`, 'https://example.org/1.xml');
    };
    const { urls, events } = await crawlSite(site, { settings });
    expect(urls.filter((url) => url.endsWith('.xml'))).toEqual(['/1.xml', '/2.xml', '/3.xml']);
    expect(events.map(({ message }) => message).join('\n')).toMatch(
      /4\.xml was not read: indexes are followed 3/,
    );
  });

  it('loses nothing when the run is cut off before its sitemaps were read', async () => {
    const names = ['/1.xml', '/2.xml', '/3.xml'];
    const site: Site = (url) => {
      const path = url.replace('https://example.org', '');
      if (path === '/sitemap.xml') return index(...names.map((name) => `https://example.org${name}`));
      return names.includes(path) ? urlset(`${path}/a`, `${path}/b`) : path === '/robots.txt' ? 404 : page();
    };
    const whole = await crawlSite(site, { settings });
    expect(whole.counters).toMatchObject({ seen: 7, done: 7, items: 7 });
    for (const stopAt of ['/robots.txt', '/', '/sitemap.xml', '/1.xml', '/2.xml', '/3.xml/a']) {
      const cut = await crawlSite(site, { settings }, { stopAt: `https://example.org${stopAt}` });
      expect(cut.end, stopAt).toEqual({ kind: 'stopped' });
      const resumed = await cut.resume();
      expect(resumed.end, stopAt).toEqual({ kind: 'exhausted' });
      expect(resumed.counters, stopAt).toEqual(whole.counters);
    }
  });
});

describe('DEPTH_PRIORITY', () => {
  // Two branches, of which the rules prefer the deep one.
  const site = siteOf({
    '/': page('/wide/1', '/wide/2', '/deep/1'),
    '/deep/1': page('/deep/2'),
    '/deep/2': page('/deep/3'),
    '/deep/3': page(),
    '/wide/1': page('/wide/3'),
    '/wide/2': page(),
    '/wide/3': page(),
  });
  const rules = [
    { allow: ['/deep/'], callback: 'page', priority: 1 },
    { allow: ['/wide/'], callback: 'page' },
  ];
  it.each([
    { value: 0, order: '/ /deep/1 /deep/2 /deep/3 /wide/1 /wide/2 /wide/3' },
    { value: 2, order: '/ /deep/1 /wide/1 /wide/2 /deep/2 /wide/3 /deep/3' },
    { value: -1, order: '/ /deep/1 /deep/2 /deep/3 /wide/1 /wide/3 /wide/2' },
  ])('$value', async ({ value, order }) => {
    const { urls } = await crawlSite(site, {
      rules,
      settings: { DEPTH_PRIORITY: value, CONCURRENT_REQUESTS: 1, ROBOTSTXT_OBEY: false },
    });
    expect(urls.join(' ')).toBe(order);
  });
});

describe('an index without measure', () => {
  it('costs a thousand requests at most and is told once', async () => {
    const site: Site = (url) => {
      if (url.endsWith('/robots.txt')) return robots('Sitemap: /index.xml');
      if (!url.endsWith('.xml')) return page();
      const length = url.endsWith('/index.xml') ? 3000 : 30;
      return index(...Array.from({ length }, (_, n) => `${url.replace('.xml', '')}-${n}.xml`));
    };
    const { urls, events } = await crawlSite(site, { settings });
    expect(urls.filter((url) => url.endsWith('.xml'))).toHaveLength(1000);
    expect(events.filter(({ message }) => message.includes('1000 are read in a run'))).toHaveLength(1);
    expect(events.length).toBeLessThan(2010);
  });
});
