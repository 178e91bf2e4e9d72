import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { given } from '../../../given.ts';
import { page } from '../../../servers/routes.ts';
import { startServer, type TestServer } from '../../../servers/server.ts';
import { openHost, type OpenHost } from '../open-host.ts';

const project = 'default';
const feed = `<?xml version="1.0" encoding="iso-8859-1"?><rss xmlns:dc="u"><channel><title>Feed</title>
<item><title>Gr\u{FC}\u{DF}e</title><dc:date>vor 2 Tagen</dc:date></item><item><title>Two</title></item></channel></rss>`;

/** Pages by their path: what is sent, its type, the callback that takes it, and how it is read. */
const pages = {
  '/api': {
    body: '{"results": [{"name": "A", "id": 12345678901234567890}, {"name": "B", "id": 2}]}',
    type: 'text/plain',
    kind: 'json',
    callback: {
      iterate: { selector: '$.results[*]' },
      extract: { name: { json_path: 'name' }, id: { json_path: '$.id' } },
    },
  },
  '/comments': {
    body: '{"comments": [{"html": "<b class=name>Ann</b> <p>hi</p>"}, {"html": 7}]}',
    type: 'application/json',
    kind: 'json',
    callback: {
      extract: {
        comments: {
          type: 'nested_list',
          selector: '$.comments[*].html',
          as: 'html',
          extract: { by: { css: '.name::text' } },
        },
        whole: { json_path: '$.comments[0]' },
      },
    },
  },
  '/feed': {
    body: Buffer.from(feed, 'latin1'),
    type: 'application/rss+xml',
    kind: 'xml',
    callback: {
      iterate: { selector: 'item' },
      extract: {
        title: { css: 'title' },
        at: { xpath: 'dc:date/text()', processors: [{ type: 'parse_datetime' }] },
      },
    },
  },
  '/embedded': {
    body: '<!doctype html><script id=d type="application/json">{"a": [{"b": 1.50}]}</script>',
    type: 'text/html',
    kind: 'html',
    callback: { extract: { b: { css: '#d', json_path: '$.a[*].b', get_all: true } } },
  },
} as const;
type Path = keyof typeof pages;
const nameOf = (path: Path): string => `on${path.replace('/', '_')}`;

