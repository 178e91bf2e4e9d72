import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page as answering } from '../../../../servers/routes.ts';
import { startServer, type Route, type TestServer } from '../../../../servers/server.ts';
import { openHost, spiderText, type OpenHost } from '../../open-host.ts';

const project = 'default';
const png = (mark: string) => Buffer.from(`\x89PNG\r\n\x1a\n${mark}`, 'latin1');
const asked: { url: string; referer: string | undefined; authorization: string | undefined }[] = [];
let studio: OpenHost;
let site: TestServer;
let other: TestServer;

const sending =
  (body: Buffer, type = 'image/png'): Route =>
  ({ request, response }) => {
    const { referer, authorization } = request.headers;
    asked.push({ url: request.url ?? '', referer, authorization });
    response.writeHead(200, { 'content-type': type }).end(body);
  };

const drawn = () => `<!doctype html><title>Drawn</title><link rel="icon" href="/own.ico">
  <img id="plain" src="/a.png"><img id="again" src="a.png#top">
  <img id="late" src="data:image/gif;base64,R0lGODlh" data-src="/late.jpg">
  <picture><source srcset="/small.webp 100w, /wide.webp 900w"><img id="set"></picture>
  <img id="elsewhere" src="${other.url('/b.png')}">
  <img id="pixel" src="/pixel.png" width="1" height="1">
  <img id="page" src="/page.png"><img id="gone" src="/gone.png"><img id="large" src="/large.png">
  <div id="back" style="color: red; background-image: url('/back.svg')">x</div>`;

beforeAll(async () => {
  other = await startServer({ '/b.png': sending(png('b')) });
  site = await startServer({
    '/drawn': ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(drawn()),
    '/plain': answering('<!doctype html><h1>Plain</h1>'),
    '/own.ico': sending(Buffer.from('\0\0\x01\0icon', 'latin1'), 'image/vnd.microsoft.icon'),
    '/a.png': sending(png('a')),
    '/late.jpg': sending(Buffer.from('\xff\xd8\xff late', 'latin1'), 'image/jpeg'),
    '/wide.webp': sending(Buffer.from('RIFF1234WEBP'), 'image/webp'),
    '/small.webp': sending(Buffer.from('RIFF1234WEBP small'), 'image/webp'),
    '/pixel.png': sending(png('pixel')),
    '/page.png': sending(Buffer.from('<script>alert(1)</script>'), 'image/png'),
    '/large.png': sending(Buffer.concat([png('large'), Buffer.alloc(3_000_000)])),
    '/back.svg': sending(
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'text/plain',
    ),
  });
  studio = await openHost();
});
afterAll(async () => {
  await studio.close();
  await site.close();
  await other.close();
});

async function add(name: string, path: string) {
  const settings = { CUSTOM_HEADERS: { authorization: 'secret' } };
  await studio.call('spiders.save', {
    project,
    spider: null,
    text: spiderText(name, { settings }),
    base: null,
  });
  const url = site.url(path);
  return (await studio.call('pages.addUrl', { project, spider: name, url, allowPrivate: true })).page;
}

const preview = (page: string) => studio.call('pages.preview', { page });
const bodyOf = (path: string): string => String(studio.host.resource(path)?.body);
const data = (type: string, body: Buffer) => `data:${type};base64,${body.toString('base64')}`;

/** What the element with an id shows in a preview: the content of its rule. */
function shown(html: string, id: string): string | null {
  const tag = new RegExp(`<[^>]*id="${id}"[^>]*>`, 'u').exec(html)?.[0] ?? '';
  const number = /data-spider-studio-(?:picture|background)="(\d+)"/u.exec(tag)?.[1];
  if (number === undefined) return null;
  const rule = new RegExp(`-(?:picture|background)="${number}"\\]\\{[^}]*?url\\(([^)]*)\\)`, 'u');
  return rule.exec(html)?.[1] ?? null;
}

describe('the pictures of a page', () => {
  it('are kept beside it and shown, each once, without a request of the preview', async () => {
    const page = await add('drawn', '/drawn');
    expect(page.icon).toBe(site.url('/own.ico'));
    const { path, pictures } = await preview(page.id);
    const html = bodyOf(path);
    expect(shown(html, 'plain')).toBe(data('image/png', png('a')));
    expect(shown(html, 'again')).toBe(data('image/png', png('a')));
    expect(html.split(png('a').toString('base64'))).toHaveLength(2);
    expect(shown(html, 'late')).toContain('data:image/jpeg;');
    expect(shown(html, 'set')).toBe(data('image/webp', Buffer.from('RIFF1234WEBP')));
    expect(shown(html, 'elsewhere')).toBe(data('image/png', png('b')));
    expect(shown(html, 'back')).toContain('data:image/svg+xml;');
    for (const id of ['pixel', 'page', 'gone', 'large']) expect(shown(html, id), id).toBeNull();
    expect(html).not.toContain('alert(1)');
    expect(pictures).toEqual({
      missing: 0,
      problems: expect.arrayContaining([
        `${site.url('/page.png')}: It is no picture that can be shown.`,
        `${site.url('/gone.png')}: The site answered with status 404.`,
        expect.stringMatching(/large\.png: .*larger than the limit/u),
      ]) as string[],
    });
    expect(asked.map(({ url }) => url)).not.toContain('/pixel.png');
    expect(asked.find(({ url }) => url === '/b.png')).toMatchObject({
      referer: site.url('/'),
      authorization: undefined,
    });
    const { summary } = await studio.call('spiders.get', { project, spider: 'drawn' });
    expect(summary.icon).toBe(site.url('/own.ico'));
  });

  it('of tables are fetched when they are asked for, and then kept', async () => {
    await add('tables', '/plain');
    const urls = [
      site.url('/a.png'),
      other.url('/b.png'),
      site.url('/gone.png'),
      site.url('/fresh.png'),
      'data:,x',
    ];
    const ask = (fetch: boolean, allowPrivate = true) =>
      studio.call('pages.pictures', { project, urls, fetch, allowPrivate });
    const fresh = (await ask(false)).find(({ url }) => url === site.url('/fresh.png'));
    expect(fresh).toEqual({ url: site.url('/fresh.png'), path: null, problem: null });
    const [a, b, gone, missing, data] = await ask(true);
    expect([gone, missing, data]).toMatchObject([
      { path: null, problem: 'The site answered with status 404.' },
      { path: null, problem: 'The site answered with status 404.' },
      { path: null, problem: null },
    ]);
    const served = studio.host.resource(a?.path ?? '');
    expect(served?.headers).toMatchObject({ 'Content-Type': 'image/png' });
    expect(served?.headers['Content-Security-Policy']).toContain('sandbox');
    const before = asked.length;
    expect((await ask(true)).map(({ path }) => path)).toEqual([a?.path, b?.path, null, null, null]);
    expect(asked).toHaveLength(before);
    expect(studio.host.resource('/picture/0000')).toBeNull();
  });

  it('of private addresses are not fetched by themselves', async () => {
    const urls = [site.url('/back.svg?private')];
    const [picture] = await studio.call('pages.pictures', {
      project,
      urls,
      fetch: true,
      allowPrivate: false,
    });
    expect(picture?.path).toBeNull();
    expect(picture?.problem).toMatch(/private|loopback|this computer/iu);
  });
});
