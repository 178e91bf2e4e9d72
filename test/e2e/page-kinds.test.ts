import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer, type Route } from '../servers/server.ts';
import { studio } from './command-line.ts';

interface Outcome {
  run: string;
  counters: Record<'done' | 'failed' | 'items', number>;
}
interface Item {
  url: string;
  callback: string;
  title: string | null;
  [field: string]: unknown;
}

const json = (value: unknown, type = 'application/json'): Route =>
  routes.page(typeof value === 'string' ? value : JSON.stringify(value), { 'content-type': type });
const xml = (text: string, type: string): Route => routes.page(text, { 'content-type': type });

/** A JSON API with a cursor: three pages of two entries each, whose entries lead to details in JSON. */
const list: Route = (visit) => {
  const at = Number(/cursor=(\d)/.exec(visit.request.url ?? '')?.[1] ?? 0);
  // Written as text: the ids after the first are no numbers of JavaScript.
  const entries = [1, 2].map((nth) => at * 2 + nth);
  const results = entries.map((id) => `{"id": 900719925474099${id}, "url": "/api/thing/${id}"}`);
  const next = at < 2 ? `"/api/things?cursor=${at + 1}"` : 'null';
  return json(`{"results": [${results.join(', ')}], "next": ${next}}`)(visit);
};

const rss = `<?xml version="1.0" encoding="iso-8859-1"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title>
<item><title>Gr\u{FC}\u{DF}e</title><link>/story/1</link><dc:creator>Ann</dc:creator></item>
<item><title><![CDATA[<b>Two</b>]]></title><link>/story/2</link></item></channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title>
<entry><title>One</title><link rel="alternate" href="/story/3"/></entry></feed>`;
const story = (n: number): Route =>
  routes.page(`<!doctype html><h1>Story ${n}</h1>
    <script type="application/ld+json">{"@type": "Article", "offers": {"price": ${n}.5}}</script>
    <script type="application/ld+json">{broken</script>
    <script id="__NEXT_DATA__" type="application/json">{"props": {"story": {"id": ${n}, "tags": ["a", "b"]}}}</script>`);

async function site() {
  const server = await startServer({
    '/': routes.page(
      '<a href="/api/things">api</a> <a href="/feed">rss</a> <a href="/atom">atom</a> <a href="/xhtml">x</a> <a href="/broken">b</a> <a href="/broken-feed">r</a>',
    ),
    '/api/things': list,
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((id) => [
        `/api/thing/${id}`,
        json({ name: `Thing ${id}` }, 'application/vnd.api+json'),
      ]),
    ),
    '/feed': ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(Buffer.from(rss, 'latin1'));
    },
    '/atom': xml(atom, 'application/atom+xml; charset=utf-8'),
    ...Object.fromEntries([1, 2, 3].map((n) => [`/story/${n}`, story(n)])),
    '/xhtml': xml(
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>X</h1></body></html>',
      'application/xml',
    ),
    '/broken': json('{"results": [1, }'),
    '/broken-feed': xml('<rss><channel>\n<item></channel></rss>', 'application/rss+xml'),
  });
  onTestFinished(() => server.close());
  return server;
}

const spiderOn = (origin: string) => ({
  name: 'kinds',
  allowed_domains: ['127.0.0.1'],
  start_urls: [`${origin}/`],
  rules: [
    { allow: ['/api/thing/'], restrict_json: ['$.results[*].url'], callback: 'thing', follow: false },
    { allow: ['/api/things', '/broken$'], restrict_json: ['$.next'], callback: 'things' },
    { allow: ['/feed', '-feed', '/atom'], callback: 'entries' },
    { allow: ['/story/'], restrict_xpaths: ['//item/link', '//entry/link'], callback: 'story' },
    { allow: ['/xhtml'], callback: 'heading' },
  ],
  callbacks: {
    thing: { extract: { title: { json_path: 'name' } } },
    things: { extract: { ids: { json_path: '$.results[*].id', get_all: true } } },
    entries: {
      iterate: { selector: '//item | //entry'.replace('//item', '(//item').concat(')') },
      extract: { title: { css: 'title::text' }, by: { xpath: 'dc:creator/text()' } },
    },
    story: {
      extract: {
        title: { css: 'h1::text' },
        price: { css: "script[type='application/ld+json']", json_path: '$..offers.price' },
        tags: { css: '#__NEXT_DATA__::text', json_path: 'props.story.tags' },
      },
    },
    heading: { extract: { title: { css: 'h1::text' } } },
  },
  settings: { DOWNLOAD_DELAY: 0, CONCURRENT_REQUESTS: 1, RETRY_TIMES: 0 },
});

