import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lampPages, lampSpider } from '../../proof/lamp-pages.ts';
import { page } from '../../../servers/routes.ts';
import { startServer } from '../../../servers/server.ts';
import { openHost, spiderText, type OpenHost } from '../open-host.ts';

const project = 'default';
const unsaved = { project, spider: null, draft: null };

let studio: OpenHost;
beforeEach(async () => {
  studio = await openHost();
});
afterEach(() => studio.close());

/** A draft of a spider that takes lamps, with its three pages saved. */
async function lampDraft(): Promise<{ draft: string; text: string }> {
  const numbered = (text: string): string => text.replace('?page=', '/');
  const pages = lampPages().map(({ path, html }) => [numbered(path), page(numbered(html))] as const);
  const shop = await startServer(Object.fromEntries(pages));
  onTestFinished(() => shop.close());
  const text = JSON.stringify(
    {
      ...lampSpider,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${shop.origin}/list`],
      rules: [{ allow: [String.raw`/list(/\d+)?$`], callback: 'parse_rows', follow: true }],
    },
    null,
    2,
  );
  const kept = await studio.call('spiders.putDraft', { ...unsaved, text, base: null, known: null });
  const draft = kept.draft ?? '';
  for (const [path] of pages)
    await studio.call('pages.addUrlToDraft', {
      project,
      draft,
      url: `${shop.origin}${path}`,
      allowPrivate: true,
    });
  return { draft, text };
}

const prove = (draft: string) => studio.call('proofs.prove', { project, draft, pages: null, seed: '1' });
const save = (draft: string, text: string) =>
  studio.ask('spiders.save', {
    project,
    spider: null,
    text,
    base: null,
    draft,
    proof: 'required',
    origin: 'assistant',
    note: 'Written by a program.',
  });
const add = (draft: string, value: string) =>
  studio.call('spiders.patchDraft', {
    ...unsaved,
    draft,
    patch: [{ op: 'add', path: '/description', value }],
  });

describe('a draft that was never saved', () => {
  it('has pages, is proved by them, and becomes a spider with both', async () => {
    const { draft, text } = await lampDraft();
    expect(await save(draft, text)).toMatchObject({ error: { code: 'not-proved' } });
    expect(await prove(draft)).toMatchObject({ verdict: 'proved', kept: { version: null } });
    const before = await studio.call('pages.listOfDraft', { project, draft });
    expect(before).toHaveLength(3);
    expect(await save(draft, text)).toMatchObject({ value: { version: 1, created: true } });
    const lamps = { project, spider: 'lamps' };
    expect(await studio.call('pages.list', lamps)).toEqual(before);
    expect(await studio.call('proofs.list', lamps)).toMatchObject([{ version: 1, verdict: 'proved' }]);
    const [version] = await studio.call('spiders.versions', lamps);
    expect(version).toMatchObject({ origin: 'assistant', note: 'Written by a program.' });
    expect(await studio.ask('pages.listOfDraft', { project, draft })).toMatchObject({
      error: { code: 'unknown-draft' },
    });
    // It is judged by the same pages as before.
    const again = await studio.call('proofs.prove', { ...lamps, pages: null, seed: '1' });
    expect(again).toMatchObject({ verdict: 'proved', kept: { version: 1 } });
  });

  it('is not saved after a change that nobody has proved', async () => {
    const { draft, text } = await lampDraft();
    await prove(draft);
    const patched = await add(draft, 'Lamps.');
    expect(patched).toMatchObject({ draft, valid: true, steps: 1 });
    expect(patched.text).toContain('  "description": "Lamps."');
    expect(await save(draft, patched.text)).toMatchObject({ error: { code: 'not-proved' } });
    const back = await studio.call('spiders.undoDraft', { ...unsaved, draft });
    expect(back).toMatchObject({ text, steps: 0 });
    expect(await save(draft, back.text)).toMatchObject({ value: { version: 1 } });
  });

  it('is not proved by a text that it does not have', async () => {
    const { draft, text } = await lampDraft();
    const other = `${text}\n`;
    const proof = await studio.call('proofs.prove', { project, draft, text: other, pages: null, seed: '1' });
    expect(proof).toMatchObject({ verdict: 'proved', kept: null });
    expect(await save(draft, other)).toMatchObject({ error: { code: 'not-proved' } });
  });

  it('loses its pages with itself', async () => {
    const { draft } = await lampDraft();
    const [newest] = await studio.call('pages.listOfDraft', { project, draft });
    const id = newest?.id ?? '';
    const [, other] = await studio.call('pages.listOfDraft', { project, draft });
    expect(await studio.call('pages.delete', { page: other?.id ?? '' })).toEqual({
      deleted: true,
      trash: null,
    });
    expect(await studio.call('pages.listOfDraft', { project, draft })).toHaveLength(2);
    expect(await studio.call('pages.propose', { page: id })).toMatchObject({ state: { kind: 'list' } });
    expect(await studio.call('tester.selector', { page: id, language: 'css', selector: 'h1' })).toMatchObject(
      {
        problem: null,
      },
    );
    await studio.call('spiders.discardDraft', {
      ...unsaved,
      draft,
      known: (await add(draft, 'Gone.')).revision,
    });
    expect(await studio.ask('pages.propose', { page: id })).toMatchObject({
      error: { code: 'unknown-page' },
    });
  });

  it('takes no page and no proof that it cannot have', async () => {
    const add = { project, draft: '99', url: 'http://127.0.0.1:9/', allowPrivate: true };
    expect(await studio.ask('pages.addUrlToDraft', add)).toMatchObject({ error: { code: 'unknown-draft' } });
    const proof = { project, pages: null, seed: '1' };
    expect(await studio.ask('proofs.prove', { ...proof, draft: '99' })).toMatchObject({
      error: { code: 'unknown-draft' },
    });
    expect(await studio.ask('proofs.prove', { ...proof, draft: '99', spider: 'lamps' })).toMatchObject({
      error: { code: 'bad-arguments' },
    });
    const { draft } = await studio.call('spiders.putDraft', {
      ...unsaved,
      text: spiderText('empty'),
      base: null,
      known: null,
    });
    expect(await studio.ask('proofs.prove', { ...proof, draft: draft ?? '' })).toMatchObject({
      error: { code: 'bad-pages' },
    });
  });
});

describe('a patch', () => {
  it('tells what is wrong with the text after it, or which operation cannot be made', async () => {
    const { draft } = await studio.call('spiders.putDraft', {
      ...unsaved,
      text: spiderText('shop'),
      base: null,
      known: null,
    });
    const named = { ...unsaved, draft };
    const broken = await studio.call('spiders.patchDraft', {
      ...named,
      patch: [{ op: 'replace', path: '/start_urls', value: 'no list' }],
    });
    expect(broken.valid).toBe(false);
    expect(broken.problems).toMatchObject([{ pointer: '/start_urls' }]);
    const refused = await studio.ask('spiders.patchDraft', {
      ...named,
      patch: [
        { op: 'add', path: '/description', value: 'A' },
        { op: 'remove', path: '/callbacks/none' },
      ],
    });
    expect(refused).toMatchObject({ error: { code: 'bad-patch', details: { operation: 1 } } });
    expect((await studio.call('spiders.undoDraft', named)).text).toBe(spiderText('shop'));
    expect(await studio.ask('spiders.undoDraft', named)).toMatchObject({
      error: { code: 'nothing-to-undo' },
    });
    const patch = [{ op: 'add' as const, path: '/description', value: 'B' }];
    const stale = { ...named, known: 'unknown', patch };
    expect(await studio.ask('spiders.patchDraft', stale)).toMatchObject({
      error: { code: 'draft-conflict' },
    });
  });

  it('of a stored spider begins with its newest version', async () => {
    await studio.call('spiders.import', { project, text: spiderText('shop'), file: 'a', dryRun: false });
    const shop = { project, spider: 'shop', draft: null };
    const patched = await studio.call('spiders.patchDraft', {
      ...shop,
      patch: [{ op: 'add', path: '/description', value: 'A' }],
    });
    expect(patched).toMatchObject({ draft: null, base: 1, steps: 1 });
    const { draft, text } = await studio.call('spiders.get', { project, spider: 'shop' });
    expect(draft?.text).toBe(patched.text);
    expect(text).toBe(spiderText('shop'));
    const patch = [{ op: 'remove' as const, path: '/name' }];
    const gone = { project, spider: null, draft: '99', patch };
    expect(await studio.ask('spiders.patchDraft', gone)).toMatchObject({ error: { code: 'unknown-draft' } });
  });
});
