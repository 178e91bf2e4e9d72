import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallArgs } from '../../../../shared/contract/index.ts';
import { openHost, spiderText, type OpenHost } from '../open-host.ts';

let studio: OpenHost;
beforeAll(async () => {
  studio = await openHost();
});
afterAll(() => studio.close());

const refusal = (code: string, message: RegExp): object => ({
  ok: false,
  error: { code, message: expect.stringMatching(message) },
});

/** A project of its own with spiders; the settings of each. */
async function projectOf(project: string, spiders: Record<string, object>): Promise<void> {
  for (const [name, settings] of Object.entries(spiders)) {
    const text = spiderText(name, { settings });
    await studio.call('spiders.save', { project, spider: null, text, base: null });
  }
}

type Change = Omit<CallArgs<'spiders.changeMany'>, 'project' | 'spiders' | 'dryRun' | 'set' | 'unset'>;
const change = (project: string, more: Partial<CallArgs<'spiders.changeMany'>> & Change) =>
  studio.ask('spiders.changeMany', { project, spiders: null, set: {}, unset: [], dryRun: false, ...more });
async function changed(project: string, more: Partial<CallArgs<'spiders.changeMany'>>) {
  const answer = await change(project, more);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}
const newest = async (project: string, spider: string) =>
  (await studio.call('spiders.versions', { project, spider }))[0];

describe('the defaults of a project', () => {
  it('are set, told to windows, and go with a rename', async () => {
    await studio.call('projects.create', { name: 'press' });
    const projects = studio.follow('projects', {});
    const defaults = {
      settings: { DOWNLOAD_DELAY: 2, RETRY_TIMES: null },
      exports: { format: 'csv' as const },
    };
    const kept = { settings: { DOWNLOAD_DELAY: 2 }, exports: { format: 'csv' } };
    expect(await studio.call('projects.setDefaults', { project: 'press', ...defaults })).toEqual(kept);
    await projects.until(({ project }) => project === 'press');
    projects.end();
    expect(await studio.call('projects.defaults', { project: 'press' })).toEqual(kept);
  });

  it.each([
    ['DOWNLOAD_DELY', 2, /There is no setting DOWNLOAD_DELY\./],
    ['EXTRACTOR_ORDER', ['custom'], /EXTRACTOR_ORDER cannot be a default of a project\./],
    ['DOWNLOAD_DELAY', 100, /DOWNLOAD_DELAY must be >= 0 and <= 60\./],
    ['RETRY_TIMES', 99, /RETRY_TIMES must be/],
    ['USER_AGENT', 'a\nb', /USER_AGENT must not contain line breaks\./],
    ['CONCURRENT_REQUESTS', 'many', /CONCURRENT_REQUESTS/],
  ])('do not take %s %j', async (name, value, message) => {
    const settings = { [name]: value };
    const asked = { project: 'refused', settings, exports: {} };
    await studio.ask('projects.create', { name: 'refused' });
    expect(await studio.ask('projects.setDefaults', asked)).toMatchObject(refusal('bad-settings', message));
    expect(await studio.call('projects.defaults', { project: 'refused' })).toEqual({
      settings: {},
      exports: {},
    });
  });

  it('suggest the name that was meant', async () => {
    await studio.ask('projects.create', { name: 'refused' });
    const asked = { project: 'refused', settings: { DOWNLOAD_DELY: 1 }, exports: {} };
    expect(await studio.ask('projects.setDefaults', asked)).toMatchObject({
      error: { hint: 'Did you mean "DOWNLOAD_DELAY"?' },
    });
  });

  it('need a project', async () => {
    expect(await studio.ask('projects.defaults', { project: 'nowhere' })).toMatchObject(
      refusal('unknown-project', /no project "nowhere"/),
    );
  });
});

