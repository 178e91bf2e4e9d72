import { given } from '../../../given.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../../../../electron/host/serving/host.ts';
import { openHost, spiderText, type OpenHost } from '../open-host.ts';

// One host for all of them: each test has spiders and projects of its own.
let studio: OpenHost;
beforeAll(async () => {
  studio = await openHost();
});
afterAll(() => studio.close());

const project = 'default';
const save = (text: string, more: object = {}) =>
  studio.ask('spiders.save', { project, spider: null, text, base: null, ...more });
const kept = async (name: string, more: object = {}): Promise<string> => {
  await studio.call('spiders.save', { project, spider: null, text: spiderText(name, more), base: null });
  return name;
};

/** A file as a window sends it. */
async function upload(content: string | Uint8Array, name = 'page.html'): Promise<string> {
  const bytes = Buffer.from(content);
  const { upload: id } = await studio.call('uploads.begin', { name, bytes: bytes.length });
  for (let offset = 0; offset < bytes.length; offset += 1000) {
    const data = bytes.subarray(offset, offset + 1000).toString('base64');
    await studio.call('uploads.append', { upload: id, offset, data });
  }
  return id;
}

describe('numbers that no database holds', () => {
  it.each([1e308, 2 ** 53, 1.5, 0, -1])('%d as the version that a draft began from', async (base) => {
    const answer = await studio.ask('spiders.putDraft', {
      project,
      spider: null,
      draft: null,
      text: '{}',
      base,
      known: null,
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-arguments' } });
    expect(JSON.stringify(answer)).toContain('The arguments of spiders.putDraft do not fit: /base must be ');
  });

  it('as the limit of a run', async () => {
    const spider = await kept('far-limit');
    const answer = await studio.ask('runs.start', { project, spider, limit: 1e308 });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-arguments' } });
  });
});

describe('spiders', () => {
  it('are saved as versions; two windows never overwrite one another', async () => {
    const spider = await kept('two-windows');
    const edit = (note: string, base: number, more = {}) =>
      studio.ask('spiders.save', {
        project,
        spider,
        text: spiderText(spider, { description: note }),
        base,
        ...more,
      });
    expect(await edit('mine', 1)).toMatchObject({ ok: true, value: { version: 2 } });
    expect(await edit('theirs', 1)).toMatchObject({
      error: { code: 'stale-version', details: { newest: 2 } },
    });
    expect(await edit('theirs', 1, { overwrite: true })).toMatchObject({ ok: true, value: { version: 3 } });
    expect(await edit('theirs', 3)).toMatchObject({ value: { version: 3, unchanged: true } });
    const versions = await studio.call('spiders.versions', { project, spider });
    expect(versions.map(({ number }) => number)).toEqual([3, 2, 1]);
    await studio.call('spiders.restore', { project, spider, version: 2 });
    const { text } = await studio.call('spiders.version', { project, spider, version: 4 });
    expect(JSON.parse(text)).toMatchObject({ description: 'mine' });
  });

  it('are not saved while they are invalid, and every problem is told', async () => {
    const answer = await save('{"name": "a b"}');
    expect(answer).toMatchObject({ error: { code: 'invalid-spider' } });
    const problems = answer.ok ? null : answer.error.details?.['problems'];
    expect(Array.isArray(problems) ? problems.length : 0).toBeGreaterThan(2);
  });

  it('are renamed or copied when the name in the text changes, as the person says', async () => {
    const spider = await kept('first-name');
    const text = spiderText('second-name');
    const change = (nameChange?: 'rename' | 'copy') =>
      studio.ask('spiders.save', {
        project,
        spider,
        text,
        base: 1,
        ...(nameChange === undefined ? {} : { nameChange }),
      });
    expect(await change()).toMatchObject({
      error: { code: 'name-changed', details: { name: 'second-name' } },
    });
    expect(await change('copy')).toMatchObject({
      value: { spider: 'second-name', version: 1, created: true },
    });
    expect(await change('rename')).toMatchObject({ error: { code: 'name-taken' } });
    const renamed = await studio.call('spiders.rename', { project, spider, name: 'third-name' });
    expect(renamed).toMatchObject({ spider: 'third-name', version: 2 });
    const { text: now } = await studio.call('spiders.get', { project, spider: 'third-name' });
    expect(now).toBe(spiderText('third-name'));
    expect(await studio.ask('spiders.get', { project, spider })).toMatchObject({
      error: { code: 'unknown-spider' },
    });
  });

  it('keep drafts that were never saved, and lose them when they are', async () => {
    const spider = await kept('drafted');
    const put = { project, spider, draft: null, base: 1 };
    await studio.call('spiders.putDraft', { ...put, text: '{ "unfinished', known: null });
    const { draft, summary } = await studio.call('spiders.get', { project, spider });
    expect(draft).toMatchObject({ text: '{ "unfinished', base: 1 });
    expect(summary.hasDraft).toBe(true);
    await studio.call('spiders.save', {
      project,
      spider,
      text: spiderText(spider, { tags: ['x'] }),
      base: 1,
      knownDraft: draft?.revision ?? null,
    });
    expect((await studio.call('spiders.get', { project, spider })).draft).toBeNull();
  });

  it('have one draft for all windows, and none overwrites or discards what it has not seen', async () => {
    const spider = await kept('shared-draft');
    const put = (text: string, known: string | null) =>
      studio.ask('spiders.putDraft', { project, spider, draft: null, text, base: 1, known });
    const mine = await studio.call('spiders.putDraft', {
      project,
      spider,
      draft: null,
      text: 'mine',
      base: 1,
      known: null,
    });
    expect(await put('theirs', null)).toMatchObject({
      error: { code: 'draft-conflict', hint: 'Compare the two, then keep one of them.' },
    });
    expect(
      await studio.ask('spiders.discardDraft', { project, spider, draft: null, known: null }),
    ).toMatchObject({
      error: { code: 'draft-conflict' },
    });
    // A window that saves without having seen the edits of the other.
    const text = spiderText(spider, { tags: ['saved'] });
    await studio.call('spiders.save', { project, spider, text, base: 1, knownDraft: null });
    const { draft } = await studio.call('spiders.get', { project, spider });
    expect(draft).toMatchObject({ text: 'mine', base: 1, revision: mine.revision });
    expect(await put('both', mine.revision)).toMatchObject({ ok: true });
  });

  it('keep drafts of spiders that were never saved', async () => {
    const put = { project, spider: null, draft: null, text: spiderText('not-yet'), base: null, known: null };
    const { draft } = await studio.call('spiders.putDraft', put);
    expect(await studio.call('spiders.drafts', {})).toMatchObject([{ draft, name: 'not-yet', project }]);
    await studio.call('spiders.save', {
      project,
      spider: null,
      text: spiderText('not-yet'),
      base: null,
      draft,
    });
    expect(await studio.call('spiders.drafts', {})).toEqual([]);
  });

  it('are imported, exported, duplicated and deleted', async () => {
    const text = spiderText('traveller');
    const imported = { project: 'abroad', text, file: 'traveller.json' };
    expect(await studio.call('spiders.import', { ...imported, dryRun: true })).toMatchObject({
      created: true,
      version: 1,
    });
    expect(await studio.ask('spiders.get', { project: 'abroad', spider: 'traveller' })).toMatchObject({
      ok: false,
    });
    expect(await studio.call('spiders.import', { ...imported, dryRun: false })).toMatchObject({
      created: true,
    });
    expect(await studio.call('spiders.import', { ...imported, dryRun: false })).toMatchObject({
      unchanged: true,
      version: 1,
    });
    const place = { project: 'abroad', spider: 'traveller' };
    expect(await studio.call('spiders.export', place)).toEqual({ file: 'traveller.json', text });
    await studio.call('spiders.duplicate', { ...place, name: 'twin', toProject: project });
    expect((await studio.call('spiders.export', { project, spider: 'twin' })).text).toBe(spiderText('twin'));
    expect(await studio.call('spiders.delete', { ...place, dryRun: true })).toMatchObject({
      versions: 1,
      pages: 0,
    });
    await studio.call('spiders.delete', { ...place, dryRun: false });
    expect(await studio.call('spiders.list', { project: 'abroad' })).toEqual([]);
  });

  it('tell what is wrong with a text, and what mends it', async () => {
    const text = spiderText('fixable', {
      rules: [{ callback: 'parse_itm' }],
      callbacks: { parse_item: { extract: { a: { css: 'h1' } } } },
    });
    const { valid, problems, callbacks } = await studio.call('spiders.validate', { text });
    expect(valid).toBe(false);
    expect(callbacks).toEqual(['parse_item']);
    const { fixes, line } = given(problems.find(({ code }) => code === 'undefined-callback'));
    expect(text.split('\n')[given(line) - 1]).toContain('parse_itm');
    expect(fixes.map(({ title }) => title)).toEqual([
      'Change to "parse_item"',
      'Add the callback "parse_itm"',
    ]);
  });

  it('explain what they make of a URL, in words for a window', async () => {
    const text = spiderText('explained', { rules: [{ allow: ['/a/'], callback: 'parse_article' }] });
    const explain = (url: string) =>
      studio.call('spiders.explain', { project, spider: 'explained', text, url });
    expect(await explain('https://example.org/a/1')).toMatchObject({
      decision: 'extract',
      rule: 0,
      pattern: '/a/',
    });
    expect(await explain('https://elsewhere.org/')).toMatchObject({ decision: 'offsite' });
  });

  it('begin with templates that are valid', async () => {
    for (const { text, name } of await studio.call('spiders.templates', {})) {
      expect([name, (await studio.call('spiders.validate', { text })).valid]).toEqual([name, true]);
    }
  });

  it('tell all windows what was done, and which window did it', async () => {
    const spiders = studio.follow('spiders', { project });
    const spider = await kept('announced');
    const event = await spiders.until((one) => one.spider === spider);
    expect(event).toEqual({ project, spider, what: 'saved', version: 1, by: 'test' });
    await studio.call('spiders.delete', { project, spider, dryRun: false });
    expect(await spiders.until(({ what }) => what === 'deleted')).toMatchObject({ spider });
    spiders.end();
  });
});

describe('projects', () => {
  it('are created, renamed with their proxies, and deleted with all that is in them', async () => {
    await studio.call('projects.create', { name: 'news' });
    expect(await studio.ask('projects.create', { name: 'news' })).toMatchObject({
      error: { code: 'name-taken' },
    });
    const proxy = {
      project: 'news',
      tier: 'datacenter' as const,
      url: 'http://127.0.0.1:8888',
      secret: 'env:LOGIN',
    };
    await studio.call('proxies.add', proxy);
    expect(await studio.ask('proxies.add', proxy)).toMatchObject({ error: { code: 'proxy-exists' } });
    await studio.call('projects.rename', { project: 'news', name: 'press' });
    expect(await studio.call('proxies.list', { project: 'press' })).toMatchObject([
      { url: 'http://127.0.0.1:8888' },
    ]);
    await studio.call('proxies.remove', { ...proxy, project: 'press' });
    await studio.call('spiders.save', {
      project: 'press',
      spider: null,
      text: spiderText('daily'),
      base: null,
    });
    expect(await studio.call('projects.delete', { project: 'press', dryRun: true })).toMatchObject({
      spiders: 1,
    });
    await studio.call('projects.delete', { project: 'press', dryRun: false });
    expect((await studio.call('projects.list', {})).map(({ name }) => name)).not.toContain('press');
    expect(await studio.ask('projects.rename', { project: 'nobody', name: 'x' })).toMatchObject({
      error: { code: 'unknown-project' },
    });
  });
});

describe('preferences', () => {
  it('have defaults, are merged by key, and are told to every window', async () => {
    const followed = studio.follow('preferences', {});
    expect(await followed.until(() => true)).toMatchObject({ theme: 'system', columns: {} });
    const column = { name: 'title', width: 200, hidden: false, pinned: true };
    await studio.call('app.setPreferences', { patch: { theme: 'dark', columns: { a: [column], b: [] } } });
    const changed = await studio.call('app.setPreferences', {
      patch: { columns: { b: null }, choices: { x: [1] } },
    });
    expect(changed).toMatchObject({ theme: 'dark', columns: { a: [column] }, choices: { x: [1] } });
    expect(changed.columns).not.toHaveProperty('b');
    expect(await followed.until(({ choices }) => 'x' in choices)).toEqual(changed);
    expect(await studio.call('app.preferences', {})).toEqual(changed);
    followed.end();
  });

  it('do not take what is none', async () => {
    const patch = { theme: 'purple' } as never;
    expect(await studio.ask('app.setPreferences', { patch })).toMatchObject({
      error: { code: 'bad-arguments' },
    });
  });

  it('tell the theme as soon as the host is open', async () => {
    await studio.call('app.setPreferences', { patch: { theme: 'dark' } });
    const later = await createHost({ dataDir: studio.dataDir });
    expect([studio.host.theme, later.theme]).toEqual(['system', 'dark']);
    await later.close();
  });
});

describe('saved pages', () => {
  it('are added from files, in whatever encoding, and tried', async () => {
    const spider = await kept('paged');
    const html = '<meta charset="windows-1252"><title>Caf\xe9 &amp; more</title><h1>caf\xe9</h1>';
    const file = await upload(Buffer.from(html, 'latin1'));
    const page = await studio.call('pages.addFile', {
      project,
      spider,
      upload: file,
      url: 'https://example.org/a',
    });
    expect(page).toMatchObject({ title: 'Café & more', encoding: 'windows-1252', source: 'file' });
    const test = { page: page.id, language: 'css' as const, selector: 'h1::text' };
    expect(await studio.call('tester.selector', test)).toMatchObject({
      matches: 1,
      samples: [{ value: 'café' }],
    });
    expect(await studio.call('pages.source', { page: page.id, offset: 0, length: 5 })).toMatchObject({
      text: '<meta',
    });
    const renamed = await studio.call('pages.update', { page: page.id, title: 'Coffee', url: null });
    expect(renamed).toMatchObject({ title: 'Coffee', url: null });
    const preview = await studio.call('pages.preview', { page: page.id });
    const resource = studio.host.resource(preview.path);
    expect(resource?.headers['Content-Security-Policy']).toMatch(
      /^sandbox allow-scripts; default-src 'none'/,
    );
    expect(resource?.body).toContain('café</h1>');
    await studio.call('pages.delete', { page: page.id });
    expect(await studio.ask('tester.selector', test)).toMatchObject({ error: { code: 'unknown-page' } });
    expect(await studio.call('pages.list', { project, spider })).toEqual([]);
  });

  it('are refused where they are none', async () => {
    const spider = await kept('picky');
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);
    expect(await studio.ask('pages.addFile', { project, spider, upload: await upload(png) })).toMatchObject({
      error: { code: 'not-html' },
    });
    expect(await studio.ask('pages.addFile', { project, spider, upload: 'nothing' })).toMatchObject({
      error: { code: 'unknown-upload' },
    });
    const add = (url: string, allowPrivate = false) =>
      studio.ask('pages.addUrl', { project, spider, url, allowPrivate });
    expect(await add('ftp://example.org/')).toMatchObject({ error: { code: 'bad-url' } });
    expect(await add('http://127.0.0.1:1/')).toMatchObject({
      error: {
        code: 'fetch-failed',
        details: { reason: 'blocked-address' },
        hint: expect.stringContaining('private'),
      },
    });
    expect(await add('http://127.0.0.1:1/', true)).toMatchObject({
      error: { details: { reason: 'connection' } },
    });
  });

  it('that stall the tester cost nothing but their test', async () => {
    const spider = await kept('patient');
    const page = await studio.call('pages.addFile', {
      project,
      spider,
      upload: await upload(`<body>${'<p>x</p>'.repeat(20_000)}`),
    });
    const cancel = new AbortController();
    const slow = studio.ask(
      'tester.selector',
      { page: page.id, language: 'xpath', selector: '//*[count(//*[count(//p) > 1]) > 1]' },
      { signal: cancel.signal },
    );
    cancel.abort();
    expect(await slow).toMatchObject({ error: { code: 'cancelled' } });
    const quick = await studio.call('tester.selector', { page: page.id, language: 'css', selector: 'p' });
    expect(quick.matches).toBe(20_000);
  });
});

describe('uploads', () => {
  it('take every byte once, whatever is sent again', async () => {
    const { upload: id } = await studio.call('uploads.begin', { name: 'x', bytes: 6 });
    const append = (offset: number, text: string) =>
      studio.ask('uploads.append', { upload: id, offset, data: Buffer.from(text).toString('base64') });
    expect(await append(0, 'abc')).toMatchObject({ value: { received: 3 } });
    expect(await append(0, 'abc')).toMatchObject({ value: { received: 3 } });
    expect(await append(4, 'ef')).toMatchObject({ error: { code: 'too-large' } });
    expect(await append(3, 'def')).toMatchObject({ error: { code: 'unknown-upload' } });
  });

  it('have a size', async () => {
    const begin = studio.ask('uploads.begin', { name: 'film.html', bytes: 10 ** 9 });
    expect(await begin).toMatchObject({
      error: { code: 'too-large', message: expect.stringContaining('film.html') },
    });
  });
});

describe('what a window asks first', () => {
  it('tells what there is', async () => {
    await kept('present');
    expect(await studio.call('app.status', {})).toMatchObject({
      firstStart: false,
      interrupted: [],
      sampleSite: null,
    });
    const info = await studio.call('app.info', {});
    expect(info).toMatchObject({
      name: 'Spider Studio',
      dataFolder: studio.dataDir,
      proxySource: 'variables',
    });
    expect(info.databaseBytes).toBeGreaterThan(0);
  });
});