let site: TestServer;
let studio: OpenHost;
let text: string;
beforeAll(async () => {
  const answers = Object.entries(pages).map(([path, { body, type }]) => [
    path,
    page(body, { 'content-type': type }),
  ]);
  site = await startServer({
    '/': page(
      Object.keys(pages)
        .map((path) => `<a href="${path}">x</a>`)
        .join(''),
    ),
    ...Object.fromEntries(answers),
  });
  studio = await openHost();
  const paths: Path[] = ['/api', '/comments', '/feed', '/embedded'];
  text = JSON.stringify({
    name: 'kinds',
    allowed_domains: ['127.0.0.1'],
    start_urls: [site.url('/')],
    rules: paths.map((path) => ({ allow: [`${path}$`], callback: nameOf(path) })),
    callbacks: Object.fromEntries(paths.map((path) => [nameOf(path), pages[path].callback])),
    settings: { RETRY_TIMES: 0, DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
  });
  await studio.call('spiders.save', { project, spider: null, text, base: null });
});
afterAll(async () => {
  await studio.close();
  await site.close();
});

/** What the tester says of a saved page: its rows, or its one item. */
async function preview(saved: string, path: Path): Promise<Record<string, unknown>[]> {
  const { fields, rows } = await studio.call('tester.callback', {
    page: saved,
    text,
    callback: nameOf(path),
  });
  if (rows !== null) return rows.rows.map(({ values }) => values);
  const own = fields.filter(({ depth }) => depth === 0);
  return [Object.fromEntries(own.map(({ path: name, value }) => [name, value]))];
}

describe('a page of any kind', () => {
  it('gives the same in a run, from its stored copy, and from its address', async () => {
    const { run } = await studio.call('runs.start', {
      project,
      spider: 'kinds',
      limit: null,
      allowPrivate: true,
    });
    const progress = studio.follow('run', { run: run.id });
    const last = await progress.until((event) => ['completed', 'failed'].includes(event.run.state));
    progress.end();
    expect(last.run).toMatchObject({ state: 'completed', counters: { done: 5, failed: 0, items: 6 } });
    for (const path of Object.keys(pages) as Path[]) {
      const { kind } = pages[path];
      const listed = await studio.call('runs.requests', { run: run.id, url: path, offset: 0, limit: 1 });
      const request = given(listed.rows[0]).id;
      const detail = await studio.call('runs.request', { request });
      expect(detail.page).toMatchObject({ kind });
      const items = await Promise.all(
        detail.items.map(({ id }) => studio.call('results.item', { item: id })),
      );
      const fields = items.map(({ title, metadata }) => ({
        ...(title === null ? {} : { title }),
        ...metadata,
      }));
      const saved = await studio.call('pages.addFromRun', { request });
      expect(saved).toMatchObject({ kind });
      expect(await preview(saved.id, path)).toEqual(fields);
      const { page: fetched } = await studio.call('pages.addUrl', {
        project,
        spider: 'kinds',
        url: site.url(path),
        allowPrivate: true,
      });
      expect(fetched).toMatchObject({ kind, bytes: saved.bytes });
    }
  });

  it('is saved from a file by its name and its beginning', async () => {
    const add = async (name: string, content: string) => {
      const bytes = Buffer.from(content);
      const { upload } = await studio.call('uploads.begin', { name, bytes: bytes.length });
      await studio.call('uploads.append', { upload, offset: 0, data: bytes.toString('base64') });
      return studio.ask('pages.addFile', { project, spider: 'kinds', upload });
    };
    expect(await add('data.json', '"one value"')).toMatchObject({
      value: { kind: 'json', title: 'data.json' },
    });
    expect(await add('data', '[1, 2]')).toMatchObject({ value: { kind: 'json' } });
    expect(await add('feed.xml', '<feed><title>Log</title></feed>')).toMatchObject({
      value: { kind: 'xml', title: 'Log' },
    });
    expect(await add('page.xml', '<!doctype html><title>P</title>')).toMatchObject({
      value: { kind: 'html' },
    });
    expect(await add('data.json', '{"a": }')).toMatchObject({
      error: { code: 'not-html', message: 'This is not valid JSON: a value is missing (line 1, column 7).' },
    });
    expect(await add('notes.txt', 'only words')).toMatchObject({ error: { code: 'not-html' } });
  });

  it('says in the tester what a crawl refuses', async () => {
    const add = async (name: string, content: string) => {
      const bytes = Buffer.from(content);
      const { upload } = await studio.call('uploads.begin', { name, bytes: bytes.length });
      await studio.call('uploads.append', { upload, offset: 0, data: bytes.toString('base64') });
      return (await studio.call('pages.addFile', { project, spider: 'kinds', upload })).id;
    };
    const [json, xml] = [await add('a.json', '{"b": 1}'), await add('a.xml', '<a><b>1</b></a>')];
    const refused = async (saved: string, fields: object) => {
      const spider = JSON.stringify({ callbacks: { part: { extract: fields } } });
      return (await studio.call('tester.callback', { page: saved, text: spider, callback: 'part' })).refused;
    };
    const noPath = 'The page is JSON, and part has no json_path for it, so nothing can be extracted.';
    expect(await refused(json, { b: { css: 'b' } })).toBe(noPath);
    expect(await refused(json, { b: { css: 'b', json_path: '$.b' } })).toBe(noPath);
    expect(await refused(json, { b: { css: 'b' }, c: { json_path: 'b' } })).toBeNull();
    expect(await refused(xml, { b: { css: 'b::text' } })).toBeNull();
    expect(await refused(xml, { b: { css: 'c::text' } })).toBe(
      'No field of part has a value on this XML page.',
    );
    const { strategies } = await studio.call('tester.article', { page: xml, text: '{}' });
    expect(strategies.map(({ article, reason }) => [article, reason])).toEqual(
      strategies.map(() => [
        null,
        'The page is XML, and parse_article reads HTML only, so nothing can be extracted.',
      ]),
    );
  });
});