describe('pages of all kinds', () => {
  it('are crawled: a JSON API by its cursor, feeds, XHTML, and JSON inside HTML', async () => {
    const server = await site();
    const { call, file } = studio();
    const spider = file('kinds.json', spiderOn(server.origin));
    expect((await call(['validate', spider, '--json'])).json()).toMatchObject([
      { valid: true, problems: [] },
    ]);
    await call(['import', spider]);
    const { run, counters } = (await call(['crawl', 'kinds', '--allow-private', '--json'])).json<Outcome>();
    expect(counters).toMatchObject({ done: 16, failed: 2, items: 16 });
    const items = (await call(['export', 'kinds', '--format', 'json'])).json<Item[]>();
    const of = (callback: string) => items.filter((item) => item.callback === callback);
    expect(
      of('thing')
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual([1, 2, 3, 4, 5, 6].map((id) => `Thing ${id}`));
    expect(of('things').map(({ ids }) => ids)).toEqual(
      expect.arrayContaining([
        [9_007_199_254_740_991, '9007199254740992'],
        ['9007199254740993', '9007199254740994'],
        ['9007199254740995', '9007199254740996'],
      ]),
    );
    expect(of('entries').map(({ title, by }) => [title, by])).toEqual(
      expect.arrayContaining([
        ['Gr\u{FC}\u{DF}e', 'Ann'],
        ['<b>Two</b>', null],
        ['One', null],
      ]),
    );
    expect(
      of('story')
        .map(({ title, price, tags }) => [title, price, tags])
        .toSorted(),
    ).toEqual([1, 2, 3].map((n) => [`Story ${n}`, n + 0.5, ['a', 'b']]));
    expect(of('heading').map(({ title }) => title)).toEqual(['X']);

    const { reasons } = (await call(['runs', 'show', run, '--json'])).json<{
      reasons: { reason: string }[];
    }>();
    const told = reasons.map(({ reason }) => reason).join('\n');
    expect(told).toContain('The page is not valid JSON: a value is missing (line 1, column 17)');
    expect(told).toContain('The page is not well-formed XML: unexpected close tag (line 2, column 16)');
    const log = (await call(['runs', 'tail', run])).stdout;
    expect(log).toMatch(/price: 1 of 2 matches are not valid JSON/);
  });

  it('are tried on the command line as a crawl reads them', async () => {
    const server = await site();
    const { call, file } = studio();
    const spider = file('kinds.json', spiderOn(server.origin));
    const extract = async (page: string, callback: string) => {
      const called = await call([
        'analyze',
        page,
        '--spider',
        spider,
        '--callback',
        callback,
        '--allow-private',
        '--json',
      ]);
      return called.json<{
        item: Item | null;
        fields: Record<string, { value: unknown; problem: string | null }>;
      }>();
    };
    expect((await extract(server.url('/api/thing/4'), 'thing')).item).toEqual({ title: 'Thing 4' });
    expect((await extract(file('thing.json', { name: 'Of a file' }), 'thing')).item).toEqual({
      title: 'Of a file',
    });
    expect((await extract(server.url('/story/2'), 'story')).fields['price']).toMatchObject({
      value: 2.5,
      problem: expect.stringMatching(/1 of 2 matches are not valid JSON: a key in double quotes is missing/),
    });
    expect((await extract(server.url('/xhtml'), 'heading')).item).toEqual({ title: 'X' });
    const refused = await call([
      'analyze',
      server.url('/api/thing/4'),
      '--spider',
      spider,
      '--callback',
      'heading',
      '--allow-private',
      '--json',
    ]);
    expect(refused.json()).toMatchObject({ item: null, fields: {} });
    expect(refused.stderr).toContain('heading has no json_path for it');
    const broken = await call(['analyze', server.url('/broken'), '--allow-private', '--json']);
    expect(broken.code).toBe(1);
    expect(broken.json()).toMatchObject({
      error: { code: 'not-html', message: expect.stringMatching(/is not valid JSON: a value is missing/) },
    });
  });

  it('are described on the command line', async () => {
    const server = await site();
    const { call } = studio();
    const api = await call(['analyze', server.url('/api/things'), '--allow-private', '--json']);
    expect(api.json()).toMatchObject({
      data: { lists: [{ path: '$.results[*]', count: 2 }], values: [{ path: '$.next' }] },
    });
    const text = (await call(['analyze', server.url('/api/things'), '--allow-private'])).stdout;
    expect(text).toContain('$.results[*]  2 entries');
    expect(text).toContain('"iterate": { "selector": "$.results[*]" }');
    const feed = await call([
      'analyze',
      server.url('/feed'),
      '--allow-private',
      '--xpath',
      '//dc:creator/text()',
      '--json',
    ]);
    expect(feed.json()).toMatchObject({ count: 1, matches: [{ value: 'Ann' }] });
  });
});

describe('pages made to hurt', () => {
  it('cost their own page and say why', async () => {
    const entities = Array.from(
      { length: 20 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(20)}">`,
    ).join('');
    const pages: [string, Route, RegExp][] = [
      ['/deep.json', json('['.repeat(2_000_000)), /it ends too early/],
      ['/nested.json', json('['.repeat(100_000) + ']'.repeat(100_000)), /nested more than 500 levels deep/],
      [
        '/laughs.xml',
        xml(`<!DOCTYPE a [<!ENTITY l0 "lol">${entities}]><a>&l20;</a>`, 'application/xml'),
        /undefined entity/,
      ],
      ['/deep.xml', xml('<a>'.repeat(500_000), 'text/xml'), /unclosed tag/],
    ];
    const server = await startServer({
      '/': routes.page(
        pages.map(([path]) => `<a href="${path}">x</a>`).join('') + '<a href="/good.json">good</a>',
      ),
      ...Object.fromEntries(pages.map(([path, route]) => [path, route])),
      '/good.json': json({ a: 1 }),
    });
    onTestFinished(() => server.close());
    const { call, file } = studio();
    const spider = {
      ...spiderOn(server.origin),
      rules: [{ allow: ['json|xml'], callback: 'all' }],
      callbacks: { all: { extract: { all: { json_path: '$..*', get_all: true }, x: { css: 'a ::text' } } } },
    };
    await call(['import', file('kinds.json', spider)]);
    const { run, counters } = (await call(['crawl', 'kinds', '--allow-private', '--json'])).json<Outcome>();
    expect(counters).toMatchObject({ done: 2, failed: 4, items: 1 });
    const { reasons } = (await call(['runs', 'show', run, '--json'])).json<{
      reasons: { reason: string }[];
    }>();
    for (const [, , reason] of pages) expect(reasons.map((each) => each.reason).join('\n')).toMatch(reason);
  });
});