describe('a change of many spiders', () => {
  it('is shown first, then made, and leaves alone what it does not change', async () => {
    await projectOf('many', { a: { DOWNLOAD_DELAY: 1 }, b: {}, c: { DOWNLOAD_DELAY: 2 } });
    const wanted = { set: { DOWNLOAD_DELAY: 2 }, unset: ['RETRY_TIMES'] };
    const preview = await changed('many', { ...wanted, dryRun: true });
    expect(preview.written).toBe(false);
    expect(
      preview.changes.map(({ spider, changed: is, left, version }) => [spider, is, left, version]),
    ).toEqual([
      ['a', true, null, null],
      ['b', true, null, null],
      ['c', false, null, null],
    ]);
    expect(preview.changes[0]?.settings).toEqual([{ key: 'DOWNLOAD_DELAY', before: 1, after: 2 }]);
    expect(preview.changes[0]?.diff).toContain('-    "DOWNLOAD_DELAY": 1\n+    "DOWNLOAD_DELAY": 2\n');
    expect(preview.changes[2]).toMatchObject({ diff: '', settings: [] });
    expect(await newest('many', 'a')).toMatchObject({ number: 1 });

    const spiders = studio.follow('spiders', { project: 'many' });
    const made = await changed('many', wanted);
    expect(made.written).toBe(true);
    expect(made.changes.map(({ version }) => version)).toEqual([2, 2, null]);
    expect(await newest('many', 'b')).toMatchObject({
      number: 2,
      note: 'Changed with 1 other: DOWNLOAD_DELAY 2, without RETRY_TIMES',
    });
    expect(await newest('many', 'c')).toMatchObject({ number: 1 });
    expect(await spiders.until(({ spider }) => spider === 'b')).toMatchObject({ what: 'saved', version: 2 });
    spiders.end();
    expect((await changed('many', wanted)).changes.map(({ changed: is }) => is)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('leaves spiders with unsaved edits, unless it is to change the edits as well', async () => {
    await projectOf('edited', { a: {}, b: {} });
    const text = spiderText('a', { settings: {}, description: 'half done' });
    const place = { project: 'edited', spider: 'a', draft: null };
    await studio.call('spiders.putDraft', { ...place, text, base: 1, known: null });
    const made = await changed('edited', { set: { RETRY_TIMES: 4 } });
    expect(made.changes).toMatchObject([
      { spider: 'a', changed: true, left: 'draft', hasDraft: true, version: null },
      { spider: 'b', left: null, version: 2 },
    ]);
    await changed('edited', { set: { RETRY_TIMES: 4 }, drafts: 'change' });
    const { summary, draft } = await studio.call('spiders.get', { project: 'edited', spider: 'a' });
    expect(summary.version).toBe(2);
    expect(draft).toMatchObject({ base: 2 });
    expect(JSON.parse(draft?.text ?? '')).toMatchObject({
      description: 'half done',
      settings: { RETRY_TIMES: 4 },
    });
  });

  it('writes nothing where one spider would be invalid, unless that one is to be left', async () => {
    const order = { EXTRACTOR_ORDER: ['custom'], CUSTOM_SELECTORS: { title: 'h1' } };
    await projectOf('broken', { a: order, b: { CUSTOM_SELECTORS: { title: 'h1' } } });
    const wanted = { unset: ['CUSTOM_SELECTORS'] };
    const refused = await changed('broken', wanted);
    expect(refused.written).toBe(false);
    expect(refused.changes).toMatchObject([
      { spider: 'a', left: 'invalid', problems: [{ code: 'custom-without-selectors' }] },
      { spider: 'b', left: null, version: null },
    ]);
    expect(await newest('broken', 'b')).toMatchObject({ number: 1 });
    const made = await changed('broken', { ...wanted, skipInvalid: true });
    expect(made.written).toBe(true);
    expect(made.changes).toMatchObject([{ version: null }, { version: 2 }]);
    expect(await newest('broken', 'b')).toMatchObject({ note: 'Changed: without CUSTOM_SELECTORS' });
  });

  it('takes chosen spiders alone, and moves their URLs', async () => {
    await projectOf('moved', { a: {}, b: {} });
    const replaceUrl = { from: 'example.org', to: 'example.net' };
    const { changes } = await changed('moved', { spiders: ['b'], replaceUrl });
    expect(changes).toMatchObject([{ spider: 'b', version: 2 }]);
    const { text } = await studio.call('spiders.export', { project: 'moved', spider: 'b' });
    expect(text).not.toContain('example.org');
  });

  it.each([
    ['an unknown spider', { spiders: ['c'], set: {} }, 'unknown-spider', /no spider "c"/],
    [
      'an unknown setting',
      { set: { DOWNLOAD_DELY: 1 } },
      'bad-settings',
      /There is no setting DOWNLOAD_DELY\./,
    ],
    ['a value out of range', { set: { RETRY_TIMES: 99 } }, 'bad-settings', /RETRY_TIMES must be/],
    ['both at once', { set: { RETRY_TIMES: 1 }, unset: ['RETRY_TIMES'] }, 'bad-settings', /set and removed/],
    [
      'a domain for a URL',
      { replaceUrl: { from: 'https://a.example', to: 'b.example' } },
      'bad-url',
      /neither/,
    ],
  ])('refuses %s', async (_, wanted, code, message) => {
    await studio.ask('projects.create', { name: 'empty' });
    expect(await change('empty', wanted)).toMatchObject(refusal(code, message));
  });
});

describe('the files of a project', () => {
  it('are the newest texts as they were saved, with its defaults', async () => {
    await projectOf('files', { news: {}, News: {}, con: {} });
    await studio.call('projects.setDefaults', {
      project: 'files',
      settings: { RETRY_TIMES: 1 },
      exports: {},
    });
    const { files, defaults } = await studio.call('spiders.exportAll', { project: 'files' });
    expect(files).toEqual([
      { name: 'News~1.json', spider: 'News', version: 1, text: spiderText('News', { settings: {} }) },
      { name: 'con~.json', spider: 'con', version: 1, text: spiderText('con', { settings: {} }) },
      { name: 'news.json', spider: 'news', version: 1, text: spiderText('news', { settings: {} }) },
    ]);
    expect(defaults).toEqual({ settings: { RETRY_TIMES: 1 }, exports: {} });
  });
});
