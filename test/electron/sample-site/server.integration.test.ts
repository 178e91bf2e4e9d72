import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSampleSite, type SampleSite } from '../../../electron/sample-site/server.ts';
import { sampleNames, sampleOrigin, sampleSpider } from '../../../electron/sample-site/spiders.ts';
import { articles, authorOf, products, site as content } from '../../../electron/sample-site/content.ts';

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(async () => {
  await site.close();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One plain request: nothing is decompressed, followed or remembered on the way. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: site.port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const page = async (path: string): Promise<string> => (await ask(path)).body.toString('utf8');

/** The paths that a page leads to, links and pictures, without their fragments. */
function pathsIn(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/[^"#]*)/gi)].map((match) =>
    String(match[1]).replaceAll('&amp;', '&'),
  );
}

describe('the pages of the sample site', () => {
  it.each([
    ['/', 200, 'text/html; charset=utf-8'],
    ['/news/harbour/', 200, 'text/html; charset=utf-8'],
    ['/news/harbour/?page=3', 200, 'text/html; charset=utf-8'],
    ['/news/harbour/?page=4', 404, 'text/html; charset=utf-8'],
    ['/news/harbour/?page=one', 404, 'text/html; charset=utf-8'],
    ['/news/sport/', 404, 'text/html; charset=utf-8'],
    ['/news/harbour/2026/11/no-such-story.html', 404, 'text/html; charset=utf-8'],
    ['/authors/zoe-thackeray/', 200, 'text/html; charset=utf-8'],
    ['/tags/ferry/', 200, 'text/html; charset=utf-8'],
    ['/search?q=seal', 200, 'text/html; charset=utf-8'],
    ['/shop/deck/?page=2', 200, 'text/html; charset=utf-8'],
    ['/shop/item/hc-999-nothing.html', 404, 'text/html; charset=utf-8'],
    ['/live/', 200, 'text/html; charset=utf-8'],
    ['/live/board/', 200, 'text/html; charset=utf-8'],
    ['/live/staff/', 200, 'text/html; charset=utf-8'],
    ['/live/staff/next/', 404, 'text/html; charset=utf-8'],
    ['/api/notices?offset=30&limit=10', 200, 'application/json'],
    ['/robots.txt', 200, 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 200, 'application/xml'],
    ['/assets/site.js', 200, 'text/javascript; charset=utf-8'],
    ['/assets/../site.json', 404, 'text/html; charset=utf-8'],
    ['/almanac/', 200, 'text/html; charset=utf-8'],
    ['/almanac/lots/', 200, 'text/html; charset=utf-8'],
    ['/almanac/ferries/summer.html', 200, 'text/html; charset=utf-8'],
    ['/almanac/ferries/spring.html', 404, 'text/html; charset=utf-8'],
    ['/almanac/ferries/', 404, 'text/html; charset=utf-8'],
    ['/almanac/boats/curlew.html', 200, 'text/html; charset=utf-8'],
    ['/almanac/lots/9.html', 404, 'text/html; charset=utf-8'],
    ['/almanac/notices/altmark.html', 200, 'text/html; charset=utf-8'],
    ['/almanac/log/2026-3.html', 200, 'text/html; charset=utf-8'],
    ['/almanac/log/2026-4.html', 404, 'text/html; charset=utf-8'],
    ['/almanac/log/2024-1.html', 404, 'text/html; charset=utf-8'],
    ['/almanac/tides/', 404, 'text/html; charset=utf-8'],
    ['/almanac/find/?q=rope', 200, 'text/html; charset=utf-8'],
    ['/feed.xml', 200, 'application/rss+xml; charset=utf-8'],
    ['/api/catches', 200, 'application/json'],
    ['/api/catches?cursor=elsewhere', 404, 'text/html; charset=utf-8'],
    ['/img/boat.svg?hue=40', 200, 'image/svg+xml'],
    ['/img/submarine.svg', 404, 'text/html; charset=utf-8'],
    ['//elsewhere.invalid/', 400, 'text/plain; charset=utf-8'],
  ])('%s answers %i', async (path, status, contentType) => {
    const answer = await ask(path);
    expect({ status: answer.status, contentType: answer.headers['content-type'] }).toEqual({
      status,
      contentType,
    });
  });

  it('sends /latest to the newest article, and a folder without its slash to the folder', async () => {
    const latest = await ask('/latest');
    expect([latest.status, latest.headers.location]).toEqual([
      302,
      '/news/harbour/2026/11/night-ferry-returns-to-skerry-holm.html',
    ]);
    const bare = await ask('/news/town');
    expect([bare.status, bare.headers.location]).toEqual([301, '/news/town/']);
  });

  it('has no link within the site that leads nowhere', async () => {
    const queue = ['/'];
    const broken: string[] = [];
    const seen = new Set(queue);
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const { status, headers, body } = await ask(path);
      if (status >= 400) broken.push(`${status} ${path}`);
      const html = String(headers['content-type']).startsWith('text/html') ? body.toString('utf8') : '';
      for (const found of [headers.location ?? path, ...pathsIn(html)]) {
        if (!seen.has(found)) queue.push(found);
        seen.add(found);
      }
    }
    expect(broken).toEqual([]);
    const missed = [...articles, ...products, ...content.archive].filter(({ path }) => !seen.has(path));
    expect(missed).toEqual([]);
    expect(seen.size).toBeGreaterThan(300);
  });

  it('shows every article of a section on exactly one of its three pages', async () => {
    for (const { slug } of content.sections) {
      const pages = await Promise.all([1, 2, 3].map((number) => page(`/news/${slug}/?page=${number}`)));
      const listed = pages.flatMap((html) =>
        [...html.matchAll(/<h2><a href="([^"]+)"/g)].map((match) => match[1]),
      );
      const written = articles.filter((article) => article.section === slug).map(({ path }) => path);
      expect(listed).toEqual(written);
    }
  });

  it('describes an article in structured data, in meta elements and in its text alike', async () => {
    for (const article of articles) {
      const html = await page(article.path);
      const author = authorOf(article.author).name;
      const data: unknown = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
      expect(data).toMatchObject({
        '@type': 'NewsArticle',
        headline: article.title,
        datePublished: article.published,
        author: [{ name: author }],
      });
      expect(html).toContain(`<meta property="article:published_time" content="${article.published}">`);
      expect(html).toContain(`<link rel="canonical" href="${site.url}${article.path}">`);
      expect(html).toContain(`href="/authors/${article.author}/">${author}</a>`);
    }
  });

  it('nests reviews, replies and replies to replies', async () => {
    const html = await page('/shop/item/hc-104-signal-whistle.html');
    expect(html.replaceAll(/\s+/g, ' ')).toContain(
      '<p class="reply-text">You are welcome.</p><ul class="replies"><li class="reply"><span class="reply-author">Mother of two</span>',
    );
  });

  it('keeps the live results and the notices away from those who run no scripts', async () => {
    expect(await page('/live/')).toContain('<tbody></tbody>');
    expect(await page('/live/notices/')).toMatch(/<ol id="notices"[^>]*><\/ol>/);
    const first: unknown = JSON.parse(await page('/api/notices'));
    expect(first).toMatchObject({ next: 10, notices: [{ id: 1 }, ...Array.from({ length: 9 }, () => ({}))] });
    const last: unknown = JSON.parse(await page('/api/notices?offset=30'));
    expect(last).toMatchObject({ next: null });
  });

  it('gives its catches in portions that a cursor leads through', async () => {
    const ids: unknown[] = [];
    let path: string | null = '/api/catches';
    while (path !== null) {
      const { results, next }: { results: { id: number }[]; next: string | null } = JSON.parse(
        await page(path),
      );
      ids.push(...results.map(({ id }) => id));
      path = next === null ? null : next.slice(site.url.length);
    }
    expect(ids).toEqual([101, 102, 103, 104, 105, 106, 107]);
  });

  it('tells of a lot in structured data and in the data of a script only', async () => {
    const html = await page('/almanac/lots/1.html');
    const [linked, embedded] = [/ld\+json">(.*?)<\/script>/s, /__NEXT_DATA__"[^>]*>(.*?)<\/script>/s].map(
      (pattern): unknown => JSON.parse(pattern.exec(html)?.[1] ?? 'null'),
    );
    expect(linked).toMatchObject({ offers: { price: 140, seller: { name: 'Harbour office' } } });
    expect(embedded).toMatchObject({ props: { pageProps: { lot: { bids: [{ amount: 90 }, {}, {}] } } } });
    expect(html.replaceAll(/<script.*?<\/script>/gs, '')).not.toContain('140');
  });

  it('writes the page of the archive in ISO-8859-1 and says so nowhere', async () => {
    const { headers, body } = await ask('/archive/1998/cafe-mowe.html');
    expect(headers['content-type']).toBe('text/html');
    const text = new TextDecoder('windows-1252').decode(body);
    expect(text).toContain('Café Möwe reopens after the flood');
    expect(text).toContain('£1.20');
    expect(text).not.toMatch(/charset/i);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow(TypeError);
  });

  it('asks robots to leave the newsroom alone, and lists all articles in its sitemap', async () => {
    expect(await page('/robots.txt')).toContain('Disallow: /private/\n');
    const sitemap = await page('/sitemap.xml');
    for (const { path } of articles) expect(sitemap).toContain(`<loc>${site.url}${path}</loc>`);
  });
});

describe('the server of the sample site', () => {
  const path = '/news/nature/2026/11/geese-arrive-with-a-stranger.html';

  it('compresses for those who accept it', async () => {
    const plain = await ask(path);
    const zipped = await ask(path, { 'accept-encoding': 'br, gzip;q=0.8' });
    const refused = await ask(path, { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(Number(zipped.headers['content-length'])).toBe(zipped.body.length);
  });

  it('answers 304 to those who have the page already', async () => {
    const { headers } = await ask(path);
    const { etag = '', 'last-modified': modified = '' } = headers;
    expect(modified).toBe('Sun, 08 Nov 2026 14:30:00 GMT');
    const known = await ask(path, { 'if-none-match': etag });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    expect((await ask(path, { 'if-modified-since': modified })).status).toBe(304);
    expect((await ask(path, { 'if-none-match': 'W/"older"', 'if-modified-since': modified })).status).toBe(
      200,
    );
    expect((await ask(path, { 'if-modified-since': 'Sat, 07 Nov 2026 00:00:00 GMT' })).status).toBe(200);
  });

  it('answers HEAD without a body and refuses what would change something', async () => {
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String((await ask(path)).body.length));
    const form = await ask('/almanac/ask/');
    expect([form.status, form.headers.allow]).toEqual([405, 'POST']);
    const post = await ask('/newsletter', {}, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('says the same at every start', async () => {
    const other = await startSampleSite();
    const here = await page(path);
    const there = await (await fetch(other.url + path)).text();
    await other.close();
    expect(there.replaceAll(other.url, site.url)).toBe(here);
  });

  it('takes the port that it is given, and fails where that is in use', async () => {
    await expect(startSampleSite({ port: site.port })).rejects.toThrow(/EADDRINUSE/);
  });
});

describe('the sample spiders', () => {
  it('are these', () => {
    expect(sampleNames()).toEqual([
      'sample-actions',
      'sample-api',
      'sample-custom',
      'sample-embedded',
      'sample-feed',
      'sample-form',
      'sample-news',
      'sample-pages',
      'sample-ranking',
      'sample-reviews',
      'sample-rows',
      'sample-search',
      'sample-shop',
      'sample-values',
    ]);
  });

  it.each(sampleNames())('%s is JSON, bears its name and moves to another origin', (name) => {
    const moved: unknown = JSON.parse(sampleSpider(name, `${site.url}/`));
    expect(moved).toMatchObject({ name, allowed_domains: ['127.0.0.1'] });
    const text = JSON.stringify(moved);
    expect(text).toMatch(/"(?:start_urls":\[|start_requests":\[\{"url":)"http:/u);
    expect(text).toContain(`"${site.url}/`);
    expect(text).not.toContain(sampleOrigin);
  });

  it('have expected results for pages that exist', async () => {
    for (const name of sampleNames()) {
      const file = new URL(`../../fixtures/samples/${name}.json`, import.meta.url);
      const expected = JSON.parse(readFileSync(file, 'utf8')) as { checks: { path: string }[] };
      for (const check of expected.checks) expect((await ask(check.path)).status).toBe(200);
    }
  });

  it('are refused by name where there is none', () => {
    expect(() => sampleSpider('../package', site.url)).toThrow(
      `There is no sample spider "../package". There are: ${sampleNames().join(', ')}.`,
    );
  });
});
